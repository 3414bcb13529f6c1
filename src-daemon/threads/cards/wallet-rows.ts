import type { Language } from '../../contract/language.ts'
import type { ThreadCard } from '../../contract/thread-cards.ts'
import { say } from '../../text/index.ts'
import { allowanceOf, decodeCall, type DecodedCall } from '../../wallets/index.ts'
import { bodyOf, type MessageItem } from '../messages/read-content.ts'
import { typedRows, type TypedData } from './typed-rows.ts'

/** Members that a note names. */
const MAX_NAMED = 20

type Rows = Pick<ThreadCard, 'rows' | 'notes'>
type Row = ThreadCard['rows'][number]

const WALLETS: ReadonlySet<string> = new Set([
  'aitp-04-near-wallet',
  'aitp-05-evm-wallet',
  'aitp-06-solana-wallet',
])

/** A request to a wallet in words: who gets what, and what it allows; null for other messages. */
export const walletRows = (item: MessageItem, language: Language): Rows | null => {
  if (!WALLETS.has(item.type.capability)) return null
  const none = isBeyondAccounts(item)
    ? [{ tone: 'info' as const, text: say(language, 'thread_note_no_wallet') }]
    : []
  const found =
    evmTransaction(item, language) ??
    evmSigning(item, language) ??
    nearTransaction(item, language) ??
    others(item)
  return { rows: found.rows, notes: [...found.notes, ...none] }
}

/** What accounts here don't do yet: transactions on NEAR and Solana. */
const isBeyondAccounts = (item: MessageItem): boolean =>
  bodyOf(item, 'aitp-04-near-wallet', 'request_transaction') !== null ||
  bodyOf(item, 'aitp-06-solana-wallet', 'request_transaction') !== null

const evmTransaction = (item: MessageItem, language: Language): Rows | null => {
  const request = bodyOf(item, 'aitp-05-evm-wallet', 'request_transaction')
  if (request === null) return null
  const { to, value, data } = request.transaction
  const call = data === undefined ? null : decodeCall(data)
  const allowance = call === null ? undefined : allowanceOf(call)
  const raw = data === undefined || data === '0x' ? [] : [code(say(language, 'thread_row_data'), data)]
  return {
    rows: [
      code(say(language, 'thread_row_network'), `eip155:${String(request.chain_id)}`),
      ...(call === null ? [code(say(language, 'thread_row_to'), to)] : []),
      ...(value === undefined ? [] : [code(say(language, 'thread_row_value'), weiText(value))]),
      ...(call === null ? raw : [...callRows(call, to, language), ...(call.isPlain ? [] : raw)]),
    ],
    notes:
      allowance?.amount === null
        ? [{ tone: 'bad', text: say(language, 'thread_note_unlimited', { spender: allowance.spender }) }]
        : [],
  }
}

/** What a call does with a token: who gets what, out of what, or who may take it. */
const callRows = (call: DecodedCall, token: string, language: Language): Row[] => {
  const gives = call.kind === 'transfer' || call.kind === 'transferFrom'
  const taken = call.kind === 'transferFrom' ? call.from : call.kind === 'permit' ? call.owner : null
  return [
    code(say(language, 'thread_row_token'), token),
    ...(taken === null ? [] : [code(say(language, 'wallet_row_from'), taken)]),
    gives
      ? code(say(language, 'thread_row_transfer'), call.to)
      : code(say(language, 'thread_row_approve'), call.spender),
    code(
      say(language, 'thread_row_units'),
      call.kind === 'approveAll'
        ? say(language, call.isGiven ? 'wallet_all' : 'wallet_none')
        : String(call.amount),
    ),
  ]
}

/** Typed data as a tree, with what it allows, and what of it isn't signed at all. */
const evmSigning = (item: MessageItem, language: Language): Rows | null => {
  const request = bodyOf(item, 'aitp-05-evm-wallet', 'request_message_signing')
  const typed = request?.typed_data
  if (request === null || typed === undefined) return null
  const tree = typedRows(typed)
  const { rows } = others(item)
  const notes = permitNotes(typed, language)
  if (tree === null) return { rows, notes }
  const unsigned = tree.unsigned.slice(0, MAX_NAMED).join(', ')
  return {
    rows: [...rows.filter(({ label }) => label !== 'typed data'), ...tree.rows],
    notes: [
      ...notes,
      ...(unsigned === ''
        ? []
        : [{ tone: 'warn' as const, text: say(language, 'thread_note_unsigned', { names: unsigned }) }]),
    ],
  }
}

/** Signatures by which tokens can be taken without a transaction of their owner (EIP-2612, Permit2, and their like). */
const permitNotes = ({ primaryType, message }: TypedData, language: Language): Rows['notes'] => {
  if (!/permit|approv|allowance|authoriz/i.test(primaryType)) return []
  const { spender, operator } = message
  const text = typeof spender === 'string' ? spender : typeof operator === 'string' ? operator : '?'
  return [{ tone: 'bad', text: say(language, 'thread_note_permit', { spender: text }) }]
}

/** A number of more digits than 256 bits have is none of wei, and takes long to write. */
const weiText = (hex: string): string => (hex.length > 66 ? hex : `${String(BigInt(hex))} wei`)

/** Actions that hand over an account, or take it away. */
const GRAVE: ReadonlySet<string> = new Set(['AddKey', 'DeleteKey', 'DeleteAccount', 'DeployContract'])

const nearTransaction = (item: MessageItem, language: Language): Rows | null => {
  const request = bodyOf(item, 'aitp-04-near-wallet', 'request_transaction')
  if (request === null) return null
  const { receiver_id: receiver, actions } = request.transaction
  return {
    rows: [
      code(say(language, 'thread_row_to'), receiver),
      ...actions.map(({ type, params }) => code(type, JSON.stringify(params))),
    ],
    notes: actions
      .filter(({ type }) => GRAVE.has(type))
      .map(({ type }) => ({ tone: 'bad', text: say(language, 'thread_note_grave', { action: type }) })),
  }
}

/** Everything it says, word for word: what is signed or asked for isn't shortened. */
const others = ({ body }: MessageItem): Rows => ({
  rows: Object.entries(body)
    .filter(([name]) => name !== 'description' && name !== 'request_id')
    .map(([name, value]) =>
      code(name.replaceAll('_', ' '), typeof value === 'string' ? value : JSON.stringify(value, null, 2)),
    ),
  notes: [],
})

const code = (label: string, value: string): Row => ({ label, value, code: true, total: false, depth: 0 })
