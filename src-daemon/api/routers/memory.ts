import { z } from 'zod'
import { factSchema, LONGEST_FACT } from '../../contract/memory.ts'
import { byOwner, router } from '../core/trpc.ts'

const value = z.string().trim().min(1).max(LONGEST_FACT)

/** Remembered facts about the user; only the user can change them here. */
export const memoryRouter = router({
  facts: byOwner.output(z.array(factSchema)).query(({ ctx }) => [...ctx.daemon.memory.facts()]),

  remember: byOwner
    .input(z.object({ value }))
    .output(factSchema)
    .mutation(({ ctx, input }) => ctx.daemon.memory.remember({ ...input, source: null, isAsked: true })),

  edit: byOwner
    .input(z.object({ key: z.string(), value }))
    .output(factSchema)
    .mutation(({ ctx, input }) => ctx.daemon.memory.edit(input)),

  pin: byOwner
    .input(z.object({ key: z.string(), pinned: z.boolean() }))
    .output(factSchema)
    .mutation(({ ctx, input }) => ctx.daemon.memory.pin(input)),

  forget: byOwner.input(z.object({ key: z.string() })).mutation(({ ctx, input }) => {
    ctx.daemon.memory.forget(input.key)
  }),
})
