import { z } from 'zod'
import { keyInfoSchema, keyStoreStatusSchema, signatureRecordSchema } from '../identity/types.ts'
import { byOwner, router } from './trpc.ts'

/** Keys, by what can be done with them; a secret never crosses this line. */
export const identityRouter = router({
  status: byOwner
    .output(z.object({ ownerDid: z.string(), keyStore: keyStoreStatusSchema }))
    .query(async ({ ctx }) => ({
      ownerDid: ctx.services.identity.ownerDid,
      keyStore: await ctx.services.identity.status(),
    })),

  keys: byOwner.output(z.array(keyInfoSchema)).query(({ ctx }) => [...ctx.services.identity.keys()]),

  signatures: byOwner
    .input(z.object({ limit: z.int().min(1).max(500).default(50) }))
    .output(z.array(signatureRecordSchema))
    .query(({ ctx, input }) => [...ctx.services.identity.signatures(input.limit)]),

  /** Signs a text for the owner; `signature` is base64url. */
  signText: byOwner
    .input(z.object({ text: z.string().min(1).max(1_000_000) }))
    .output(z.object({ keyId: z.string(), signature: z.string() }))
    .mutation(async ({ ctx, input }) => {
      const { keyId, signature } = await ctx.services.identity.sign({
        bytes: Buffer.from(input.text, 'utf8'),
        purpose: 'text',
        requester: ctx.caller,
      })
      return { keyId, signature: Buffer.from(signature).toString('base64url') }
    }),

  verifyText: byOwner
    .input(z.object({ text: z.string(), keyId: z.string(), signature: z.string() }))
    .output(z.object({ valid: z.boolean() }))
    .query(async ({ ctx, input }) => ({
      valid: await ctx.services.identity.verify({
        keyId: input.keyId,
        bytes: Buffer.from(input.text, 'utf8'),
        signature: Buffer.from(input.signature, 'base64url'),
      }),
    })),

  unlock: byOwner
    .input(z.object({ passphrase: z.string() }))
    .mutation(({ ctx, input }) => ctx.services.identity.unlock(input.passphrase)),
})
