import { z } from 'zod'
import { chatEventSchema, conversationSchema, messageSchema, type ChatEvent } from '../chat/types.ts'
import { byOwner, router } from './trpc.ts'

const idInput = z.object({ id: z.string() })

/** Conversations and the turns in them. */
export const chatRouter = router({
  conversations: byOwner
    .input(z.object({ limit: z.int().min(1).max(200).default(50), cursor: z.string().optional() }))
    .output(z.object({ items: z.array(conversationSchema), cursor: z.string().nullable() }))
    .query(({ ctx, input }) => ctx.services.chat.conversations(input)),

  conversation: byOwner
    .input(idInput)
    .output(conversationSchema)
    .query(({ ctx, input }) => ctx.services.chat.conversation(input.id)),

  messages: byOwner
    .input(
      z.object({
        conversationId: z.string(),
        limit: z.int().min(1).max(500).default(100),
        before: z.string().optional(),
      }),
    )
    .output(z.array(messageSchema))
    .query(({ ctx, input }) => ctx.services.chat.messages(input)),

  suggestions: byOwner
    .input(z.object({ limit: z.int().min(1).max(12).default(3) }))
    .output(z.array(z.string()))
    .query(({ ctx, input }) => ctx.services.chat.suggestions(input.limit)),

  /** Returns when the message is stored; the answer arrives as events. */
  send: byOwner
    .input(
      z.object({
        conversationId: z.string().optional(),
        text: z.string().trim().min(1).max(100_000),
        capability: z.string().optional(),
        model: z.string().optional(),
      }),
    )
    .output(z.object({ conversationId: z.string(), turnId: z.string() }))
    .mutation(({ ctx, input }) => ctx.services.chat.send(input)),

  stop: byOwner.input(z.object({ turnId: z.string() })).mutation(({ ctx, input }) => {
    ctx.services.chat.stop(input.turnId)
  }),

  submitForm: byOwner
    .input(
      z.object({
        messageId: z.string(),
        index: z.int().nonnegative(),
        values: z.record(z.string(), z.unknown()),
      }),
    )
    .output(z.object({ turnId: z.string() }))
    .mutation(({ ctx, input }) => ctx.services.chat.submitForm(input)),

  rename: byOwner
    .input(idInput.extend({ title: z.string().trim().min(1).max(200) }))
    .output(conversationSchema)
    .mutation(({ ctx, input }) => ctx.services.chat.rename(input)),

  remove: byOwner.input(idInput).mutation(({ ctx, input }) => {
    ctx.services.chat.remove(input.id)
  }),

  /** Events of one conversation, or of all. Subscribe first, then load: nothing is missed. */
  events: byOwner.input(z.object({ conversationId: z.string().optional() })).subscription(async function* ({
    ctx,
    input,
    signal,
  }): AsyncGenerator<ChatEvent> {
    const events = ctx.services.chat.events({ ...input, signal: signal ?? AbortSignal.timeout(0) })
    for await (const event of events) yield chatEventSchema.parse(event)
  }),
})
