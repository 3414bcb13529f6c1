import { z } from 'zod'
import {
  catalogueEntrySchema,
  installedPackageSchema,
  packageSourceSchema,
  permissionReviewSchema,
} from '../packages/types.ts'
import { byOwner, router } from './trpc.ts'

const nameInput = z.object({ name: z.string() })

/** Capability packages: what is offered, what is installed, and the consent between the two. */
export const packagesRouter = router({
  catalogue: byOwner
    .output(z.array(catalogueEntrySchema))
    .query(({ ctx }) => [...ctx.services.packages.catalogue()]),

  installed: byOwner
    .output(z.array(installedPackageSchema))
    .query(({ ctx }) => [...ctx.services.packages.installed()]),

  /** Everything an install checks, and what the user must know before agreeing. Changes nothing. */
  review: byOwner
    .input(packageSourceSchema)
    .output(permissionReviewSchema)
    .query(({ ctx, input }) => ctx.services.packages.review(input)),

  /** Installs exactly what was reviewed; sending `sha256` is the user's consent to that review. */
  install: byOwner
    .input(
      z.object({
        source: packageSourceSchema,
        sha256: z.string(),
        acceptWarnings: z.boolean().default(false),
        acceptDowngrade: z.boolean().default(false),
      }),
    )
    .output(installedPackageSchema)
    .mutation(({ ctx, input }) =>
      ctx.services.packages.install({ ...input, via: ctx.caller === 'cli' ? 'cli' : 'renderer' }),
    ),

  /** `purge` also deletes the objects the capability made; `keep` leaves them readable. */
  remove: byOwner.input(nameInput.extend({ state: z.enum(['keep', 'purge']) })).mutation(({ ctx, input }) => {
    ctx.services.packages.remove(input.name, { purge: input.state === 'purge' })
  }),

  source: byOwner
    .input(nameInput)
    .output(z.object({ yaml: z.string(), signatureRange: z.object({ start: z.int(), end: z.int() }) }))
    .query(({ ctx, input }) => ctx.services.packages.source(input.name)),
})
