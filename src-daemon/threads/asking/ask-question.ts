import type { ServerQuestion, ServerReply } from '../../contract/servers.ts'
import type { AskOptions } from '../../mcp/index.ts'

/** Puts a question to the person and waits for the reply. */
export type AskQuestion = (question: ServerQuestion, options?: AskOptions) => Promise<ServerReply>
