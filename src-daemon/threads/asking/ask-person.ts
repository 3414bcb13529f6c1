import { z } from 'zod'
import type { FormReply } from '../../contract/form.ts'
import type { ForwardedFrom, ServerQuestion, ServerReply } from '../../contract/servers.ts'
import type { AskOptions } from '../../mcp/index.ts'
import { SatchelError } from '../../platform/errors.ts'
import { answerForm } from '../forms/answer-form.ts'
import { formOf } from '../forms/form-of.ts'
import type { MessageItem } from '../messages/read-content.ts'
import { fetchForm, type FormFetcher } from './fetch-form.ts'

/** Puts a question to the person and waits for the reply. */
export type AskQuestion = (question: ServerQuestion, options?: AskOptions) => Promise<ServerReply>

/** What a person said to a request: the reply, the message that it is (null without an answer), and the request as they were asked it. */
export interface Asked {
  readonly reply: ServerReply
  readonly message: string | null
  readonly item: MessageItem
}

/**
 * Asks the person what a decision or a request for data asks, and writes the answer. An answer that doesn't fit the request is asked
 * for again. A form at another address is loaded with `fetcher`. Null for a request that has no form, or none that may be filled in.
 *
 * @throws SatchelError `thread_form_unusable`, and those of the network guard
 */
export const askPerson = async (
  given: MessageItem,
  ask: AskQuestion,
  forwarded: ForwardedFrom | null = null,
  fetcher: FormFetcher | null = null,
): Promise<Asked | null> => {
  if (given.faults.some(({ severity }) => severity === 'error')) return null
  const { item, refused } =
    fetcher === null ? { item: given, refused: null } : await fetchForm(given, ask, fetcher)
  if (refused === 'cancel') return null
  if (refused === 'decline')
    return { reply: { action: 'decline' }, message: answerForm(item, { action: 'decline' }), item }
  const form = formOf(item)
  if (form === null) return null
  const answer = (reply: ServerReply): string =>
    answerForm(item, reply.action === 'accept' ? accepted(reply) : { action: 'decline' })
  const reply = await ask(
    { kind: 'form', form, ...(forwarded === null ? {} : { forwarded }) },
    { check: (reply) => answerOrRefuse(() => answer(reply)) },
  )
  return { reply, message: reply.action === 'cancel' ? null : answer(reply), item }
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
