import { createHash } from 'node:crypto'
import { bytesToHex } from 'viem'
import type { EvmSigningRequest } from '../../contract/aitp-wallets.ts'
import type { WalletPayloadOf } from '../../identity/types.ts'
import { SatchelError } from '../../platform/errors.ts'
import { say } from '../../text/index.ts'
import { isEndless } from '../core/decode-call.ts'
import type { Draft, DraftDeps, Take } from '../core/family.ts'
import { lookAlikeOf } from '../core/look-alike.ts'
import { permitsIn, type Permit } from '../core/permits.ts'
import { inUnits } from '../core/units.ts'
import { codeRow, note, row } from '../core/parts.ts'

/** A message to be signed: a text, or typed data with what they allow. Errors: `wallet_account_differs`. */
export const draftMessage = async (request: EvmSigningRequest, deps: DraftDeps): Promise<Draft> => {
  const { account } = deps
  if (request.address !== undefined && request.address.toLowerCase() !== account.toLowerCase())
    throw new SatchelError('wallet_account_differs', { params: { asked: request.address } })
  const payload = payloadOf(request)
  const said = payload.kind === 'typed_data' ? await typedData(payload, deps) : text(payload, deps)
  return {
    payload,
    content: createHash('sha256').update(JSON.stringify(payload)).digest('hex'),
    payee: null,
    slot: null,
    ...said,
    signed: (signature) => ({
      result: bytesToHex(Uint8Array.of(...signature.subarray(0, 64), 27 + (signature[64] ?? 0))),
      hash: null,
    }),
  }
}

type Said = Pick<Draft, 'rows' | 'notes' | 'chain' | 'takes' | 'unread'>
type Message = Exclude<WalletPayloadOf<'evm'>, { kind: 'transaction' }>

/** Exactly what is signed, without what the request says beside it. */
const payloadOf = ({ message, typed_data: data }: EvmSigningRequest): Message => {
  if (data === undefined) return { family: 'evm', kind: 'message', text: message ?? '' }
  const { types, primaryType, domain, message: content } = data
  return { family: 'evm', kind: 'typed_data', data: { types, primaryType, domain, message: content } }
}

const text = ({ text: words }: Extract<Message, { kind: 'message' }>, { language }: DraftDeps): Said => ({
  rows: [row(say(language, 'wallet_row_message'), words)],
  notes: [note('warn', say(language, 'wallet_note_text'))],
  chain: null,
  takes: [],
  unread: null,
})

const typedData = async (
  { data }: Extract<Message, { kind: 'typed_data' }>,
  deps: DraftDeps,
): Promise<Said> => {
  const { language, known } = deps
  const { domain, primaryType } = data
  const chain = domain['chainId'] === undefined ? null : `eip155:${String(Number(domain['chainId']))}`
  const network = chain === null ? null : deps.network(chain)
  const permits = permitsIn(data)
  const contract = typeof domain['verifyingContract'] === 'string' ? domain['verifyingContract'] : null
  const lines = await Promise.all((permits ?? []).map((permit) => permitRows(permit, network, deps)))
  const alike = (permits ?? []).flatMap(({ spender }) => {
    const other = lookAlikeOf(spender, known)
    return other === null
      ? []
      : [note('bad', say(language, 'wallet_note_look_alike', { address: spender, known: other }))]
  })
  return {
    rows: [
      ...(chain === null
        ? []
        : [
            row(say(language, 'wallet_row_network'), network === null ? chain : `${network.name} (${chain})`),
          ]),
      codeRow(say(language, 'wallet_row_typed'), primaryType),
      ...lines.flat(),
    ],
    notes: [
      ...alike,
      ...(permits ?? [])
        .filter(({ amount }) => amount !== 0n)
        .map(({ spender, amount }) =>
          note(
            'bad',
            say(
              language,
              amount === null || isEndless(amount) ? 'wallet_note_unlimited' : 'wallet_note_permit',
              {
                spender,
              },
            ),
          ),
        ),
      ...(permits === null ? [note('warn', say(language, 'wallet_note_unread_data'))] : []),
      ...(chain === null ? [note('warn', say(language, 'wallet_note_any_chain'))] : []),
      ...(chain !== null && network === null
        ? [note('warn', say(language, 'wallet_note_unknown_network', { chain }))]
        : []),
    ],
    chain,
    takes: (permits ?? []).map(({ token, amount }): Take => ({
      token,
      amount: amount === null || isEndless(amount) ? 'all' : amount,
    })),
    unread: permits === null && contract !== null ? contract.toLowerCase() : null,
  }
}

const permitRows = async (
  { token, spender, amount }: Permit,
  network: ReturnType<DraftDeps['network']>,
  { language, token: factsOf }: DraftDeps,
) => {
  const facts = network === null ? null : await factsOf(network, token).catch(() => null) // said in the smallest unit then
  const sum =
    amount === null || isEndless(amount)
      ? say(language, 'wallet_all')
      : facts === null
        ? say(language, 'wallet_units', { amount: String(amount) })
        : `${inUnits(amount, facts.decimals)} ${facts.symbol}`
  return [
    codeRow(say(language, 'wallet_row_spender'), spender),
    row(say(language, 'wallet_row_allowance'), sum),
    codeRow(say(language, 'wallet_row_token'), token),
  ]
}
