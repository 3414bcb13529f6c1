import type { Language } from '../../contract/language.ts'
import type { ThreadCard } from '../../contract/thread-cards.ts'
import { say } from '../../text/index.ts'
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
/** A call with an account and a number, whatever is behind them or in the bytes that contracts ignore. */
const CALL = /^0x([0-9a-f]{8})[0-9a-f]{24}([0-9a-f]{40})([0-9a-f]{64})/i
/** `transfer(address,uint256)` of ERC-20. */
const TRANSFER = 'a9059cbb'
/** What lets another account take from this one: `approve(address,uint256)` and `increaseAllowance(address,uint256)`. */
const APPROVALS: ReadonlySet<string> = new Set(['095ea7b3', '39509351'])
/** Nothing but an account and a number. */
const PLAIN = /^0x[0-9a-f]{8}0{24}[0-9a-f]{104}$/i
/** `setApprovalForAll(address,bool)`. */
const ALL = 'a22cb465'
/** An allowance from here on is meant to have no end. */
const UNLIMITED = 2n ** 128n
/** Some tokens keep allowances in 96 bits, and take the highest one for no end. */
const UNLIMITED_96 = 2n ** 96n - 1n

/** A request to a wallet in words: who gets what, and what it allows; null for other messages. */
export const walletRows = (item: MessageItem, language: Language): Rows | null => {
  if (!WALLETS.has(item.type.capability)) return null
  const none = { tone: 'info', text: say(language, 'thread_note_no_wallet') } as const
  const found =
    evmTransaction(item, language) ??
    evmSigning(item, language) ??
    nearTransaction(item, language) ??
    others(item)
  return { rows: found.rows, notes: [...found.notes, none] }
}

const evmTransaction = (item: MessageItem, language: Language): Rows | null => {
  const request = bodyOf(item, 'aitp-05-evm-wallet', 'request_transaction')
  if (request === null) return null
  const { to, value, data } = request.transaction
  const [, called = '', account, amount] = CALL.exec(data ?? '') ?? []
  const name = called.toLowerCase()
  const selector = name === TRANSFER || name === ALL || APPROVALS.has(name) ? name : undefined
  const sum = amount === undefined ? 0n : BigInt(`0x${amount}`)
  const spender = `0x${account ?? ''}`
  const call =
    selector === undefined
      ? data === undefined || data === '0x'
        ? []
        : [code(say(language, 'thread_row_data'), data)]
      : [
          code(say(language, 'thread_row_token'), to),
          code(say(language, selector === TRANSFER ? 'thread_row_transfer' : 'thread_row_approve'), spender),
          code(say(language, 'thread_row_units'), String(sum)),
          // Whatever else is in it.
          ...(PLAIN.test(data ?? '') && selector !== ALL
            ? []
            : [code(say(language, 'thread_row_data'), data ?? '')]),
        ]
  const isEndless =
    (selector !== undefined && APPROVALS.has(selector) && (sum >= UNLIMITED || sum === UNLIMITED_96)) ||
    (selector === ALL && sum !== 0n)
  return {
    rows: [
      code(say(language, 'thread_row_network'), `eip155:${String(request.chain_id)}`),
      ...(selector === undefined ? [code(say(language, 'thread_row_to'), to)] : []),
      ...(value === undefined ? [] : [code(say(language, 'thread_row_value'), weiText(value))]),
      ...call,
    ],
    notes: isEndless ? [{ tone: 'bad', text: say(language, 'thread_note_unlimited', { spender }) }] : [],
  }
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
