import { z } from 'zod'
import {
  walletAccountSchema,
  walletChainOfSchema,
  walletCreateSchema,
  walletImportSchema,
  walletLimitOfSchema,
  walletLimitSchema,
  walletNamedSchema,
  walletNetworkSchema,
  walletRenameSchema,
  walletSetLimitSchema,
  walletUseSchema,
  walletWatchSchema,
} from '../../contract/wallets.ts'
import { byOwner, router } from '../core/trpc.ts'

/** Accounts on chains, their networks, what may be spent, and what was signed. Only requests of agents lead to signatures (`threads`). */
export const walletsRouter = router({
  accounts: byOwner
    .output(z.array(walletAccountSchema))
    .query(async ({ ctx }) => [...(await ctx.daemon.wallets.accounts())]),

  create: byOwner
    .input(walletCreateSchema)
    .output(walletAccountSchema)
    .mutation(({ ctx, input }) => ctx.daemon.wallets.create(input)),

  import: byOwner
    .input(walletImportSchema)
    .output(walletAccountSchema)
    .mutation(({ ctx, input }) => ctx.daemon.wallets.importKey(input)),

  watch: byOwner
    .input(walletWatchSchema)
    .output(walletAccountSchema)
    .mutation(({ ctx, input }) => ctx.daemon.wallets.watch(input)),

  rename: byOwner.input(walletRenameSchema).mutation(async ({ ctx, input }) => {
    await ctx.daemon.wallets.rename(input)
  }),

  remove: byOwner.input(walletNamedSchema).mutation(async ({ ctx, input }) => {
    await ctx.daemon.wallets.remove(input)
  }),

  networks: byOwner
    .output(z.array(walletNetworkSchema))
    .query(({ ctx }) => [...ctx.daemon.wallets.networks()]),

  setNetwork: byOwner.input(walletNetworkSchema).mutation(async ({ ctx, input }) => {
    await ctx.daemon.wallets.setNetwork(input)
  }),

  removeNetwork: byOwner.input(walletChainOfSchema).mutation(({ ctx, input }) => {
    ctx.daemon.wallets.removeNetwork(input)
  }),

  limits: byOwner.output(z.array(walletLimitSchema)).query(({ ctx }) => [...ctx.daemon.wallets.limits()]),

  setLimit: byOwner.input(walletSetLimitSchema).mutation(async ({ ctx, input }) => {
    await ctx.daemon.wallets.setLimit(input)
  }),

  removeLimit: byOwner.input(walletLimitOfSchema).mutation(({ ctx, input }) => {
    ctx.daemon.wallets.removeLimit(input)
  }),

  /** What was signed, the newest first. */
  uses: byOwner
    .input(z.object({ limit: z.int().min(1).max(500).default(100) }))
    .output(z.array(walletUseSchema))
    .query(({ ctx, input }) => [...ctx.daemon.wallets.uses(input.limit)]),
})
