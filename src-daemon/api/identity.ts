import { z } from 'zod'
import { keyInfoSchema, keyStoreStatusSchema, signatureRecordSchema } from '../identity/types.ts'
import { byOwner, router } from './trpc.ts'

/** How the signed bytes of packages and of requests to other agents begin (acp.md 2.2, identity.md 4). */
const OTHER_PURPOSES = /^[A-Za-z]+v\d+:/i

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

  /**
   * Signs a text for the owner; `signature` is base64url. A text that reads as the signed bytes of something else is refused: its
   * signature would pass for the owner's on a package or a request.
   */
  signText: byOwner
    .input(
      z.object({
        text: z
          .string()
          .min(1)
          .max(1_000_000)
          .refine(
            (text) => !OTHER_PURPOSES.test(text),
            'reads as a signed package or request, not as a text',
          ),
      }),
    )
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
