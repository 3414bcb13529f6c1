import type { Command } from 'commander'
import type { RestoreReport } from '../../contract/identity.ts'
import { say } from '../../text/index.ts'
import type { CommandDeps } from '../console/command-deps.ts'
import { Declined } from '../console/declined.ts'
import { columns, type Output } from '../console/output.ts'
import { errorViewOf, settledStatus, type Api, type Session } from '../console/session.ts'
import { readNamedFile } from './files.ts'
import { createPassphrases, type Passphrases } from './keys-passphrases.ts'

/** `satchel keys restore`: keys, and, while it is missing, the key of the data. */
export const addKeysRestoreCommand = (keys: Command, { text, session, env, io }: CommandDeps): void => {
  keys
    .command('restore')
    .description(text('cli_keys_restore'))
    .argument('<file>')
    .option('--dry-run', text('cli_keys_dry_run'))
    .option('--as-owner', text('cli_keys_as_owner'))
    .action(async (path: string, { dryRun, asOwner }: { dryRun?: boolean; asOwner?: boolean }) => {
      const own = session()
      const { withDaemon, output, language, consent } = own
      const fileBase64 = readNamedFile(path).bytes.toString('base64')
      const passphrases = createPassphrases(io, language)
      const passphrase = await passphrases.known('SATCHEL_BACKUP_PASSPHRASE', 'cli_keys_ask_backup')
      const newVaultPassphrase = env['SATCHEL_VAULT_PASSPHRASE']
      const given = { fileBase64, passphrase, vaultPassphrase: newVaultPassphrase }
      const opened = await openBlocked(own, { ...given, dryRun: dryRun === true }, passphrases)
      if (opened === 'would open') {
        output.result({ dataKey: true }, () => {
          output.say('cli_keys_data_key_fits')
          output.say('cli_keys_dry')
        })
        return
      }
      if (opened !== null) output.say('cli_keys_data_key_back')
      const report = await withDaemon(async (api) => {
        if (opened?.report !== undefined && asOwner !== true) return opened.report
        const would = await api.identity.inspectBackup.mutate({ fileBase64, passphrase })
        if (dryRun === true) return would
        const owner = asOwner === true ? await confirmedOwner(api, would, consent) : undefined
        return api.identity.restore.mutate({ fileBase64, passphrase, asOwner: owner, newVaultPassphrase })
      }).catch((thrown: unknown) => {
        if (thrown instanceof Declined) output.say('cli_declined')
        throw thrown
      })
      output.result(report, () => {
        printReport(output, report)
        if (dryRun === true) output.say('cli_keys_dry')
        else {
          const count = report.keys.filter(({ outcome }) => outcome !== 'present').length
          output.say('cli_keys_restored', { count })
        }
      })
    })
}

type DataKeyInput = Parameters<Api['system']['restoreDataKey']['mutate']>[0]

/** Restores the key of the data if its absence blocks the daemon; null if it doesn't. */
const openBlocked = (
  { withAnyDaemon, language }: Session,
  input: DataKeyInput,
  passphrases: Passphrases,
): Promise<'would open' | { readonly report?: RestoreReport } | null> =>
  withAnyDaemon(async (api) => {
    if (!(await lacksDataKey(api))) return null
    const restore = (vaultPassphrase: string | undefined) =>
      api.system.restoreDataKey.mutate({ ...input, vaultPassphrase })
    const report = await restore(input.vaultPassphrase).catch(async (thrown: unknown) => {
      if (errorViewOf(thrown, language).code !== 'vault_passphrase_other') throw thrown
      return restore(await passphrases.known('SATCHEL_VAULT_PASSPHRASE', 'cli_keys_ask_vault'))
    })
    if (input.dryRun === true) return 'would open'
    return report === null ? {} : { report }
  })

const lacksDataKey = async (api: Api): Promise<boolean> => {
  const { phase } = await settledStatus(api)
  if (phase.kind !== 'blocked' || !phase.keyRestorable) return false
  // As after the keychain was unlocked.
  if (phase.remedy === 'try_again') await api.system.tryAgain.mutate()
  const { phase: now } = await settledStatus(api)
  return now.kind === 'blocked' && now.keyRestorable
}

/** The current owner's DID, as proof that the user was told who is replaced. */
const confirmedOwner = async (
  api: Api,
  { ownerDid: next }: RestoreReport,
  consent: (question: 'cli_q_as_owner', params: { did: string; next: string }) => Promise<boolean>,
): Promise<string> => {
  const { ownerDid: did } = await api.identity.status.query()
  if (did !== next && !(await consent('cli_q_as_owner', { did, next }))) throw new Declined()
  return did
}

const printReport = (output: Output, { createdAt, ownerDid, keys, dataKey }: RestoreReport): void => {
  output.say('cli_keys_backup_of', { time: createdAt, did: ownerDid })
  const rows = keys.map(({ label, kind, did, outcome, isOwner }) => [
    label,
    kind,
    isOwner ? say(output.language, 'cli_keys_is_owner') : '',
    say(output.language, `cli_keys_outcome_${outcome}`),
    did,
  ])
  for (const line of columns(rows)) output.line(line)
  if (dataKey) output.say('cli_keys_backup_data_key')
}
