import type { ActivityFormat } from '../../contract/activity.ts'
import type { ActivityRecord } from '../../contract/capabilities.ts'

/** Lines of the log as text. JSON lines hold all of it; CSV has one column for each fact, arguments and result as JSON. */
export const exportText = (
  records: readonly ActivityRecord[],
  { format, first }: { format: ActivityFormat; first: boolean },
): string =>
  format === 'jsonl'
    ? records.map((record) => `${JSON.stringify(record)}\n`).join('')
    : `${first ? `${BYTE_ORDER_MARK}${csvLine(HEADINGS)}` : ''}${records.map(csvOf).join('')}`

/** Tells spreadsheets that the file is UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'

const CELLS = {
  at: ({ at }) => at,
  kind: ({ kind }) => kind,
  caller: ({ caller }) => caller,
  client: ({ client }) => client,
  tool: ({ capabilityId }) => capabilityId,
  version: ({ version }) => version,
  outcome: ({ outcome }) => outcome,
  effect: ({ effect }) => effect,
  target: ({ target }) => target,
  decision: ({ decision }) => decision.kind,
  by: ({ decision }) => ('by' in decision ? decision.by : null),
  approval: ({ decision }) => ('approvalId' in decision ? decision.approvalId : null),
  duration_ms: ({ result }) => result.duration_ms,
  waited_ms: ({ waitedMs }) => waitedMs,
  bytes_in: ({ bytes }) => bytes.in,
  bytes_out: ({ bytes }) => bytes.out,
  prompt_tokens: ({ tokens }) => tokens?.prompt ?? null,
  completion_tokens: ({ tokens }) => tokens?.completion ?? null,
  conversation: ({ conversationId }) => conversationId,
  turn: ({ turnId }) => turnId,
  call: ({ callId }) => callId,
  arguments: ({ arguments: args }) => JSON.stringify(args),
  result: ({ result }) => JSON.stringify(result.output),
  error: ({ result }) => (result.error === null ? null : `${result.error.code}: ${result.error.message}`),
} as const satisfies Record<string, (record: ActivityRecord) => string | number | null>

const HEADINGS = Object.keys(CELLS)

const csvOf = (record: ActivityRecord): string => csvLine(Object.values(CELLS).map((cell) => cell(record)))

/** What a spreadsheet would take for a formula when it opens the file, also in its wide forms and behind white space. */
const FORMULA = /^\s*[=+\-@\u{ff1d}\u{ff0b}\u{ff0d}\u{ff20}]|^[\t\r\n]/u
const NEEDS_QUOTES = /[",\r\n]/

/** One cell by RFC 4180. Text that a spreadsheet would run is led by an apostrophe, which shows it as text. */
const csvCell = (value: string | number | null): string => {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const safe = FORMULA.test(value) ? `'${value}` : value
  return NEEDS_QUOTES.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** RFC 4180 wants CRLF. */
const csvLine = (values: readonly (string | number | null)[]): string =>
  `${values.map(csvCell).join(',')}\r\n`
