import { errorViewSchema } from './errors.ts'
import { keychainProblemSchema } from './identity.ts'
import { z } from 'zod'

/** A remedy for a blocked daemon, applied only if the user asks for it. */
export const remedySchema = z.enum(['set_aside_database', 'set_aside_config', 'try_again'])
export type Remedy = z.infer<typeof remedySchema>

/**
 * The daemon's phase. `needs_vault`: there is no usable OS keychain, so the user must choose a passphrase; or
 * the data is encrypted with a key in the vault, which needs its passphrase. `blocked`:
 * some of the user's data is damaged or can't be decrypted; nothing was changed, and `remedy` names what would help, if requested.
 */
export const phaseSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('starting') }),
  z.object({
    kind: z.literal('needs_vault'),
    reason: keychainProblemSchema,
    /** A vault file exists and needs its passphrase; otherwise a vault is created. */
    vaultExists: z.boolean(),
    /** There are no data yet: what the person wants can be asked before the passphrase (`system.firstLook`). */
    isFirst: z.boolean(),
  }),
  z.object({
    kind: z.literal('blocked'),
    problem: errorViewSchema,
    remedy: remedySchema.nullable(),
    /** The key of the data is missing, and a key backup can bring it back. */
    keyRestorable: z.boolean(),
  }),
  /** `readOnly`: a newer Satchel wrote the data; it can be read, and every change is refused with this error. */
  z.object({ kind: z.literal('ready'), readOnly: errorViewSchema.optional() }),
  z.object({ kind: z.literal('stopping') }),
])
export type Phase = z.infer<typeof phaseSchema>

export const daemonInfoSchema = z.object({
  version: z.string(),
  protocol: z.int(),
  pid: z.int(),
  startedAt: z.iso.datetime(),
  dataDir: z.string(),
  /** How a person types the `satchel` command here. */
  command: z.string(),
})
export type DaemonInfo = z.infer<typeof daemonInfoSchema>

/** Says that something shown may be out of date; the receiver loads what it shows again. */
export const daemonEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('phase'), phase: phaseSchema }),
  z.object({ type: z.literal('packages') }),
  z.object({ type: z.literal('skills') }),
  z.object({ type: z.literal('identity') }),
  z.object({ type: z.literal('state'), schemaUri: z.string(), objectId: z.string() }),
  z.object({ type: z.literal('settings') }),
  z.object({ type: z.literal('models') }),
  z.object({ type: z.literal('servers') }),
  z.object({ type: z.literal('agents') }),
  z.object({ type: z.literal('threads') }),
  z.object({ type: z.literal('wallets') }),
  z.object({ type: z.literal('sharing') }),
  z.object({ type: z.literal('approvals') }),
  z.object({ type: z.literal('activity') }),
  z.object({ type: z.literal('routing') }),
  z.object({ type: z.literal('publications') }),
  z.object({ type: z.literal('marketplace') }),
  z.object({ type: z.literal('backups') }),
  z.object({ type: z.literal('check') }),
  z.object({ type: z.literal('notices') }),
  z.object({ type: z.literal('profile') }),
  z.object({ type: z.literal('drafts') }),
  z.object({ type: z.literal('prompts') }),
  z.object({ type: z.literal('spending') }),
])
export type DaemonEvent = z.infer<typeof daemonEventSchema>
