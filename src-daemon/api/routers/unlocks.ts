import { z } from 'zod'
import { unlockRequestSchema, type UnlockRequest } from '../../contract/unlocks.ts'
import { byOwner, router } from '../core/trpc.ts'

/** What waits for the owner's keys to be unlocked. Only the window and the command line have access. */
export const unlocksRouter = router({
  /** All that waits, now and after each change. `identity.unlock` lets those of the vault go on. */
  pending: byOwner.subscription(async function* ({ ctx, signal }): AsyncGenerator<UnlockRequest[]> {
    const all = ctx.daemon.unlocks.watch(signal ?? AbortSignal.timeout(0))
    for await (const requests of all) yield requests.map((one) => unlockRequestSchema.parse(one))
  }),

  /** Ends a wait: with `retry` its work runs again, else it fails. Errors: `question_gone`. */
  answer: byOwner.input(z.object({ id: z.string(), retry: z.boolean() })).mutation(({ ctx, input }) => {
    ctx.daemon.unlocks.answer(input)
  }),
})
