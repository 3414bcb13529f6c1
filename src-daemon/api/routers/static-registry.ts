import { z } from 'zod'
import { handoverBytes, headBytes, headContentSchema } from '../../registry/static/index.ts'
import type { IdentityService } from '../../identity/types.ts'
import { byOwner, router } from '../core/trpc.ts'

const signed = z.object({ key_id: z.string(), signature: z.string() })
const publisher = z.object({ did: z.string() })

/** Signs with the owner's default key, which is the publisher's of a static registry. */
const signerOf = (
  { daemon, caller }: { readonly daemon: { readonly identity: IdentityService }; readonly caller: string },
  purpose: string,
) => daemon.identity.signer({ purpose, requester: caller })

const inWords = (signature: Uint8Array): string => Buffer.from(signature).toString('base64url')

/** What `satchel registry export` needs of the keys; it writes the files itself. */
export const staticRegistryRouter = router({
  publisher: byOwner.output(publisher).query(({ ctx }) => ({ did: signerOf(ctx, 'static registry').did })),

  /** Signs the head of a static registry. */
  sign: byOwner
    .input(headContentSchema.omit({ did: true }))
    .output(signed.extend({ signed: headContentSchema }))
    .mutation(async ({ ctx, input }) => {
      const signer = signerOf(ctx, 'static registry')
      const content = { ...input, did: signer.did }
      const signature = await signer.sign(headBytes(content))
      return { signed: content, key_id: signer.keyId, signature: inWords(signature) }
    }),

  /** States that the owner passes a name on to another author. */
  handOver: byOwner
    .input(z.object({ capUri: z.string().max(100), to: headContentSchema.shape.did }))
    .output(signed.extend({ from: z.string(), to: z.string(), at: z.iso.datetime() }))
    .mutation(async ({ ctx, input: { capUri, to } }) => {
      const signer = signerOf(ctx, `static registry: pass on ${capUri}`)
      const statement = { from: signer.did, to, at: new Date().toISOString() }
      const signature = await signer.sign(handoverBytes(capUri, statement))
      return { ...statement, key_id: signer.keyId, signature: inWords(signature) }
    }),
})
