import type { Language } from '../../contract/language.ts'
import type { ThreadCard } from '../../contract/thread-cards.ts'
import { say } from '../../text/index.ts'
import { bodyOf, type MessageItem } from '../messages/read-content.ts'

type Rows = Pick<ThreadCard, 'rows' | 'notes'>
type Row = ThreadCard['rows'][number]

const WALLETS: ReadonlySet<string> = new Set([
  'aitp-04-near-wallet',
  'aitp-05-evm-wallet',
  'aitp-06-solana-wallet',
])
/** `transfer(address,uint256)` and `approve(address,uint256)` of ERC-20. */
const ERC20 = /^0x(a9059cbb|095ea7b3)0{24}([0-9a-f]{40})([0-9a-f]{64})$/i
/** An allowance from here on is meant to have no end. */
const UNLIMITED = 2n ** 128n

/** A request to a wallet in words: who gets what, and what it allows; null for other messages. */
export const walletRows = (item: MessageItem, language: Language): Rows | null => {
  if (!WALLETS.has(item.type.capability)) return null
  const none = { tone: 'info', text: say(language, 'thread_note_no_wallet') } as const
  const found = evmTransaction(item, language) ?? nearTransaction(item, language) ?? others(item)
  return { rows: found.rows, notes: [...found.notes, none] }
}

const evmTransaction = (item: MessageItem, language: Language): Rows | null => {
  const request = bodyOf(item, 'aitp-05-evm-wallet', 'request_transaction')
  if (request === null) return null
  const { to, value, data } = request.transaction
  const [, selector, account, amount] = ERC20.exec(data ?? '') ?? []
  const sum = amount === undefined ? 0n : BigInt(`0x${amount}`)
  const spender = `0x${account ?? ''}`
  const call =
    selector === undefined
      ? data === undefined || data === '0x'
        ? []
        : [code(say(language, 'thread_row_data'), data)]
      : [
          code(say(language, 'thread_row_token'), to),
          code(
            say(
              language,
              selector.toLowerCase() === 'a9059cbb' ? 'thread_row_transfer' : 'thread_row_approve',
            ),
            spender,
          ),
          code(say(language, 'thread_row_units'), String(sum)),
        ]
  const isEndless = selector?.toLowerCase() === '095ea7b3' && sum >= UNLIMITED
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

const weiText = (hex: string): string => `${String(BigInt(hex))} wei`

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

const code = (label: string, value: string): Row => ({ label, value, code: true, total: false })
