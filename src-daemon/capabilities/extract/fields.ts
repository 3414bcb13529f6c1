import { z } from 'zod'
import { isRecord } from '../../platform/is-record.ts'

/** The most that is kept of a text, in UTF-16 units; a longer one isn't what was asked for. */
const LONGEST = 20_000
const MOST_FIELDS = 40
const MOST_CHOICES = 100

const fieldSchema = z.looseObject({
  type: z.enum(['string', 'number', 'integer', 'boolean']).optional(),
  format: z.string().optional(),
  enum: z
    .array(z.union([z.string(), z.number(), z.boolean()]))
    .min(1)
    .max(MOST_CHOICES)
    .optional(),
})
type Field = z.infer<typeof fieldSchema>

/** What is to be found in a text: a JSON Schema of an object whose members hold one plain value each. */
export const extractSchema = z.looseObject({
  type: z.literal('object'),
  properties: z
    .record(z.string().regex(/^[\p{L}_][\p{L}\p{N}_-]{0,60}$/u), fieldSchema)
    .refine((fields) => Object.keys(fields).length <= MOST_FIELDS),
  required: z.array(z.string()).optional(),
})
export type ExtractSchema = z.infer<typeof extractSchema>

/** What was found: values that can't carry a sentence, and texts, which can. */
export interface Extracted {
  readonly small: Readonly<Record<string, string | number | boolean | null>>
  readonly texts: Readonly<Record<string, string>>
}

/** The values in a model's answer that is to be JSON; null if it isn't, or one of them isn't what was asked for. */
export const extractedFrom = (
  answer: string,
  { properties, required = [] }: ExtractSchema,
): Extracted | null => {
  const read = jsonIn(answer)
  if (read === null) return null
  const small: Record<string, string | number | boolean | null> = {}
  const texts: Record<string, string> = {}
  for (const [name, field] of Object.entries(properties)) {
    const value = Object.hasOwn(read, name) ? read[name] : null
    if (value === null || value === undefined) {
      if (required.includes(name)) return null
      small[name] = null
    } else if (isText(field)) {
      if (typeof value !== 'string' || value.length > LONGEST) return null
      texts[name] = value
    } else {
      if (!isSmall(field, value)) return null
      small[name] = value
    }
  }
  return { small, texts }
}

const jsonIn = (answer: string): Readonly<Record<string, unknown>> | null => {
  const [from, to] = [answer.indexOf('{'), answer.lastIndexOf('}')]
  try {
    const read: unknown = from === -1 ? null : JSON.parse(answer.slice(from, to + 1))
    return isRecord(read) ? read : null
  } catch {
    return null
  }
}

/** Whether it can hold any words. */
const isText = ({ type, format, enum: members }: Field): boolean =>
  members === undefined && (type ?? 'string') === 'string' && format !== 'date' && format !== 'date-time'

const isSmall = (
  { type, format, enum: members }: Field,
  value: unknown,
): value is string | number | boolean => {
  if (members !== undefined) return members.some((member) => member === value)
  if (type === 'boolean') return typeof value === 'boolean'
  if (type === 'number' || type === 'integer')
    return (
      typeof value === 'number' && Number.isFinite(value) && (type === 'number' || Number.isInteger(value))
    )
  if (typeof value !== 'string' || !(format === 'date' ? DATE : INSTANT).test(value)) return false
  return !Number.isNaN(Date.parse(value))
}

const DATE = /^\d{4}-\d\d-\d\d$/u
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d)$/u
