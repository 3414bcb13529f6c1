import { z } from 'zod'
import { threadCardSchema, threadMessageSchema } from '../../contract/thread-cards.ts'
import {
  requestPoliciesSchema,
  setRequestPolicySchema,
  threadAnswerSchema,
  threadForwardSchema,
  threadIdSchema,
  threadJoinSchema,
  threadLoadFormSchema,
  threadOpenSchema,
  threadPaymentAnswerSchema,
  threadPaymentPlanSchema,
  threadPeerSchema,
  threadSaySchema,
  threadSummarySchema,
  threadViewSchema,
  threadWalletAnswerSchema,
  threadWalletPlanSchema,
} from '../../contract/thread-conversations.ts'
import { walletPlanSchema } from '../../contract/wallets.ts'
import { byOwner, router } from '../core/trpc.ts'

const one = z.object({ id: threadIdSchema })

/** Structured messages between agents, as the user sees them, and conversations with other agents. */
export const threadsRouter = router({
  /** What the messages of a conversation come to now: their states follow from them and the time. */
  cards: byOwner
    .input(z.object({ messages: z.array(threadMessageSchema).max(1000) }))
    .output(z.array(threadCardSchema))
    .query(async ({ ctx, input }) => [...(await ctx.daemon.threadCards(input.messages))]),

  list: byOwner.output(z.array(threadSummarySchema)).query(({ ctx }) => [...ctx.daemon.threads.list()]),

  get: byOwner
    .input(one)
    .output(threadViewSchema)
    .query(({ ctx, input }) => ctx.daemon.threads.view(input.id)),

  open: byOwner
    .input(threadOpenSchema)
    .output(threadSummarySchema)
    .mutation(({ ctx, input }) => ctx.daemon.threads.open(input)),

  join: byOwner
    .input(threadJoinSchema)
    .output(threadSummarySchema)
    .mutation(({ ctx, input }) => ctx.daemon.threads.join(input)),

  send: byOwner.input(threadSaySchema).mutation(async ({ ctx, input }) => {
    await ctx.daemon.threads.send(input)
  }),

  answer: byOwner.input(threadAnswerSchema).mutation(async ({ ctx, input }) => {
    await ctx.daemon.threads.answer(input)
  }),

  /** What an account would sign, send or tell; nothing is done. It asks networks, so that it may take long. */
  prepareWallet: byOwner
    .input(threadWalletPlanSchema)
    .output(walletPlanSchema)
    .mutation(({ ctx, input }) => ctx.daemon.threads.prepareWallet(input)),

  answerWallet: byOwner.input(threadWalletAnswerSchema).mutation(async ({ ctx, input }) => {
    await ctx.daemon.threads.answerWallet(input)
  }),

  /** What will be paid to whom; nothing is. It asks networks, so that it may take long. */
  preparePayment: byOwner
    .input(threadPaymentPlanSchema)
    .output(walletPlanSchema)
    .mutation(({ ctx, input }) => ctx.daemon.threads.preparePayment(input)),

  answerPayment: byOwner.input(threadPaymentAnswerSchema).mutation(async ({ ctx, input }) => {
    await ctx.daemon.threads.answerPayment(input)
  }),

  loadForm: byOwner.input(threadLoadFormSchema).mutation(async ({ ctx, input }) => {
    await ctx.daemon.threads.loadForm(input)
  }),

  forward: byOwner
    .input(threadForwardSchema)
    .output(z.object({ inWords: z.boolean(), comesBack: z.boolean() }))
    .mutation(({ ctx, input }) => ctx.daemon.threads.forward(input)),

  policies: byOwner
    .input(z.object({ peer: threadPeerSchema }))
    .output(requestPoliciesSchema)
    .query(({ ctx, input }) => ctx.daemon.threads.policies(input.peer)),

  setPolicy: byOwner.input(setRequestPolicySchema).mutation(({ ctx, input }) => {
    ctx.daemon.threads.setPolicy(input)
  }),

  leave: byOwner.input(one).mutation(async ({ ctx, input }) => {
    await ctx.daemon.threads.leave(input.id)
  }),

  remove: byOwner.input(one).mutation(({ ctx, input }) => {
    ctx.daemon.threads.remove(input.id)
  }),

  seen: byOwner.input(one).mutation(({ ctx, input }) => {
    ctx.daemon.threads.seen(input.id)
  }),
})
