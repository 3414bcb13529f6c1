import { OWNER } from '../../capabilities/index.ts'
import { z } from 'zod'
import { capabilityEntrySchema } from '../../contract/capability-overview.ts'
import { callConsentSchema } from '../../contract/approvals.ts'
import {
  capabilityListSchema,
  capabilityManifestSchema,
  invokeErrorSchema,
  invokeResultSchema,
} from '../../contract/capabilities.ts'
import { capabilityRefSchema } from '../../contract/capability-ref.ts'
import { byOwner, router, whenReady } from '../core/trpc.ts'

/** CAP: list, describe, invoke (cap.md 1). */
export const capabilitiesRouter = router({
  list: whenReady
    .input(capabilityListSchema.optional())
    .output(z.array(capabilityManifestSchema))
    .query(({ ctx, input }) => [...ctx.daemon.capabilities.list(input)]),

  /** Everything installed and connected, in one list. */
  overview: byOwner
    .output(z.array(capabilityEntrySchema))
    .query(({ ctx }) => [...ctx.daemon.overview.list()]),

  describe: whenReady
    .input(capabilityRefSchema)
    .output(z.union([capabilityManifestSchema, invokeErrorSchema]))
    .query(({ ctx, input }) => ctx.daemon.capabilities.describe(input)),

  invoke: byOwner
    .input(
      z.object({
        ref: capabilityRefSchema,
        input: z.unknown(),
        /** A command line's consent to this very call; in a window, submitting the form is consent. */
        consent: callConsentSchema.optional(),
        /** Timeout in ms, instead of the default. */
        deadlineMs: z
          .int()
          .min(1)
          .max(60 * 60_000)
          .optional(),
      }),
    )
    .output(invokeResultSchema)
    .mutation(({ ctx, input, signal }) =>
      ctx.daemon.capabilities.invoke(input.ref, input.input, {
        caller: ctx.caller,
        principal: OWNER,
        turn: null,
        ...(input.consent === undefined ? {} : { consent: input.consent }),
        ...(input.deadlineMs === undefined ? {} : { deadlineMs: input.deadlineMs }),
        ...(signal === undefined ? {} : { signal }),
      }),
    ),
})
