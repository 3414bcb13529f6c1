import { z } from 'zod'
import {
  completionTargetSchema,
  offerValuesSchema,
  promptReadingSchema,
  resourceReadingSchema,
  serverCompletionSchema,
  serverPromptsSchema,
  serverResourcesSchema,
  type ServerNotice,
} from '../../contract/server-offers.ts'
import { serverUriSchema } from '../../contract/servers.ts'
import { createBroadcast } from '../../platform/broadcast.ts'
import { byOwner } from '../core/trpc.ts'

const uriInput = z.object({ uri: serverUriSchema })
const resourceInput = uriInput.extend({ resource: z.string().min(1).max(2000) })

/**
 * What connected servers offer besides tools: resources and prompts. Each call may start the server, so even reads are
 * mutations; none changes our data.
 */
export const serverOffersProcedures = {
  resources: byOwner
    .input(uriInput)
    .output(serverResourcesSchema)
    .meta({ readsOnly: true })
    .mutation(({ ctx, input, signal }) => ctx.daemon.connectedServers.resources(input.uri, { signal })),

  /** With `variables`, `resource` is a template to expand. */
  readResource: byOwner
    .input(resourceInput.extend({ variables: offerValuesSchema.optional() }))
    .output(resourceReadingSchema)
    .meta({ readsOnly: true })
    .mutation(({ ctx, input, signal }) => ctx.daemon.connectedServers.readResource(input, { signal })),

  prompts: byOwner
    .input(uriInput)
    .output(serverPromptsSchema)
    .meta({ readsOnly: true })
    .mutation(({ ctx, input, signal }) => ctx.daemon.connectedServers.prompts(input.uri, { signal })),

  prompt: byOwner
    .input(uriInput.extend({ name: z.string().min(1).max(500), arguments: offerValuesSchema.default({}) }))
    .output(promptReadingSchema)
    .meta({ readsOnly: true })
    .mutation(({ ctx, input, signal }) => ctx.daemon.connectedServers.prompt(input, { signal })),

  complete: byOwner
    .input(
      uriInput.extend({
        target: completionTargetSchema,
        argument: z.string().min(1).max(500),
        value: z.string().max(20_000),
        others: offerValuesSchema.optional(),
      }),
    )
    .output(serverCompletionSchema)
    .meta({ readsOnly: true })
    .mutation(({ ctx, input, signal }) => ctx.daemon.connectedServers.complete(input, { signal })),

  /** Emits `watching` once the server has accepted the subscription, then `changed` each time it reports a change. */
  watchResource: byOwner.input(resourceInput).subscription(async function* ({
    ctx,
    input,
    signal = AbortSignal.timeout(0),
  }): AsyncGenerator<'watching' | 'changed'> {
    yield* ctx.daemon.connectedServers.watchResource(input, signal)
  }),

  /** Changes reported by servers: of their lists, and of resources that are subscribed to. */
  notices: byOwner.subscription(async function* ({
    ctx,
    signal = AbortSignal.timeout(0),
  }): AsyncGenerator<ServerNotice> {
    const broadcast = createBroadcast<ServerNotice>()
    const received = broadcast.listen(signal)
    const leave = ctx.daemon.connectedServers.onNotice((notice) => {
      broadcast.send(notice)
    })
    try {
      yield* received
    } finally {
      leave()
    }
  }),
}
