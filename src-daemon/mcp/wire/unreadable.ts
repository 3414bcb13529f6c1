import type { JSONRPCErrorResponse, RequestId } from '@modelcontextprotocol/client'
import type { ReasonCode } from '../../text/index.ts'
import { isRecord } from '../../platform/is-record.ts'

/** Why an answer cannot be used. */
export type Unreadable = Extract<
  ReasonCode,
  'answer_not_json' | 'answer_no_message' | 'answer_empty' | 'answer_cut_off' | 'answer_lacks'
>

/** JSON-RPC's own code for what cannot be parsed. */
const PARSE_ERROR = -32_700
const MARK = 'satchel/unreadable'
const MAX_SHOWN = 200

/** An error of ours in place of an unusable answer, so that its request ends at once. */
export const unreadable = (id: RequestId, reason: Unreadable, what: string): JSONRPCErrorResponse => ({
  jsonrpc: '2.0',
  id,
  error: { code: PARSE_ERROR, message: reason, data: { [MARK]: { reason, beginning: beginningOf(what) } } },
})

/** The content of `unreadable`, found in the client library's error; null for any other error. */
export const unreadableIn = (thrown: unknown): { reason: string; beginning: string } | null => {
  if (!(thrown instanceof Error) || !('data' in thrown) || !isRecord(thrown.data)) return null
  const mark = thrown.data[MARK]
  if (!isRecord(mark)) return null
  return { reason: String(mark['reason']), beginning: String(mark['beginning']) }
}

const beginningOf = (text: string): string => {
  const plain = text.replaceAll(/\s+/g, ' ').trim()
  return plain.length > MAX_SHOWN ? `${plain.slice(0, MAX_SHOWN)}…`.toWellFormed() : plain.toWellFormed()
}
