import { z } from 'zod'
import {
  callConsentSchema,
  capabilityManifestSchema,
  capabilityRefSchema,
  invokeResultSchema,
} from '../capabilities/types.ts'
import { byOwner, router, whenReady } from './trpc.ts'

/** CAP: list, describe, invoke (cap.md 1). */
export const capabilitiesRouter = router({
  list: whenReady
    .output(z.array(capabilityManifestSchema))
    .query(({ ctx }) => [...ctx.services.capabilities.list()]),

  describe: whenReady
    .input(capabilityRefSchema)
    .output(capabilityManifestSchema.nullable())
    .query(({ ctx, input }) => ctx.services.capabilities.describe(input)),

  invoke: byOwner
    .input(
      z.object({
        ref: capabilityRefSchema,
        input: z.unknown(),
        /** A command line's consent to this very call; in a window the person has filled in the form themselves. */
        consent: callConsentSchema.optional(),
      }),
    )
    .output(invokeResultSchema)
    .mutation(({ ctx, input, signal }) =>
      ctx.services.capabilities.invoke(input.ref, input.input, {
        caller: ctx.caller,
        turn: null,
        ...(input.consent === undefined ? {} : { consent: input.consent }),
        ...(signal === undefined ? {} : { signal }),
      }),
    ),
})
