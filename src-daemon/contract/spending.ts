import { z } from 'zod'

/** What a million tokens cost, in US dollars. */
export const modelPriceSchema = z.object({
  input: z.number().nonnegative().max(100_000),
  output: z.number().nonnegative().max(100_000),
})
export type ModelPrice = z.infer<typeof modelPriceSchema>

/** A price that may be another one for requests of more than `above` tokens; the smallest first. */
export const listPriceSchema = modelPriceSchema.extend({
  longer: z.array(modelPriceSchema.extend({ above: z.int().positive() })).optional(),
})
export type ListPrice = z.infer<typeof listPriceSchema>

/** Where a price is from: the owner, or the list that comes with Satchel, as of a date. Models on this computer cost nothing. */
export const knownPriceSchema = listPriceSchema.extend({
  from: z.enum(['owner', 'list', 'here']),
  /** Of the list; null for others. */
  asOf: z.iso.date().nullable(),
})
export type KnownPrice = z.infer<typeof knownPriceSchema>

/** Tokens, and what they cost. */
export const costSchema = z.object({
  prompt: z.int().nonnegative(),
  output: z.int().nonnegative(),
  /** Of these, the tokens that Satchel counted itself, because the model's server didn't report them. */
  counted: z.int().nonnegative(),
  /** Millionths of a US dollar, of the tokens whose price is known. */
  micros: z.int().nonnegative(),
  /** Tokens whose price isn't known; nothing is made up for them. */
  unpriced: z.int().nonnegative(),
})
export type Cost = z.infer<typeof costSchema>

/** What one model used in a month. */
export const modelUseSchema = z.object({
  model: z.string(),
  /** Its name without that of its server. */
  name: z.string(),
  leavesMachine: z.boolean(),
  cost: costSchema,
  /** What it costs now; null if unknown. */
  price: knownPriceSchema.nullable(),
})
export type ModelUse = z.infer<typeof modelUseSchema>

/** What a limit of a month is about: models whose messages leave this computer. */
export const limitKindSchema = z.enum(['money', 'tokens'])
export type LimitKind = z.infer<typeof limitKindSchema>

export const monthUseSchema = z.object({
  /** `2026-11`, in the owner's time zone. */
  month: z.string(),
  total: costSchema,
  /** The same of models whose messages leave this computer: what the limits are about. */
  away: costSchema,
  /** The dearest first. */
  models: z.array(modelUseSchema),
  /** Months with any use, newest first. */
  months: z.array(z.string()),
})
export type MonthUse = z.infer<typeof monthUseSchema>
