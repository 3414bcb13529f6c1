import { z } from 'zod'
import {
  completionTargetSchema,
  offerValuesSchema,
  promptReadingSchema,
  resourceReadingSchema,
  serviceCompletionSchema,
  servicePromptsSchema,
  serviceResourcesSchema,
  type ServiceNotice,
} from '../../contract/server-offers.ts'
import { serviceUriSchema } from '../../contract/servers.ts'
import { createBroadcast } from '../../platform/broadcast.ts'
import { byOwner } from '../core/trpc.ts'

const uriInput = z.object({ uri: serviceUriSchema })
const resourceInput = uriInput.extend({ resource: z.string().min(1).max(2000) })

/**
 * What connected servers offer beside tools: resources and prompts. Everything here may start the server, so it is asked for as a
 * mutation; nothing of ours changes by it.
 */
export const serviceOffersProcedures = {
  resources: byOwner
    .input(uriInput)
    .output(serviceResourcesSchema)
    .meta({ readsOnly: true })
    .mutation(({ ctx, input, signal }) => ctx.services.connectedServices.resources(input.uri, { signal })),

  /** With `variables`, `resource` is a template they are put into. */
  readResource: byOwner
    .input(resourceInput.extend({ variables: offerValuesSchema.optional() }))
    .output(resourceReadingSchema)
    .meta({ readsOnly: true })
    .mutation(({ ctx, input, signal }) => ctx.services.connectedServices.readResource(input, { signal })),

  prompts: byOwner
    .input(uriInput)
    .output(servicePromptsSchema)
    .meta({ readsOnly: true })
    .mutation(({ ctx, input, signal }) => ctx.services.connectedServices.prompts(input.uri, { signal })),

  prompt: byOwner
    .input(uriInput.extend({ name: z.string().min(1).max(500), arguments: offerValuesSchema.default({}) }))
    .output(promptReadingSchema)
    .meta({ readsOnly: true })
    .mutation(({ ctx, input, signal }) => ctx.services.connectedServices.prompt(input, { signal })),

  complete: byOwner
    .input(
      uriInput.extend({
        target: completionTargetSchema,
        argument: z.string().min(1).max(500),
        value: z.string().max(20_000),
        others: offerValuesSchema.optional(),
      }),
    )
    .output(serviceCompletionSchema)
    .meta({ readsOnly: true })
    .mutation(({ ctx, input, signal }) => ctx.services.connectedServices.complete(input, { signal })),

  /** `watching` once the server watches, then `changed` each time it says so. */
  watchResource: byOwner.input(resourceInput).subscription(async function* ({
    ctx,
    input,
    signal = AbortSignal.timeout(0),
  }): AsyncGenerator<'watching' | 'changed'> {
    yield* ctx.services.connectedServices.watchResource(input, signal)
  }),

  /** What servers say has changed: their lists, and resources somebody watches. */
  notices: byOwner.subscription(async function* ({
    ctx,
    signal = AbortSignal.timeout(0),
  }): AsyncGenerator<ServiceNotice> {
    const told = createBroadcast<ServiceNotice>()
    const heard = told.listen(signal)
    const leave = ctx.services.connectedServices.onNotice((notice) => {
      told.send(notice)
    })
    try {
      yield* heard
    } finally {
      leave()
    }
  }),
}
