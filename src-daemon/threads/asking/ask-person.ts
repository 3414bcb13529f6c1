import { z } from 'zod'
import type { FormReply } from '../../contract/form.ts'
import type { ForwardedFrom, ServerQuestion, ServerReply } from '../../contract/servers.ts'
import type { AskOptions } from '../../mcp/index.ts'
import { SatchelError } from '../../platform/errors.ts'
import { answerForm } from '../forms/answer-form.ts'
import { formOf } from '../forms/form-of.ts'
import type { MessageItem } from '../messages/read-content.ts'

/** Puts a question to the person and waits for the reply. */
export type AskQuestion = (question: ServerQuestion, options?: AskOptions) => Promise<ServerReply>

/** What a person said to a request: the reply, and the message that it is; null without an answer. */
export interface Asked {
  readonly reply: ServerReply
  readonly message: string | null
}

/**
 * Asks the person what a decision or a request for data asks, and writes the answer. An answer that doesn't fit the request is asked
 * for again. Null for a request that has no form, or none that may be filled in.
 */
export const askPerson = async (
  item: MessageItem,
  ask: AskQuestion,
  forwarded: ForwardedFrom | null = null,
): Promise<Asked | null> => {
  const form = item.faults.some(({ severity }) => severity === 'error') ? null : formOf(item)
  if (form === null) return null
  const answer = (reply: ServerReply): string =>
    answerForm(item, reply.action === 'accept' ? accepted(reply) : { action: 'decline' })
  const reply = await ask(
    { kind: 'form', form, ...(forwarded === null ? {} : { forwarded }) },
    { check: (given) => answerOrRefuse(() => answer(given)) },
  )
  return { reply, message: reply.action === 'cancel' ? null : answer(reply) }
}

const fieldSchema = z.object({ field: z.string() })

const accepted = (reply: Extract<ServerReply, { action: 'accept' }>): FormReply => ({
  action: 'accept',
  values: reply.values ?? {},
  ...(reply.quantities === undefined ? {} : { quantities: reply.quantities }),
})

/** What is wrong with an answer is said at its field. */
const answerOrRefuse = (answer: () => string): void => {
  try {
    answer()
  } catch (thrown) {
    if (!(thrown instanceof SatchelError) || thrown.code !== 'thread_message_invalid') throw thrown
    throw new SatchelError('invalid_request', {
      params: { problem: String(thrown.params['problem'] ?? '') },
      details: { pointer: fieldSchema.safeParse(thrown.details).data?.field ?? '' },
      cause: thrown,
    })
  }
}
