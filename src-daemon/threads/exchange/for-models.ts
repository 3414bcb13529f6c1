import { threadMessageSchema } from '../../contract/thread-cards.ts'
import { isRecord } from '../../platform/is-record.ts'
import { MASK, US } from './secrets.ts'

/**
 * The result of a call as a model may read it: what a person filled in for another agent went to that agent, not to the model. A decision
 * stays, since its choices are the agent's own words.
 */
export const withoutAnswers = <T extends Readonly<Record<string, unknown>> | null>(output: T): T => {
  const messages: unknown = output?.['messages']
  if (output === null || !Array.isArray(messages)) return output
  return { ...output, messages: messages.map(withoutAnswer) }
}

const withoutAnswer = (given: unknown): unknown => {
  const message = threadMessageSchema.safeParse(given)
  if (!message.success || message.data.metadata['actor'] !== US) return given
  return { ...message.data, content: message.data.content.map(withoutValues) }
}

const withoutValues = (raw: string): string => {
  const message = objectIn(raw)
  const data = message?.['data']
  if (!isRecord(data) || !Array.isArray(data['fields'])) return raw
  const fields = (data['fields'] as unknown[]).map((field) =>
    isRecord(field) && field['value'] !== undefined && field['value'] !== ''
      ? { ...field, value: MASK }
      : field,
  )
  return JSON.stringify({ ...message, data: { ...data, fields } })
}

/** Any tool may say that something was the user's, in whatever form. */
const objectIn = (raw: string): Readonly<Record<string, unknown>> | null => {
  try {
    const value: unknown = JSON.parse(raw)
    return isRecord(value) ? value : null
  } catch {
    return null
  }
}
