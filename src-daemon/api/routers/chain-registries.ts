import { z } from 'zod'
import {
  chainAccountViewSchema,
  chainChangeSchema,
  chainCostSchema,
  chainReceiptSchema,
  chainShownSchema,
} from '../../contract/registry-chain.ts'
import { chainRegistrySchema } from '../../contract/settings.ts'
import { byOwner, router } from '../core/trpc.ts'

const registry = z.string().max(40).optional()
const change = z.object({ registry, change: chainChangeSchema })

/** Registries on chains, and the account that writes to them. Some reads are mutations because chains may take long. */
export const chainRegistriesRouter = router({
  list: byOwner
    .output(z.array(chainRegistrySchema))
    .query(({ ctx }) => ctx.daemon.settings.get().chainRegistries),

  add: byOwner.input(chainRegistrySchema).mutation(({ ctx, input }) => ctx.daemon.chainRegistries.add(input)),

  remove: byOwner.input(z.object({ name: z.string().max(40) })).mutation(({ ctx, input }) => {
    ctx.daemon.chainRegistries.remove(input.name)
  }),

  account: byOwner
    .output(chainAccountViewSchema)
    .meta({ readsOnly: true })
    .mutation(({ ctx }) => ctx.daemon.chainRegistries.account()),

  createAccount: byOwner
    .output(chainAccountViewSchema)
    .mutation(({ ctx }) => ctx.daemon.chainRegistries.createAccount()),

  show: byOwner
    .input(z.object({ registry, name: z.string().max(100) }))
    .output(chainShownSchema)
    .meta({ readsOnly: true })
    .mutation(({ ctx, input }) => ctx.daemon.chainRegistries.show(input)),

  estimate: byOwner
    .input(change)
    .output(chainCostSchema)
    .meta({ readsOnly: true })
    .mutation(({ ctx, input }) => ctx.daemon.chainRegistries.estimate(input)),

  change: byOwner
    .input(change)
    .output(chainReceiptSchema)
    .mutation(({ ctx, input }) => ctx.daemon.chainRegistries.change(input)),
})
