import { z } from 'zod'
import {
  addedSchema,
  ipfsPinSchema,
  ipfsPlaceSchema,
  ipfsSourceSchema,
  ipfsStatusSchema,
} from '../../contract/ipfs.ts'
import { ipfsSettingsSchema } from '../../contract/settings.ts'
import { byOwner, router } from '../core/trpc.ts'

/** Base64 length of 1 MiB, the largest block. */
const MAX_BLOCK = Math.ceil((1024 * 1024) / 3) * 4

/** Accepts any text: the CID parser refuses invalid ones with a proper error. */
const cidInput = z.object({ cid: z.string().max(2 * 1024 * 1024) })
const places = z.array(ipfsPlaceSchema)

/** IPFS: what is stored and pinned, where, and the sources. Some reads are mutations because they may take long. */
export const ipfsRouter = router({
  status: byOwner.output(ipfsStatusSchema).query(({ ctx }) => ctx.daemon.ipfs.status()),

  /** The remote sources that would be asked for a file. */
  askable: byOwner.output(z.array(ipfsSourceSchema)).query(({ ctx }) => [...ctx.daemon.ipfs.askable()]),

  configure: byOwner
    .input(ipfsSettingsSchema.partial())
    .output(ipfsStatusSchema)
    .mutation(({ ctx, input }) => ctx.daemon.ipfs.configure(withoutUndefined(input))),

  add: byOwner
    .input(z.object({ bytesBase64: z.base64().max(MAX_BLOCK) }))
    .output(addedSchema)
    .mutation(({ ctx, input }) => ctx.daemon.ipfs.add(Buffer.from(input.bytesBase64, 'base64'))),

  get: byOwner
    .input(cidInput)
    .output(
      z.object({
        cid: z.string(),
        sha256: z.string(),
        bytesBase64: z.string(),
        from: z.array(ipfsSourceSchema),
        tried: places,
      }),
    )
    .meta({ readsOnly: true })
    .mutation(async ({ ctx, input, signal }) => {
      const { bytes, cid, sha256, from, tried } = await ctx.daemon.ipfs.fetchVerified({ ...input, signal })
      const bytesBase64 = Buffer.from(bytes).toString('base64')
      return { cid, sha256, bytesBase64, from: [...from], tried: [...tried] }
    }),

  pin: byOwner
    .input(cidInput)
    .output(places)
    .mutation(async ({ ctx, input }) => [...(await ctx.daemon.ipfs.pin(input.cid))]),

  unpin: byOwner
    .input(cidInput)
    .output(places)
    .mutation(async ({ ctx, input }) => [...(await ctx.daemon.ipfs.unpin(input.cid))]),

  pins: byOwner.output(z.object({ pins: z.array(ipfsPinSchema), places })).query(async ({ ctx }) => {
    const listed = await ctx.daemon.ipfs.pins()
    return { pins: [...listed.pins], places: [...listed.places] }
  }),

  /** Removes everything that isn't pinned from this computer. */
  sweep: byOwner
    .output(z.object({ removed: z.int() }))
    .mutation(async ({ ctx }) => ({ removed: await ctx.daemon.ipfs.sweep() })),
})

/** `Object.fromEntries` loses the members' types: undefined ones were removed, the others are unchanged. */
const withoutUndefined = <T extends object>(change: T): { [K in keyof T]?: NonNullable<T[K]> } =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: NonNullable<T[K]>
  }
