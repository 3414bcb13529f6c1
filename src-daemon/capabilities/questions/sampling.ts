import type { SamplingAnswer, SamplingRequest, ServerQuestion, ServerReply } from '../../contract/servers.ts'

/** Has the owner's model answer, without tools and within the request's limit; `conversationId`: with the model of that one. */
export type AskModel = (
  request: SamplingRequest,
  options: { readonly conversationId: string | null; readonly signal: AbortSignal },
) => Promise<SamplingAnswer>

/**
 * A server's request to a model (MCP, sampling): the person sees the whole request before the model does, and the whole answer
 * before the server does. Null if they declined either, or no person is present.
 */
export const sampleWithConsent = async (
  request: SamplingRequest,
  deps: {
    readonly ask: (question: ServerQuestion) => Promise<ServerReply>
    readonly model: () => Promise<SamplingAnswer>
  },
): Promise<SamplingAnswer | null> => {
  if ((await deps.ask({ kind: 'sampling', request })).action !== 'accept') return null
  const answer = await deps.model()
  return (await deps.ask({ kind: 'sampled', answer })).action === 'accept' ? answer : null
}
