import { z } from 'zod'
import { type Caller, capabilityRefSchema } from '../../contract/capability-ref.ts'
import {
  approvalAnswerSchema,
  approvalPreviewSchema,
  approvalRequestSchema,
  approvalSchema,
  settledRequestSchema,
  type ApprovalRequest,
  type DecidedBy,
} from '../../contract/approvals.ts'
import { byOwner, router } from '../core/trpc.ts'

/** How a command line got its answer; in a window, it is always the user's. */
const viaSchema = z.enum(['terminal', 'yes']).default('terminal')

/**
 * Approvals, and requests that wait for the user. Only the window and the command line have access: no model, package
 * or other program.
 */
export const approvalsRouter = router({
  /** All waiting requests, now and after each change; the same in all windows. */
  pending: byOwner.subscription(async function* ({ ctx, signal }): AsyncGenerator<ApprovalRequest[]> {
    const all = ctx.daemon.capabilities.approvals.watch(signal ?? AbortSignal.timeout(0))
    for await (const requests of all) yield requests.map((request) => approvalRequestSchema.parse(request))
  }),

  /** What a call made by hand would need approval for; null if it needs none. */
  preview: byOwner
    .input(z.object({ ref: capabilityRefSchema, input: z.unknown() }))
    .output(approvalPreviewSchema.nullable())
    .query(({ ctx, input }) => ctx.daemon.capabilities.preview(input.ref, input.input)),

  answer: byOwner
    .input(approvalAnswerSchema.extend({ via: viaSchema }))
    .mutation(({ ctx, input: { via, ...answer } }) => {
      ctx.daemon.capabilities.approvals.answer({ ...answer, by: decidedBy(ctx.caller, via) })
    }),

  list: byOwner
    .input(z.object({ ended: z.boolean().default(false) }))
    .output(z.array(approvalSchema))
    .query(({ ctx, input }) => [...ctx.daemon.capabilities.approvals.list(input)]),

  /** How a conversation's requests were settled. */
  settled: byOwner
    .input(z.object({ conversationId: z.string() }))
    .output(z.array(settledRequestSchema))
    .query(({ ctx, input }) => [...ctx.daemon.capabilities.approvals.settled(input.conversationId)]),

  revoke: byOwner
    .input(z.object({ id: z.string(), via: viaSchema }))
    .mutation(({ ctx, input: { id, via } }) => {
      ctx.daemon.capabilities.approvals.revoke({ id, by: decidedBy(ctx.caller, via) })
    }),

  /** Revokes all approvals of a capability, or all there are. */
  revokeAll: byOwner
    .input(z.object({ capability: z.string().nullable(), via: viaSchema }))
    .output(z.object({ count: z.int() }))
    .mutation(({ ctx, input: { capability, via } }) => ({
      count: ctx.daemon.capabilities.approvals.revokeAll({ capability, by: decidedBy(ctx.caller, via) }),
    })),
})

/** The carrier determines who answers; only a command line can say how it asked. */
export const decidedBy = (caller: Caller, via: z.infer<typeof viaSchema>): DecidedBy =>
  caller === 'renderer' ? 'renderer' : via === 'yes' ? 'cli_yes' : 'cli'
