import { z } from 'zod'

export const LONGEST_INSTRUCTIONS = 20_000
export const LONGEST_PROMPT = 50_000

const name = z.string().trim().min(1).max(100)

/** How the assistant answers in a conversation, in the owner's own words. */
export const personaInputSchema = z.object({
  name,
  instructions: z.string().trim().max(LONGEST_INSTRUCTIONS),
  /** Model of its conversations that have none of their own; null for the one in the settings. */
  model: z.string().max(600).nullable(),
  /** Installed names of the only capabilities its conversations use by themselves; null for all. Naming another one still works. */
  capabilities: z.array(z.string().min(1).max(2000)).max(500).nullable(),
})
export type PersonaInput = z.infer<typeof personaInputSchema>

export const personaSchema = personaInputSchema.extend({
  id: z.string(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type Persona = z.infer<typeof personaSchema>

/** A text of the owner to begin a message with; `{{name}}` in it is filled in when it is used. */
export const promptInputSchema = z.object({
  name,
  text: z.string().trim().min(1).max(LONGEST_PROMPT),
})
export type PromptInput = z.infer<typeof promptInputSchema>

export const promptSchema = promptInputSchema.extend({
  id: z.string(),
  /** The names in its `{{…}}`, in order, each once. */
  variables: z.array(z.string()),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type Prompt = z.infer<typeof promptSchema>
