import { z } from 'zod'

/**
 * Schemas of AITP messages are written once and built in two dialects: `strict` for what we send, which has exactly the
 * specified members, and `tolerant` for what others send. There unknown members are kept, numbers are read as ids, defaults
 * apply, and a choice may be one that a newer version added (aitp.md 1).
 */
export interface Dialect {
  readonly object: <S extends z.core.$ZodLooseShape>(shape: S) => z.ZodObject<S>
  /** An id: text; others' may be numbers, which are read as text. */
  readonly id: z.ZodType<string, string>
  /** A member that has a default: left out of what we send, filled in when we read. */
  readonly or: <T>(schema: z.ZodType<T>, value: T) => z.ZodType<T, T | undefined>
  /** One of some texts; of others, any text. Who reads it treats an unknown one as the first. */
  readonly choice: <const V extends readonly [string, ...string[]]>(values: V) => z.ZodType<string, V[number]>
}

const MAX_ID = 1000

export const strict: Dialect = {
  object: (shape) => z.strictObject(shape),
  id: z.string().min(1).max(MAX_ID),
  // The output of what is only written is never looked at.
  or: (schema) => schema.optional() as unknown as ReturnType<Dialect['or']> as never,
  choice: (values) => z.enum(values),
}

export const tolerant: Dialect = {
  object: (shape) => z.looseObject(shape),
  id: z
    .union([z.string().min(1).max(MAX_ID), z.number().transform(String)])
    .pipe(z.string()) as unknown as z.ZodType<string, string>,
  or: (schema, value) => schema.default(value as never) as never,
  choice: () => z.string(),
}

/** An amount of money as exact decimal text (AITP-01). */
export const amountSchema = z.string().regex(/^\d{1,60}(\.\d{1,40})?$/)

/** RFC 3339 with a zone; offsets are allowed. */
export const dateTimeSchema = z.iso.datetime({ offset: true })

/** `ed25519:` and 64 bytes in base64. Others' are read as any text: the published examples have `ed25519:...`. */
export const signatureIn = (dialect: Dialect): z.ZodType<string, string> =>
  dialect === strict ? z.string().regex(/^ed25519:[A-Za-z0-9+/]{86}==$/) : z.string()

/** An address. Others' are read as any text: what they may be used for is judged with their place. */
export const uriIn = (d: Dialect): z.ZodType<string, string> =>
  d === strict
    ? z
        .string()
        .regex(/^[a-z][a-z\d+.-]*:[\w\-.~:/?#[\]@!$&'()*+,;=%]+$/i)
        .refine((text) => URL.canParse(text))
    : z.string()

/** A label, a value and perhaps a link: a row of a receipt. */
export const detailsIn = (d: Dialect) =>
  z.array(d.object({ label: z.string(), value: z.union([z.string(), z.number()]), url: uriIn(d).optional() }))

const ERRORS = [
  'internal_error',
  'declined',
  'cancelled',
  'expired',
  'unsupported',
  'invalid_request',
  'wallet_unavailable',
  'insufficient_funds',
  'network_error',
] as const

/** Why a proposed request (06 to 09) wasn't done. */
export const errorResponseIn = (d: Dialect) =>
  d.object({
    request_id: d.id,
    code: d.choice(ERRORS),
    message: z.string().optional(),
    retryable: z.boolean().optional(),
  })
