import { createHash, randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Language } from '../contract/language.ts'
import type { WalletPlan } from '../contract/wallets.ts'
import type { IdentityService } from '../identity/types.ts'
import type { NetworkGuard } from '../network/index.ts'
import { createEmitter } from '../platform/emitter.ts'
import { SatchelError } from '../platform/errors.ts'
import { createOneAtATime } from '../platform/one-at-a-time.ts'
import type { Database } from '../storage/index.ts'
import { say } from '../text/index.ts'
import { createAccounts, shown, type Account } from './accounts.ts'
import type { Draft, WalletResult } from './core/family.ts'
import { createFamilies } from './families.ts'
import { createAmounts } from './kept/amounts.ts'
import { createLedger, type KeptUse, type Spending } from './kept/ledger.ts'
import { createPlaces } from './kept/places.ts'
import { createLimits } from './limits.ts'
import type { AskedOfWallet, WalletsService } from './types.ts'

export interface WalletsDeps {
  readonly db: Database
  readonly identity: Pick<
    IdentityService,
    'walletKeys' | 'createWalletKey' | 'importWalletKey' | 'signForWallet' | 'label' | 'retire' | 'onChange'
  >
  readonly guard: Pick<NetworkGuard, 'fetchFor'>
  readonly now: () => Date
  readonly language: () => Language
}

/** What was shown, as it will be carried out. */
interface Plan {
  readonly key: string
  /** A digest of the request and who asks it. */
  readonly asked: string
  readonly account: Account
  /** Null: an address is told, or what was signed before is sent again. */
  readonly draft: Draft | null
}

/** What was shown longer ago is looked at again: fees and the account have changed. */
const PLAN_MS = 10 * 60_000

/** Accounts, what agents ask of them, and what they signed. The libraries of chains are loaded with the first account. */
export const createWallets = (deps: WalletsDeps): WalletsService => {
  const { db, identity, guard, now, language } = deps
  const places = createPlaces(db)
  const amounts = createAmounts(places)
  const ledger = createLedger(db, now, amounts.text)
  const { listen, emit } = createEmitter()
  const plans = new LRUCache<string, Plan>({ max: 100, ttl: PLAN_MS })
  /** Nonces and limits hold for one after the other. */
  const oneAtATime = createOneAtATime()
  identity.onChange(emit)

  const { familyOf, networksOf } = createFamilies(guard)

  const { all, find, ...accounts } = createAccounts({ identity, places, familyOf, now, changed: emit })
  const { network, tokenFacts, ...limits } = createLimits({
    ...{ ledger, places, amounts, familyOf, networksOf },
    changed: emit,
  })

  const spendingOf = (
    { peer, request }: AskedOfWallet,
    { chain, takes, unread }: Pick<Draft, 'chain' | 'takes' | 'unread'>,
  ): Spending => ({ family: request.family, chain, peer, takes, unread })

  const rivalOf = ({ key }: AskedOfWallet, { address }: Account, { chain, slot }: Draft): KeptUse | null =>
    slot === null ? null : ledger.rival({ account: address, chain, slot, request: key })

  /** What is signed for a request that was not carried out yet. Errors: `wallet_watch_only`, those of `ChainFamily.draft`, `wallet_limit`. */
  const draftOf = async (asked: AskedOfWallet, account: Account): Promise<Draft | null> => {
    const { request } = asked
    if (request.kind === 'address') return null
    if (account.keyId === null)
      throw new SatchelError('wallet_watch_only', { params: { account: account.label } })
    const { family } = request
    const known = new Set([
      ...ledger.payees(family),
      ...(await all()).map(({ address }) => address.toLowerCase()),
    ])
    const { draft: draftIn } = await familyOf(family)
    const make = (): Promise<Draft> =>
      draftIn(request, {
        account: account.address,
        peer: asked.peer,
        network: (chain) => places.network(family, chain),
        token: tokenFacts,
        known,
        language: language(),
      })
    const first = await make()
    const rival = rivalOf(asked, account, first)
    // The node has forgotten it.
    if (rival?.state === 'sent')
      await (await networksOf(family)).send(network(family, rival.chain ?? ''), rival.result)
    const draft = rival?.state === 'sent' ? await make() : first
    ledger.check(spendingOf(asked, draft))
    if (rival?.state !== 'signed') return draft
    const note = { tone: 'warn', text: say(language(), 'wallet_note_takes_place') } as const
    return { ...draft, notes: [...draft.notes, note] }
  }

  /** A transaction that can't come any more makes room for another. */
  const settled = async (key: string): Promise<KeptUse | null> => {
    const use = ledger.find(key)
    if (use === null || use.state === 'dropped') return null
    if (use.kind !== 'transaction' || use.state === 'sent') return use
    const fate = await (await networksOf(use.family)).fateOf(network(use.family, use.chain ?? ''), use.result)
    if (fate === 'open') return use
    ledger.setState(key, fate === 'there' ? 'sent' : 'dropped')
    emit()
    return fate === 'there' ? { ...use, state: 'sent' } : null
  }

  /** Sends what was signed, if it has to be. Errors: `chain_*`, `wallet_transaction_dropped`. */
  const finish = async (use: KeptUse): Promise<WalletResult> => {
    if (use.kind === 'message') return (await familyOf(use.family)).answer(use.account, use.result)
    const result = { kind: 'transaction', hash: use.hash ?? '' } as const
    if (use.state === 'sent') return result
    const at = network(use.family, use.chain ?? '')
    try {
      await (await networksOf(use.family)).send(at, use.result)
    } catch (thrown) {
      const now = await settled(use.request).catch(() => use) // the node doesn't say; the first failure is told
      if (now?.state === 'sent') return result
      throw now === null ? new SatchelError('wallet_transaction_dropped', { cause: thrown }) : thrown
    }
    ledger.setState(use.request, 'sent')
    emit()
    return result
  }

  const carryOut: WalletsService['carryOut'] = async (asked) => {
    const { plan: id, key, request, peer } = asked
    const plan = plans.get(id)
    if (plan === undefined) throw new SatchelError('wallet_plan_gone')
    if (plan.key !== key || plan.asked !== digestOf(asked)) throw new SatchelError('wallet_plan_changed')
    const { draft } = plan
    // It may have been removed, or locked, meanwhile.
    const account = await find(plan.account.family, plan.account.address)
    if (request.kind === 'address') return { kind: 'address', addresses: [account.address] }
    const before = await settled(key)
    if (before !== null) return finish(before)
    if (draft === null || account.keyId === null) throw new SatchelError('wallet_plan_gone')
    const spending = spendingOf(asked, draft)
    ledger.check(spending)
    // It was looked at before another one was sent, and would be that one, or take its place.
    if (rivalOf(asked, account, draft)?.state === 'sent') throw new SatchelError('wallet_plan_gone')
    const signature = await identity.signForWallet({
      keyId: account.keyId,
      payload: draft.payload,
      requester: peer,
    })
    const use: KeptUse = {
      ...{ request: key, family: request.family, kind: request.kind, account: account.address },
      ...{ chain: draft.chain, peer, payee: draft.payee, slot: draft.slot, content: draft.content },
      ...draft.signed(signature),
      state: request.kind === 'message' ? 'sent' : 'signed',
      at: now().getTime(),
    }
    // From here on it is known that it was signed, and it leaves the program only now.
    ledger.add(use, spending)
    emit()
    return finish(use)
  }

  return {
    ...accounts,
    ...limits,
    networks: places.networks,
    setNetwork: async (given) => {
      await (await networksOf(given.family)).check(given)
      places.setNetwork(given)
      emit()
    },
    removeNetwork: ({ family, chain }) => {
      network(family, chain)
      places.removeNetwork(family, chain)
      emit()
    },
    prepare: async (asked) => {
      const { key, request } = asked
      const account = await find(request.family, asked.account)
      const before = request.kind === 'address' ? null : await settled(key)
      const draft = before === null ? await draftOf(asked, account) : null
      const said = before !== null ? sayAgain(before, language()) : (draft ?? sayAddress(language()))
      const id = randomUUID()
      const used = before === null ? account : await find(before.family, before.account)
      plans.set(id, { key, asked: digestOf(asked), account: used, draft })
      return {
        id,
        kind: request.kind,
        account: shown(used),
        rows: [...accountRow(used, language()), ...said.rows],
        notes: [...said.notes],
        again: before !== null,
        expiresAt: new Date(now().getTime() + PLAN_MS).toISOString(),
      }
    },
    carryOut: (asked) => oneAtATime(() => carryOut(asked)),
    resume: (key) =>
      oneAtATime(async () => {
        const before = await settled(key)
        return before === null ? null : finish(before)
      }),
    hasSigned: (key) => !['dropped', undefined].includes(ledger.find(key)?.state),
    tokenFacts: ({ family, chain, token }) => tokenFacts(network(family, chain), token.toLowerCase()),
    outcomeOf: async ({ family, chain, hash }) => {
      const { outcomeOf } = await networksOf(family)
      return outcomeOf(network(family, chain), hash)
    },
    onChange: listen,
  }
}

const digestOf = ({ key, peer, request }: AskedOfWallet): string =>
  createHash('sha256')
    .update(JSON.stringify([key, peer, request]))
    .digest('hex')

type Said = Pick<WalletPlan, 'rows' | 'notes'>
const rowOf = (label: string, value: string, code: boolean): WalletPlan['rows'][number] => ({
  ...{ label, value, code, total: false, depth: 0 },
})

const accountRow = ({ label, address }: Account, language: Language): Said['rows'] => [
  rowOf(say(language, 'wallet_row_account'), label, false),
  rowOf(say(language, 'wallet_row_address'), address, true),
]

const sayAddress = (language: Language): Said => ({
  rows: [],
  notes: [{ tone: 'warn', text: say(language, 'wallet_note_told') }],
})

const sayAgain = ({ kind, hash }: KeptUse, language: Language): Said => ({
  rows: hash === null ? [] : [rowOf(say(language, 'wallet_row_transaction'), hash, true)],
  notes: [
    {
      tone: 'info',
      text: say(language, kind === 'message' ? 'wallet_note_again' : 'wallet_note_again_sent'),
    },
  ],
})
