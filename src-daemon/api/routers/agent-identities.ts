import { z } from 'zod'
import { signRequest } from '../../agents/index.ts'
import { verifiedDescriptionSchema } from '../../contract/agent-descriptions.ts'
import { newDidSchema, ownDidSchema, requestToSignSchema } from '../../contract/agent-dids.ts'
import { byOwner, router } from '../core/trpc.ts'

const did = z.string().min(8).max(2048)
const address = z.url({ protocol: /^https?$/ }).max(2000)

/** Who the owner is to other agents, and what their descriptions are worth. */
export const agentIdentitiesRouter = router({
  list: byOwner.output(z.array(ownDidSchema)).query(({ ctx }) => [...ctx.daemon.agentDids.list()]),

  get: byOwner
    .input(z.object({ did }))
    .output(ownDidSchema)
    .query(({ ctx, input }) => ctx.daemon.agentDids.get(input.did)),

  create: byOwner
    .input(newDidSchema)
    .output(ownDidSchema)
    .mutation(({ ctx, input }) => ctx.daemon.agentDids.create(input)),

  rotate: byOwner
    .input(z.object({ did }))
    .output(ownDidSchema)
    .mutation(({ ctx, input }) => ctx.daemon.agentDids.rotate(input.did)),

  deactivate: byOwner
    .input(z.object({ did }))
    .output(ownDidSchema)
    .mutation(({ ctx, input }) => ctx.daemon.agentDids.deactivate(input.did)),

  /** The headers of a request as one of the owner's identities, by name. */
  sign: byOwner
    .input(requestToSignSchema)
    .output(z.record(z.string(), z.string()))
    .mutation(({ ctx, input }) => {
      const { method, url, form, bodyBase64 } = input
      const request = { purpose: `agent-request ${new URL(url).host}`, requester: ctx.caller }
      const signer = ctx.daemon.agentDids.signer(input.did, request)
      const body = bodyBase64 === null ? null : Buffer.from(bodyBase64, 'base64')
      return signRequest({ method, url: new URL(url).href, body }, { signer, form, now: new Date() })
    }),

  /** `did`: the identity of the owner's that asks for it. */
  verifyAt: byOwner
    .input(z.object({ url: address, did: did.nullable() }))
    .output(verifiedDescriptionSchema)
    .mutation(({ ctx, input }) => {
      const request = { purpose: `agent-request ${new URL(input.url).host}`, requester: ctx.caller }
      const signer = input.did === null ? null : ctx.daemon.agentDids.signer(input.did, request)
      return ctx.daemon.agentDescriptions.fromUrl(new URL(input.url).href, signer)
    }),

  verifyText: byOwner
    .input(z.object({ text: z.string().max(1024 * 1024) }))
    .output(verifiedDescriptionSchema)
    .mutation(({ ctx, input }) => ctx.daemon.agentDescriptions.fromText(input.text)),
})
