import { z } from 'zod'
import {
  backupListSchema,
  backupSchema,
  importedSchema,
  importPlanSchema,
  rehearsalSchema,
  restoredSchema,
} from '../../contract/backups.ts'
import { byOwner, byOwnerAnytime, router } from '../core/trpc.ts'

const nameInput = z.object({ name: z.string().max(200) })
const passphrase = z.string().max(1024)
const idInput = z.object({ id: z.string().max(64) })

/** Backups, even while the data can't be opened, and the whole assistant as a file. */
export const backupsRouter = router({
  list: byOwnerAnytime
    .output(backupListSchema)
    .query(({ ctx }) => ctx.core.backups.list(ctx.core.language())),

  create: byOwner
    .meta({ readsOnly: true })
    .output(backupSchema)
    .mutation(({ ctx }) => ctx.core.backups.create('manual')),

  check: byOwnerAnytime
    .input(nameInput)
    .output(backupSchema)
    .mutation(({ ctx, input }) => ctx.core.backups.check(input.name)),

  /** Says what `restore` would do; changes nothing. */
  rehearse: byOwnerAnytime
    .input(nameInput)
    .output(rehearsalSchema)
    .mutation(({ ctx, input }) => ctx.core.backups.rehearse(input.name)),

  restore: byOwnerAnytime
    .input(nameInput)
    .output(restoredSchema)
    .mutation(({ ctx, input }) => ctx.core.restoreBackup(input.name)),

  /** Exports everything to a file, which `read` returns and `end` removes. */
  export: byOwner
    .meta({ readsOnly: true })
    .input(z.object({ passphrase, withKeys: z.boolean(), current: passphrase.optional() }))
    .output(z.object({ id: z.string(), fileName: z.string(), bytes: z.int() }))
    .mutation(({ ctx, input }) => ctx.core.exportAssistant(input)),

  /** The next piece; empty at the end. */
  read: byOwner
    .input(idInput.extend({ at: z.int().nonnegative() }))
    .output(z.object({ base64: z.string() }))
    .query(({ ctx, input }) => ({
      base64: Buffer.from(ctx.core.transfers.read(input.id, input.at)).toString('base64'),
    })),

  /** Starts a file that `write` fills in pieces and `end` removes. */
  receive: byOwner.output(z.object({ id: z.string() })).mutation(({ ctx }) => ({
    id: ctx.core.transfers.receive(),
  })),

  write: byOwner
    .input(idInput.extend({ base64: z.base64().max(8 * 1024 * 1024) }))
    .mutation(({ ctx, input }) => {
      ctx.core.transfers.write(input.id, Buffer.from(input.base64, 'base64'))
    }),

  inspect: byOwner
    .input(idInput.extend({ passphrase }))
    .output(importPlanSchema)
    .mutation(({ ctx, input }) => ctx.core.transfers.inspect(input.id, input.passphrase)),

  import: byOwner
    .input(idInput.extend({ passphrase, vaultPassphrase: passphrase.optional() }))
    .output(importedSchema)
    .mutation(({ ctx, input }) => ctx.core.importAssistant(input)),

  end: byOwnerAnytime.input(idInput).mutation(({ ctx, input }) => {
    ctx.core.transfers.end(input.id)
  }),
})
