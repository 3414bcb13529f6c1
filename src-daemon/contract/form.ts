import { z } from 'zod'

/** A value that can be filled in: that of MCP's elicitation. Several choices are a list. */
export const formValueSchema = z.union([
  z.string().max(20_000),
  z.number(),
  z.boolean(),
  z.array(z.string().max(2000)).max(200),
])
export type FormValue = z.infer<typeof formValueSchema>

/** One of the answers that a field offers; everything but its value is only shown. */
export const formChoiceSchema = z.object({
  value: z.string(),
  label: z.string(),
  description: z.string().nullable(),
  /** Address of a picture; not fetched before somebody agrees to its host. */
  image: z.string().nullable(),
  link: z.string().nullable(),
  /** `99.99 USD`. */
  price: z.string().nullable(),
  /** 0 to 5. */
  stars: z.number().nullable(),
  reviews: z.int().nullable(),
  /** The value of the choice that this one is a variant of. */
  variantOf: z.string().nullable(),
})
export type FormChoice = z.infer<typeof formChoiceSchema>

export const formFieldSchema = z.object({
  id: z.string(),
  label: z.string(),
  description: z.string().nullable(),
  kind: z.enum([
    'text',
    'multiline',
    'number',
    'integer',
    'boolean',
    'email',
    'phone',
    'url',
    'date',
    'date_time',
    'choice',
    'choices',
    /** Several texts that aren't offered. */
    'texts',
    /** Anything else, as the text of JSON. */
    'json',
  ]),
  /** Of a field in a section that may be left out: once anything in that is filled in. */
  required: z.boolean(),
  initial: formValueSchema.nullable(),
  choices: z.array(formChoiceSchema),
  /** Whether another text than those of the choices can be given. */
  other: z.boolean(),
  /** How many of each choice is asked, too. */
  quantities: z.boolean(),
  /** How choices are shown: in a menu, one below the other, as buttons that send the form, or as cards with pictures. */
  display: z.enum(['menu', 'list', 'buttons', 'cards']),
  /** What a number, or the characters of a text, are at least and at most. */
  min: z.number().nullable(),
  max: z.number().nullable(),
  /** The id of its section; null at the top. */
  section: z.string().nullable(),
  /** What it is, in the words of HTML's `autocomplete`; it may be filled in from the user's profile. */
  autocomplete: z.string().nullable(),
  /** Whether it is kept from the screen, logs, prompts and the transcript. */
  secret: z.boolean(),
})
export type FormField = z.infer<typeof formFieldSchema>

/** Fields that belong together. */
export const formSectionSchema = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string().nullable(),
  /** The section that it is part of. */
  parent: z.string().nullable(),
  /** Whether it may not be left out as a whole. */
  required: z.boolean(),
})
export type FormSection = z.infer<typeof formSectionSchema>

/** What a person is asked, by any party: an MCP server, an agent (AITP, A2A), a package or the planner. */
export const formSchema = z.object({
  title: z.string().nullable(),
  /** Why it is asked, in the words of who asks. */
  description: z.string().nullable(),
  /** The words on the button that sends it; null for the usual ones. */
  submit: z.string().nullable(),
  fields: z.array(formFieldSchema),
  sections: z.array(formSectionSchema),
})
export type Form = z.infer<typeof formSchema>

/** What was filled in, by field; one that was left empty is missing. */
export const formValuesSchema = z.record(z.string().max(1000), formValueSchema)
export type FormValues = z.infer<typeof formValuesSchema>

/** How many of each choice, where that is asked: 1 where nothing is said. */
export const formQuantitiesSchema = z.record(z.string().max(1000), z.int().positive())

/** What a person answered. */
export const formReplySchema = z.discriminatedUnion('action', [
  z.object({
    action: z.literal('accept'),
    values: formValuesSchema,
    quantities: formQuantitiesSchema.optional(),
  }),
  z.object({ action: z.literal('decline') }),
])
export type FormReply = z.infer<typeof formReplySchema>
