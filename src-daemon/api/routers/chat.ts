import { z } from 'zod'
import {
  chatDraftSchema,
  chatEventSchema,
  conversationSchema,
  imageInputSchema,
  messageHitSchema,
  messageInputSchema,
  messageSchema,
  messageResourcesSchema,
  turnBudgetSchema,
  type ChatEvent,
} from '../../contract/chat.ts'
import { exportFormatSchema, exportedFileSchema, importReportSchema } from '../../contract/chat-transfer.ts'
import { withoutUnseen } from '../../chat/index.ts'
import { approvalModeSchema } from '../../contract/approvals.ts'
import { costSchema } from '../../contract/spending.ts'
import { decidedBy } from './approvals.ts'
import { byOwner, router } from '../core/trpc.ts'

const idInput = z.object({ id: z.string() })
/** What is pasted may have more in it than its reader sees. */
const said = z.string().transform(withoutUnseen).pipe(z.string().trim().min(1).max(100_000))
const turnOutput = z.object({ turnId: z.string() })

/** Conversations and their turns. */
export const chatRouter = router({
  conversations: byOwner
    .input(
      z.object({
        limit: z.int().min(1).max(200).default(50),
        cursor: z.string().optional(),
        archived: z.boolean().optional(),
        pinned: z.boolean().optional(),
      }),
    )
    .output(z.object({ items: z.array(conversationSchema), cursor: z.string().nullable() }))
    .query(({ ctx, input }) => ctx.daemon.chat.conversations(input)),

  conversation: byOwner
    .input(idInput)
    .output(conversationSchema)
    .query(({ ctx, input }) => ctx.daemon.chat.conversation(input.id)),

  /** What all answers in it cost. */
  cost: byOwner
    .input(idInput)
    .output(costSchema)
    .query(({ ctx, input }) => ctx.daemon.chat.cost(input.id)),

  messages: byOwner
    .input(
      z.object({
        conversationId: z.string(),
        limit: z.int().min(1).max(500).default(100),
        before: z.string().optional(),
      }),
    )
    .output(z.array(messageSchema))
    .query(({ ctx, input }) => ctx.daemon.chat.messages(input)),

  suggestions: byOwner
    .input(z.object({ limit: z.int().min(1).max(12).default(3), skills: z.boolean().default(true) }))
    .output(z.array(z.string()))
    .query(({ ctx, input }) => ctx.daemon.chat.suggestions(input.limit, input)),

  /** Returns when the message is stored; the answer arrives as events. */
  send: byOwner
    .input(
      z.object({
        conversationId: z.string().optional(),
        text: said,
        capability: z.string().optional(),
        model: z.string().optional(),
        images: z.array(imageInputSchema).max(4).optional(),
        resources: messageResourcesSchema.optional(),
        temporary: z.boolean().optional(),
        approvals: approvalModeSchema.optional(),
        persona: z.string().nullable().optional(),
        unattended: z.boolean().optional(),
      }),
    )
    .output(z.object({ conversationId: z.string(), turnId: z.string() }))
    .mutation(({ ctx, input }) => ctx.daemon.chat.send(input)),

  /** Sends it when the answer that is being written has ended; at once, with its turn, if none is. */
  enqueue: byOwner
    .input(messageInputSchema.extend({ conversationId: z.string(), text: said }))
    .output(z.object({ turnId: z.string().nullable() }))
    .mutation(({ ctx, input }) => ctx.daemon.chat.enqueue(input)),

  unqueue: byOwner
    .input(idInput)
    .output(messageInputSchema)
    .mutation(({ ctx, input }) => ctx.daemon.chat.unqueue(input.id)),

  sendQueued: byOwner
    .input(idInput)
    .output(conversationSchema)
    .mutation(({ ctx, input }) => ctx.daemon.chat.sendQueued(input.id)),

  fork: byOwner
    .input(z.object({ messageId: z.string() }))
    .output(conversationSchema)
    .mutation(({ ctx, input }) => ctx.daemon.chat.fork(input.messageId)),

  search: byOwner
    .input(z.object({ question: z.string().max(500), limit: z.int().min(1).max(200).default(50) }))
    .output(z.object({ hits: z.array(messageHitSchema), complete: z.boolean() }))
    .query(({ ctx, input }) => ctx.daemon.chat.search(input)),

  export: byOwner
    .input(idInput.extend({ format: exportFormatSchema }))
    .output(exportedFileSchema)
    .query(({ ctx, input }) => ctx.daemon.chat.export(input.id, input.format)),

  /** Some of the conversations of an export; a client sends many in several calls. */
  import: byOwner
    .input(z.object({ conversations: z.array(z.unknown()).max(500) }))
    .output(importReportSchema)
    .mutation(({ ctx, input }) => ctx.daemon.chat.import(input.conversations)),

  draft: byOwner
    .input(z.object({ conversationId: z.string().nullable() }))
    .output(chatDraftSchema.nullable())
    .query(({ ctx, input }) => ctx.daemon.chat.draft(input.conversationId)),

  saveDraft: byOwner
    .input(z.object({ conversationId: z.string().nullable(), draft: chatDraftSchema.nullable() }))
    .mutation(({ ctx, input }) => {
      ctx.daemon.chat.saveDraft(input.conversationId, input.draft)
    }),

  regenerate: byOwner
    .input(z.object({ messageId: z.string(), model: z.string().optional() }))
    .output(turnOutput)
    .mutation(({ ctx, input }) => ctx.daemon.chat.regenerate(input)),

  edit: byOwner
    .input(z.object({ messageId: z.string(), text: said, capability: z.string().optional() }))
    .output(turnOutput)
    .mutation(({ ctx, input }) => ctx.daemon.chat.edit(input)),

  versions: byOwner
    .input(z.object({ messageId: z.string() }))
    .output(z.array(messageSchema))
    .query(({ ctx, input }) => ctx.daemon.chat.versions(input.messageId)),

  showBranch: byOwner
    .input(z.object({ messageId: z.string() }))
    .output(conversationSchema)
    .mutation(({ ctx, input }) => ctx.daemon.chat.showBranch(input.messageId)),

  configure: byOwner
    .input(
      idInput.extend({
        model: z.string().nullable().optional(),
        memory: z.boolean().optional(),
        pinned: z.boolean().optional(),
        archived: z.boolean().optional(),
        approvals: approvalModeSchema.optional(),
        persona: z.string().nullable().optional(),
      }),
    )
    .output(conversationSchema)
    .mutation(({ ctx, input }) => ctx.daemon.chat.configure(input)),

  decideFact: byOwner
    .input(z.object({ messageId: z.string(), index: z.int().nonnegative(), keep: z.boolean() }))
    .output(messageSchema)
    .mutation(({ ctx, input }) => ctx.daemon.chat.decideFact(input)),

  attachment: byOwner
    .input(idInput)
    .output(z.object({ mediaType: z.string(), base64: z.string() }))
    .query(({ ctx, input }) => ctx.daemon.chat.attachment(input.id)),

  /** A picture that an answer or a document names; its host is asked only now. */
  picture: byOwner
    .input(z.object({ url: z.string().max(4096) }))
    .output(z.object({ mediaType: z.string(), base64: z.string() }))
    .query(async ({ ctx, input }) => {
      const { mediaType, bytes } = await ctx.daemon.fetchImage(input.url)
      return { mediaType, base64: bytes.toString('base64') }
    }),

  stop: byOwner.input(z.object({ turnId: z.string() })).mutation(({ ctx, input }) => {
    ctx.daemon.chat.stop(input.turnId)
  }),

  /** Lets a running turn go on for as much again: null if it has ended. */
  extend: byOwner
    .input(z.object({ turnId: z.string() }))
    .output(z.object({ budget: turnBudgetSchema.nullable() }))
    .mutation(({ ctx, input }) => ({ budget: ctx.daemon.chat.extend(input.turnId) })),

  /** The same for the turn of one conversation, or for all turns. */
  extendIn: byOwner
    .input(z.object({ conversationId: z.string().optional() }))
    .output(
      z.object({
        extended: z.array(turnOutput.extend({ conversationId: z.string(), budget: turnBudgetSchema })),
      }),
    )
    .mutation(({ ctx, input }) => ({ extended: ctx.daemon.chat.extendIn(input.conversationId) })),

  /** Ends the turn of one conversation, or all turns. */
  stopIn: byOwner
    .input(z.object({ conversationId: z.string().optional() }))
    .output(z.object({ stopped: z.array(turnOutput.extend({ conversationId: z.string() })) }))
    .mutation(async ({ ctx, input }) => ({
      stopped: await ctx.daemon.chat.stopIn(input.conversationId),
    })),

  submitForm: byOwner
    .input(
      z.object({
        messageId: z.string(),
        index: z.int().nonnegative(),
        values: z.record(z.string(), z.unknown()),
      }),
    )
    .output(turnOutput)
    .mutation(({ ctx, input }) => ctx.daemon.chat.submitForm(input)),

  rename: byOwner
    .input(idInput.extend({ title: z.string().trim().min(1).max(200) }))
    .output(conversationSchema)
    .mutation(({ ctx, input }) => ctx.daemon.chat.rename(input)),

  remove: byOwner.input(idInput).mutation(({ ctx, input }) => {
    ctx.daemon.chat.remove(input.id, decidedBy(ctx.caller, 'terminal'))
  }),

  /** Events of one conversation, or of all. Subscribe before loading, so that no event is missed. */
  events: byOwner.input(z.object({ conversationId: z.string().optional() })).subscription(async function* ({
    ctx,
    input,
    signal,
  }): AsyncGenerator<ChatEvent> {
    const events = ctx.daemon.chat.events({ ...input, signal: signal ?? AbortSignal.timeout(0) })
    for await (const event of events) yield chatEventSchema.parse(event)
  }),
})
