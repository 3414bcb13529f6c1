import type { ElicitRequestParams, ElicitResult } from '@modelcontextprotocol/client'
import { serverQuestionSchema, type ServerQuestion, type ServerReply } from '../../contract/servers.ts'

/**
 * A server's question to the person during a call, within bounds (MCP, elicitation). Null if it is
 * not supported: an address that is not https, a form that is not a flat object, excessive text.
 */
export const questionOf = (params: ElicitRequestParams): ServerQuestion | null => {
  const given =
    params.mode === 'url'
      ? { kind: 'url', message: params.message, url: params.url }
      : { kind: 'form', message: params.message, schema: params.requestedSchema }
  const read = serverQuestionSchema.safeParse(given)
  return read.success ? read.data : null
}

/** The person's reply in the protocol's form. */
export const elicitResultOf = (reply: ServerReply): ElicitResult =>
  reply.action === 'accept' && reply.content !== null
    ? { action: 'accept', content: { ...reply.content } }
    : { action: reply.action }
