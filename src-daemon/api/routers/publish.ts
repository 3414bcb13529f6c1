import { z } from 'zod'
import { chainCostSchema } from '../../contract/registry-chain.ts'
import { indexWordSchema, publicationSchema, publishPlanSchema } from '../../contract/publishing.ts'
import { byOwner, router } from '../core/trpc.ts'

/** Base64 length of 1 MiB, the largest package. */
const MAX_PACKAGE = Math.ceil((1024 * 1024) / 3) * 4

const fileInput = z.object({
  /** Can be omitted if there is only one registry. */
  registry: z.string().max(40).optional(),
  fileName: z.string().max(1000),
  /** Slightly more than a package may have, so that a larger one is refused with a proper error. */
  bytesBase64: z.base64().max(MAX_PACKAGE + 4),
})
const inBase64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')

const idInput = z.object({ id: z.string().max(100) })

const opened = <T extends { bytesBase64: string }>({ bytesBase64, ...input }: T) => ({
  ...input,
  bytes: new Uint8Array(Buffer.from(bytesBase64, 'base64')),
})

/**
 * Publishing packages to a registry. A publication continues in the daemon; the event `publications` reports its
 * changes.
 */
export const publishRouter = router({
  /** What it would do and cost; changes nothing. A mutation only because chains may take long. */
  plan: byOwner
    .input(fileInput)
    .output(publishPlanSchema)
    .meta({ readsOnly: true })
    .mutation(({ ctx, input }) => ctx.daemon.publications.plan(opened(input))),

  /**
   * Starts a publication, or resumes the one of this file. Calling it is the owner's consent to the result of `plan`.
   */
  start: byOwner
    .input(fileInput)
    .output(publicationSchema)
    .mutation(({ ctx, input }) => ctx.daemon.publications.start({ ...opened(input), requester: ctx.caller })),

  /**
   * `dearer`: with a higher fee for a pending transaction; calling it is the owner's consent to the result of `dearer`.
   */
  resume: byOwner
    .input(idInput.extend({ dearer: z.boolean().default(false) }))
    .output(publicationSchema)
    .mutation(({ ctx, input }) => ctx.daemon.publications.resume({ ...input, requester: ctx.caller })),

  /** The cost with a higher fee; null if no transaction is pending. A mutation only because chains may take long. */
  dearer: byOwner
    .input(idInput)
    .output(chainCostSchema.nullable())
    .meta({ readsOnly: true })
    .mutation(({ ctx, input }) => ctx.daemon.publications.dearer(input.id)),

  /** Newest first; `pinned`: asks the nodes where each file is pinned now. */
  list: byOwner
    .input(z.object({ pinned: z.boolean().default(false) }))
    .output(z.array(publicationSchema))
    .query(async ({ ctx, input }) => {
      const { publications } = ctx.daemon
      return [...(input.pinned ? await publications.listPinned() : publications.list())]
    }),

  get: byOwner
    .input(idInput)
    .output(publicationSchema)
    .query(({ ctx, input }) => ctx.daemon.publications.get(input.id)),

  /** Waits until it no longer runs; rejects with its error. A mutation only because it may take long. */
  settled: byOwner
    .input(idInput)
    .output(publicationSchema)
    .meta({ readsOnly: true })
    .mutation(({ ctx, input }) => ctx.daemon.publications.settled(input.id)),

  /**
   * What each index does with a published version; empty while it isn't published, and without indexes. A mutation only
   * because indexes may take long.
   */
  indexes: byOwner
    .input(idInput)
    .output(z.array(indexWordSchema))
    .meta({ readsOnly: true })
    .mutation(async ({ ctx, input, signal }) => {
      const { publications, marketplace } = ctx.daemon
      const { state, sha256, ...published } = publications.get(input.id)
      if (state !== 'published' || sha256 === null) return []
      return [...(await marketplace.standings({ ...published, sha256 }, { signal }))]
    }),

  /** The published file, with its signature. */
  signedFile: byOwner
    .input(idInput)
    .output(z.object({ fileName: z.string(), bytesBase64: z.string(), picturesBase64: z.array(z.string()) }))
    .query(({ ctx, input }) => {
      const { fileName, bytes, pictures } = ctx.daemon.publications.signedFile(input.id)
      return { fileName, bytesBase64: inBase64(bytes), picturesBase64: pictures.map(inBase64) }
    }),

  /** Keeps pictures that a package names, as they are, to be published with it. Errors: `picture_refused`. */
  keepPictures: byOwner
    .input(z.object({ bytesBase64: z.array(z.base64().max(MAX_PACKAGE)).max(8) }))
    .mutation(({ ctx, input }) => {
      for (const one of input.bytesBase64) ctx.daemon.ownPictures.keep(Buffer.from(one, 'base64'))
    }),

  /** Cancels a publication that hasn't been sent to the chain yet. */
  cancel: byOwner.input(idInput).mutation(({ ctx, input }) => ctx.daemon.publications.cancel(input.id)),
})
