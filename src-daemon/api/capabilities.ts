import { z } from 'zod'
import {
  activityRecordSchema,
  capabilityManifestSchema,
  capabilityRefSchema,
  invokeResultSchema,
} from '../capabilities/types.ts'
import { byOwner, router, whenReady } from './trpc.ts'

/** CAP: list, describe, invoke (cap.md 1), and the log of what was invoked. */
export const capabilitiesRouter = router({
  list: whenReady
    .output(z.array(capabilityManifestSchema))
    .query(({ ctx }) => [...ctx.services.capabilities.list()]),

  describe: whenReady
    .input(capabilityRefSchema)
    .output(capabilityManifestSchema.nullable())
    .query(({ ctx, input }) => ctx.services.capabilities.describe(input)),

  invoke: byOwner
    .input(z.object({ ref: capabilityRefSchema, input: z.unknown() }))
    .output(invokeResultSchema)
    .mutation(({ ctx, input, signal }) =>
      ctx.services.capabilities.invoke(input.ref, input.input, {
        caller: ctx.caller,
        turn: null,
        ...(signal === undefined ? {} : { signal }),
      }),
    ),

  activity: byOwner
    .input(z.object({ limit: z.int().min(1).max(500).default(50), before: z.string().optional() }))
    .output(z.array(activityRecordSchema))
    .query(({ ctx, input }) => [...ctx.services.capabilities.activity(input)]),
})
