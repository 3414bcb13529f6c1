import { sayProblems, type SchemaChecker } from '../schemas/index.ts'
import { SatchelError } from '../platform/errors.ts'
import { isRecord } from '../platform/is-record.ts'
import type { FormPart, Message } from '../contract/chat.ts'

/** The form at `index`, when it still waits for an answer. Errors: `form_not_open`. */
export const openFormAt = (message: Message, index: number): FormPart => {
  const part = message.parts[index]
  if (part?.type !== 'form' || part.status !== 'open') throw new SatchelError('form_not_open')
  return part
}

/** The complete arguments: the known ones and what the user filled in. Errors: `validation_failed` with the pointers. */
export const filledValues = async (
  form: FormPart,
  values: Readonly<Record<string, unknown>>,
  checker: SchemaChecker,
): Promise<Record<string, unknown>> => {
  const filled = merge(form.values, values)
  const problems = await checker.check(form.schema, filled)
  if (problems.length === 0) return filled
  throw new SatchelError('validation_failed', {
    params: { problem: sayProblems(problems) },
    details: { pointers: problems.map(({ pointer }) => pointer), problems },
  })
}

/** The message with the form at `index` settled. */
export const withForm = (message: Message, index: number, form: FormPart): Message => ({
  ...message,
  parts: message.parts.toSpliced(index, 1, form),
})

/** The message with every open form dismissed; null if it has none. */
export const dismissForms = (message: Message): Message | null => {
  if (!message.parts.some((part) => part.type === 'form' && part.status === 'open')) return null
  const parts = message.parts.map((part) =>
    part.type === 'form' && part.status === 'open' ? { ...part, status: 'dismissed' as const } : part,
  )
  return { ...message, parts }
}

const merge = (
  known: Readonly<Record<string, unknown>>,
  given: Readonly<Record<string, unknown>>,
): Record<string, unknown> => {
  const merged: Record<string, unknown> = { ...known }
  for (const [name, value] of Object.entries(given)) {
    const before = known[name]
    const filled = isRecord(before) && isRecord(value) ? merge(before, value) : value
    // Plain assignment would run the setter of `__proto__`.
    Object.defineProperty(merged, name, {
      value: filled,
      enumerable: true,
      configurable: true,
      writable: true,
    })
  }
  return merged
}
