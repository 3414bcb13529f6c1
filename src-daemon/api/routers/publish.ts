import { z } from 'zod'
import { chainCostSchema } from '../../contract/registry-chain.ts'
import { publicationSchema, publishPlanSchema } from '../../contract/publishing.ts'
import { byOwner, router } from '../core/trpc.ts'

/** Characters of base64 of 1 MiB, the most a package has. */
const MAX_PACKAGE = Math.ceil((1024 * 1024) / 3) * 4

const fileInput = z.object({
  /** The only registry there is unless named. */
  registry: z.string().max(40).optional(),
  fileName: z.string().max(1000),
  /** One more than a package may have, so that what is too large is refused in words. */
  bytesBase64: z.base64().max(MAX_PACKAGE + 4),
})
const idInput = z.object({ id: z.string().max(100) })

const opened = <T extends { bytesBase64: string }>({ bytesBase64, ...input }: T) => ({
  ...input,
  bytes: new Uint8Array(Buffer.from(bytesBase64, 'base64')),
})

/** Publishing packages to a registry. A publication goes on in the daemon; the event `publications` says that one changed. */
export const publishRouter = router({
  /** What it would do and cost; changes nothing. A mutation by its name only, as chains may take long. */
  plan: byOwner
    .input(fileInput)
    .output(publishPlanSchema)
    .meta({ readsOnly: true })
    .mutation(({ ctx, input }) => ctx.daemon.publications.plan(opened(input))),

  /** Begins a publication, or goes on with the one of this file. Sending it is the owner's consent to what `plan` said. */
  start: byOwner
    .input(fileInput)
    .output(publicationSchema)
    .mutation(({ ctx, input }) => ctx.daemon.publications.start({ ...opened(input), requester: ctx.caller })),

  /** `dearer`: with a higher fee for a transaction that is still on its way; sending it is the owner's consent to what `dearer` said. */
  resume: byOwner
    .input(idInput.extend({ dearer: z.boolean().default(false) }))
    .output(publicationSchema)
    .mutation(({ ctx, input }) => ctx.daemon.publications.resume({ ...input, requester: ctx.caller })),

  /** What a higher fee would come to; null where nothing waits. A mutation by its name only, as chains may take long. */
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

  /** Waits until it no longer runs; fails with what it failed with. A mutation by its name only, as it may take long. */
  settled: byOwner
    .input(idInput)
    .output(publicationSchema)
    .meta({ readsOnly: true })
    .mutation(({ ctx, input }) => ctx.daemon.publications.settled(input.id)),

  /** The file as it is published, with its signature. */
  signedFile: byOwner
    .input(idInput)
    .output(z.object({ fileName: z.string(), bytesBase64: z.string() }))
    .query(({ ctx, input }) => {
      const { fileName, bytes } = ctx.daemon.publications.signedFile(input.id)
      return { fileName, bytesBase64: Buffer.from(bytes).toString('base64') }
    }),

  /** Gives up what was not sent to the chain yet. */
  cancel: byOwner.input(idInput).mutation(({ ctx, input }) => ctx.daemon.publications.cancel(input.id)),
})
