import { z } from 'zod'
import {
  agentAddressSchema,
  agentContactSchema,
  agentProtocolSchema,
  contactApprovalSchema,
  contactIdSchema,
  contactListInputSchema,
  contactPageSchema,
  discoverySchema,
} from '../../contract/agent-contacts.ts'
import { byOwner, router } from '../core/trpc.ts'

const did = z.string().min(8).max(2048)
const address = z.url({ protocol: /^https?$/ }).max(2048)
const label = z.string().trim().max(100)
const id = contactIdSchema

/** Other agents the owner knows, whatever they speak. Their operations are called as capabilities. */
export const agentContactsRouter = router({
  /** `as`: the identity of the owner's that asks. */
  discover: byOwner
    .input(z.object({ address: agentAddressSchema, as: did.nullable().default(null) }))
    .output(discoverySchema)
    .mutation(({ ctx, input }) => ctx.daemon.agentContacts.discover(input.address, input.as)),

  /** Reads an agent and keeps it, without approving anything. */
  look: byOwner
    .input(
      z.object({
        url: address,
        as: did.nullable().optional(),
        label: label.optional(),
        protocol: agentProtocolSchema.optional(),
      }),
    )
    .output(agentContactSchema)
    .mutation(({ ctx, input: { url, ...options } }) => ctx.daemon.agentContacts.look(url, options)),

  update: byOwner
    .input(z.object({ id }))
    .output(agentContactSchema)
    .mutation(({ ctx, input }) => ctx.daemon.agentContacts.update(input.id)),

  approve: byOwner
    .input(contactApprovalSchema)
    .output(agentContactSchema)
    .mutation(({ ctx, input }) => ctx.daemon.agentContacts.approve(input)),

  list: byOwner
    .input(contactListInputSchema)
    .output(contactPageSchema)
    .query(({ ctx, input }) => ctx.daemon.agentContacts.list(input)),

  get: byOwner
    .input(z.object({ id }))
    .output(agentContactSchema)
    .query(({ ctx, input }) => ctx.daemon.agentContacts.get(input.id)),

  /** The owner's name for it, and the identity that calls it. */
  set: byOwner
    .input(z.object({ id, label: label.optional(), as: did.nullable().optional() }))
    .output(agentContactSchema)
    .mutation(({ ctx, input: { id: which, ...choices } }) => ctx.daemon.agentContacts.set(which, choices)),

  remove: byOwner.input(z.object({ id })).mutation(({ ctx, input }) => {
    ctx.daemon.agentContacts.remove(input.id)
  }),

  /** A picture that the agent's documents name. */
  image: byOwner
    .input(z.object({ id, url: address }))
    .output(z.object({ mediaType: z.string(), base64: z.string() }))
    .query(async ({ ctx, input }) => {
      const { mediaType, bytes } = await ctx.daemon.agentContacts.image(input.id, input.url)
      return { mediaType, base64: bytes.toString('base64') }
    }),
})
