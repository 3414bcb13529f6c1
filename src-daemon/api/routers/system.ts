import { z } from 'zod'
import { judgedPassphraseSchema, restoreReportSchema } from '../../contract/identity.ts'
import { daemonEventSchema, daemonInfoSchema, phaseSchema } from '../../contract/daemon.ts'
import { firstLookSchema } from '../../contract/first-look.ts'
import { LANGUAGES } from '../../contract/language.ts'
import { encryptionStatusSchema } from '../../contract/encryption.ts'
import { salvageRequestSchema, salvageResultSchema, salvageStepSchema } from '../../contract/salvage.ts'
import { SatchelError } from '../../platform/errors.ts'
import { say } from '../../text/index.ts'
import { anytime, byCommandAnytime, byOwnerAnytime, router } from '../core/trpc.ts'

const keyBackupSchema = z.base64().max(48 * 1024 * 1024)
const passphraseSchema = z.string().max(1024)

/** The daemon itself: its phase, and what the user can do about it. */
export const systemRouter = router({
  status: anytime
    .output(z.object({ info: daemonInfoSchema, phase: phaseSchema, language: z.string() }))
    .query(({ ctx }) => ({ info: ctx.core.info, phase: ctx.core.phase(), language: ctx.core.language() })),

  /** Answers at once and does nothing, to measure a round trip. */
  ping: anytime.query(() => null),

  /** The current phase first, then every event. */
  events: byOwnerAnytime.subscription(async function* ({ ctx, signal }) {
    for await (const event of ctx.core.events(signal ?? AbortSignal.timeout(0)))
      yield daemonEventSchema.parse(event)
  }),

  /** How hard a new passphrase is to guess. */
  judgePassphrase: byOwnerAnytime
    .meta({ readsOnly: true })
    .input(z.object({ passphrase: z.string().max(1024) }))
    .output(judgedPassphraseSchema)
    .mutation(async ({ ctx, input }) => {
      const { strength, advice } = await ctx.core.judgePassphrase(input.passphrase)
      const language = ctx.core.language()
      return { strength, advice: advice.map((name) => say(language, `passphrase_advice_${name}`)) }
    }),

  /** For a phase `needs_vault` whose `isFirst` is set. */
  firstLook: byOwnerAnytime
    .input(z.object({ language: z.enum(LANGUAGES) }))
    .output(firstLookSchema)
    .query(({ ctx, input }) => ctx.core.firstLook(input.language)),

  createVault: byOwnerAnytime
    .input(z.object({ passphrase: z.string() }))
    .mutation(({ ctx, input }) => ctx.core.createVault(input.passphrase)),

  /** For a phase `blocked` with the remedy `try_again`. */
  tryAgain: byOwnerAnytime.mutation(({ ctx }) => ctx.core.tryAgain()),

  /** For a phase `blocked` whose `keyRestorable` is set. */
  restoreDataKey: byOwnerAnytime
    .input(
      z.object({
        fileBase64: keyBackupSchema,
        passphrase: passphraseSchema,
        vaultPassphrase: passphraseSchema.optional(),
        dryRun: z.boolean().default(false),
      }),
    )
    .output(restoreReportSchema.nullable())
    .mutation(({ ctx, input: { fileBase64, ...input } }) =>
      ctx.core.restoreDataKey({ ...input, file: Buffer.from(fileBase64, 'base64') }),
    ),

  setAside: byOwnerAnytime
    .input(z.object({ what: z.enum(['database', 'config']) }))
    .output(z.object({ keptAt: z.string() }))
    .mutation(({ ctx, input }) => ctx.core.setAside(input.what)),

  /** For a phase `blocked` with the remedy `set_aside_database`, or `ready`. Only the command line names a directory. */
  salvage: byOwnerAnytime
    .input(salvageRequestSchema)
    .output(salvageResultSchema)
    .mutation(({ ctx, input }) => {
      const { caller } = ctx
      if (input.to === 'directory' && caller !== 'cli')
        throw new SatchelError('caller_not_allowed', { params: { caller } })
      return ctx.core.salvage(input)
    }),

  salvageStep: byOwnerAnytime.output(salvageStepSchema.nullable()).query(({ ctx }) => ctx.core.salvageStep()),

  encryption: byOwnerAnytime.output(encryptionStatusSchema).query(({ ctx }) => ctx.core.encryption()),

  /** Stops the daemon; its next start does it. */
  changeEncryption: byOwnerAnytime
    .input(z.object({ to: z.enum(['encrypted', 'plain']) }))
    .mutation(({ ctx, input }) => {
      ctx.core.changeEncryption(input.to)
    }),

  declineEncryption: byOwnerAnytime.mutation(({ ctx }) => {
    ctx.core.declineEncryption()
  }),

  /** Opens the app's port for a browser, until the caller's connection closes; again for another link to it. */
  openWeb: byCommandAnytime
    .input(z.object({ port: z.int().min(0).max(65535).default(0), redirect: z.boolean().default(false) }))
    .output(z.object({ url: z.string(), expiresAt: z.iso.datetime(), redirect: z.string().nullable() }))
    .mutation(({ ctx, input }) => ctx.core.openWeb({ ...input, until: ctx.closed })),

  /** Ends the caller's session in the browser. */
  signOut: byOwnerAnytime.mutation(({ ctx }) => {
    const { caller, signOut } = ctx
    if (signOut === null) throw new SatchelError('caller_not_allowed', { params: { caller } })
    // After the answer was sent.
    setImmediate(signOut)
  }),

  stop: byOwnerAnytime.mutation(({ ctx }) => {
    ctx.core.stop()
  }),
})
