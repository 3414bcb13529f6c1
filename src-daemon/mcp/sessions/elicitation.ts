import type { ElicitRequestParams, ElicitResult } from '@modelcontextprotocol/client'
import { serverQuestionSchema, type ServerQuestion, type ServerReply } from '../../contract/servers.ts'

/**
 * What a server asks the person in the middle of a call, within bounds (MCP, elicitation). Null for what is no question here: an
 * address that is not https, a form that is no flat object, words without end.
 */
export const questionOf = (params: ElicitRequestParams): ServerQuestion | null => {
  const given =
    params.mode === 'url'
      ? { kind: 'url', message: params.message, url: params.url }
      : { kind: 'form', message: params.message, schema: params.requestedSchema }
  const read = serverQuestionSchema.safeParse(given)
  return read.success ? read.data : null
}

/** The person's reply as the server is told it. */
export const elicitResultOf = (reply: ServerReply): ElicitResult =>
  reply.action === 'accept' && reply.content !== null
    ? { action: 'accept', content: { ...reply.content } }
    : { action: reply.action }
