import { z } from 'zod'
import { threadCardSchema, threadMessageSchema } from '../../contract/thread-cards.ts'
import { byOwner, router } from '../core/trpc.ts'

/** Structured messages between agents, as the user sees them. */
export const threadsRouter = router({
  /** What the messages of a conversation come to now: their states follow from them and the time. */
  cards: byOwner
    .input(z.object({ messages: z.array(threadMessageSchema).max(1000) }))
    .output(z.array(threadCardSchema))
    .query(async ({ ctx, input }) => [...(await ctx.daemon.threadCards(input.messages))]),
})
