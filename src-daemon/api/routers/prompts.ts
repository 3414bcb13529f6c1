import { z } from 'zod'
import {
  LONGEST_PROMPT,
  personaInputSchema,
  personaSchema,
  promptInputSchema,
  promptSchema,
} from '../../contract/prompts.ts'
import { byOwner, router } from '../core/trpc.ts'

const idInput = z.object({ id: z.string() })
const mayHaveId = { id: z.string().optional() }

/** Personas and prompts of the owner; those of servers are in `servers`. */
export const promptsRouter = router({
  personas: byOwner.output(z.array(personaSchema)).query(({ ctx }) => [...ctx.daemon.prompts.personas()]),

  /** Without an id, adds one. */
  savePersona: byOwner
    .input(personaInputSchema.extend(mayHaveId))
    .output(personaSchema)
    .mutation(({ ctx, input }) => ctx.daemon.prompts.savePersona(input)),

  removePersona: byOwner.input(idInput).mutation(({ ctx, input }) => {
    ctx.daemon.prompts.removePersona(input.id)
  }),

  list: byOwner.output(z.array(promptSchema)).query(({ ctx }) => [...ctx.daemon.prompts.prompts()]),

  /** Without an id, adds one. */
  save: byOwner
    .input(promptInputSchema.extend(mayHaveId))
    .output(promptSchema)
    .mutation(({ ctx, input }) => ctx.daemon.prompts.savePrompt(input)),

  remove: byOwner.input(idInput).mutation(({ ctx, input }) => {
    ctx.daemon.prompts.removePrompt(input.id)
  }),

  /** The text with its variables filled in. */
  fill: byOwner
    .input(idInput.extend({ values: z.record(z.string(), z.string().max(LONGEST_PROMPT)) }))
    .output(z.object({ text: z.string() }))
    .query(({ ctx, input }) => ({ text: ctx.daemon.prompts.fill(input) })),
})
