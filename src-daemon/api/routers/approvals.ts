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

/** How a command line got its answer; a window has none but its person. */
const viaSchema = z.enum(['terminal', 'yes']).default('terminal')

/** What the person agreed to, and what waits for them. Only the window and the command line get here: no model, package or other program. */
export const approvalsRouter = router({
  /** Everything that waits, now and after each change; the same in all windows. */
  pending: byOwner.subscription(async function* ({ ctx, signal }): AsyncGenerator<ApprovalRequest[]> {
    const all = ctx.daemon.capabilities.approvals.watch(signal ?? AbortSignal.timeout(0))
    for await (const requests of all) yield requests.map((request) => approvalRequestSchema.parse(request))
  }),

  /** What would be asked about a call made by hand; null where nobody needs to be asked. */
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

  /** How the questions of a conversation were settled. */
  settled: byOwner
    .input(z.object({ conversationId: z.string() }))
    .output(z.array(settledRequestSchema))
    .query(({ ctx, input }) => [...ctx.daemon.capabilities.approvals.settled(input.conversationId)]),

  revoke: byOwner
    .input(z.object({ id: z.string(), via: viaSchema }))
    .mutation(({ ctx, input: { id, via } }) => {
      ctx.daemon.capabilities.approvals.revoke({ id, by: decidedBy(ctx.caller, via) })
    }),

  /** Takes back all of a capability's, or all there are. */
  revokeAll: byOwner
    .input(z.object({ capability: z.string().nullable(), via: viaSchema }))
    .output(z.object({ count: z.int() }))
    .mutation(({ ctx, input: { capability, via } }) => ({
      count: ctx.daemon.capabilities.approvals.revokeAll({ capability, by: decidedBy(ctx.caller, via) }),
    })),
})

/** Who answers is a fact of the carrier; how a command line asked, only it can say. */
export const decidedBy = (caller: Caller, via: z.infer<typeof viaSchema>): DecidedBy =>
  caller === 'renderer' ? 'renderer' : via === 'yes' ? 'cli_yes' : 'cli'
