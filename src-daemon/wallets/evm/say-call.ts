import { getAddress, isAddress, type Address, type Hex } from 'viem'
import type { WalletNetwork } from '../../contract/wallets.ts'
import { say } from '../../text/index.ts'
import { allowanceOf, type DecodedCall } from '../core/decode-call.ts'
import type { Draft, DraftDeps, Take } from '../core/family.ts'
import { inUnits } from '../core/units.ts'
import { codeRow, note, row } from '../core/parts.ts'

interface Called {
  readonly to: Address
  readonly data: Hex
  /** Null: it can't be read, or nothing is called. */
  readonly call: DecodedCall | null
  readonly isContract: boolean
}

interface SaidCall extends Pick<Draft, 'rows' | 'notes' | 'takes' | 'unread'> {
  /** Who gets what the call moves, or may take it; null: the contract itself. */
  readonly payee: string | null
}

/** A call of a contract in words: who gets what of which token, or who may take it; one that can't be read is shown as it is. */
export const sayCall = async (
  { to, data, call, isContract }: Called,
  network: WalletNetwork,
  { language, token: factsOf }: DraftDeps,
): Promise<SaidCall> => {
  if (data === '0x') return { rows: [], notes: [], takes: [], unread: null, payee: null }
  const nobody = isContract ? [] : [note('bad', say(language, 'wallet_note_no_contract'))]
  const contract = codeRow(say(language, 'wallet_row_contract'), to)
  const raw = codeRow(say(language, 'wallet_row_data'), data)
  if (call === null)
    return {
      rows: [contract, raw],
      notes: [...nobody, note('bad', say(language, 'wallet_note_unread_call'))],
      takes: [],
      unread: to.toLowerCase(),
      payee: null,
    }
  const facts = await factsOf(network, to.toLowerCase()).catch(() => null) // said in the smallest unit then
  const sum = (amount: bigint | null): string => {
    if (amount === null) return say(language, 'wallet_all')
    return facts === null
      ? say(language, 'wallet_units', { amount: String(amount) })
      : `${inUnits(amount, facts.decimals)} ${facts.symbol}`
  }
  const allowance = allowanceOf(call)
  const rest = call.isPlain ? [] : [raw]
  const token = codeRow(say(language, 'wallet_row_token'), to)
  if (allowance !== undefined || call.kind === 'approveAll') {
    const { spender, amount } = allowance ?? { spender: partyOf(call), amount: 0n }
    return {
      rows: [
        codeRow(say(language, 'wallet_row_spender'), checksummed(spender)),
        row(say(language, 'wallet_row_allowance'), sum(amount)),
        token,
        ...rest,
      ],
      notes: [
        ...nobody,
        ...(amount === 0n
          ? []
          : [
              note(
                amount === null ? 'bad' : 'warn',
                say(language, amount === null ? 'wallet_note_unlimited' : 'wallet_note_allowance', {
                  spender: checksummed(spender),
                }),
              ),
            ]),
      ],
      takes: takesOf(to, call),
      unread: null,
      payee: checksummed(spender),
    }
  }
  return {
    rows: [
      row(say(language, 'wallet_row_sends'), sum('amount' in call ? call.amount : 0n)),
      ...(call.kind === 'transferFrom'
        ? [codeRow(say(language, 'wallet_row_from'), checksummed(call.from))]
        : []),
      codeRow(say(language, 'wallet_row_to'), checksummed(partyOf(call))),
      token,
      ...rest,
    ],
    notes: nobody,
    takes: takesOf(to, call),
    unread: null,
    payee: checksummed(partyOf(call)),
  }
}

/** What a call takes of tokens. */
const takesOf = (to: string, call: DecodedCall): readonly Take[] => {
  const token = to.toLowerCase()
  const allowance = allowanceOf(call)
  if (allowance !== undefined) return [{ token, amount: allowance.amount ?? 'all' }]
  return call.kind === 'transfer' || call.kind === 'transferFrom' ? [{ token, amount: call.amount }] : []
}

const partyOf = (call: DecodedCall): string => ('spender' in call ? call.spender : call.to)

const checksummed = (address: string): string =>
  isAddress(address, { strict: false }) ? getAddress(address) : address
