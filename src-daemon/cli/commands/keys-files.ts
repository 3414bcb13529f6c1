import { text as readText } from 'node:stream/consumers'
import type { Command } from 'commander'
import type { KeyFile, KeyKind, RestoreReport } from '../../contract/identity.ts'
import { SatchelError } from '../../platform/errors.ts'
import { say } from '../../text/index.ts'
import { Declined } from '../console/declined.ts'
import { columns, type Output } from '../console/output.ts'
import type { CommandDeps } from '../console/command-deps.ts'
import { errorViewOf, type Api } from '../console/session.ts'
import { readNamedFile } from './files.ts'
import { kindNamed } from './keys-manage.ts'
import { finish } from '../console/finish.ts'
import { namedKey } from './keys-name.ts'
import { createPassphrases, type Passphrases } from './keys-passphrases.ts'
import { writeNewFile } from './new-file.ts'

/** Larger than any file with one key. */
const MAX_KEY_TEXT = 64 * 1024

/** `satchel keys import|export|backup|restore` */
export const addKeysFileCommands = (keys: Command, { text, session, env, io }: CommandDeps): void => {
  keys
    .command('import')
    .description(text('cli_keys_import'))
    .argument('<file>')
    .requiredOption('--label <label>', text('cli_keys_import_label'))
    .option('--kind <kind>', text('cli_keys_kind'), kindNamed)
    .action(async (file: string, { label, kind }: { label: string; kind?: KeyKind }) => {
      const { withDaemon, output, language } = session()
      // From a file or a pipe, never as an argument, which other programs and the shell's history can see.
      const secret = file === '-' ? await readText(io.stdin) : readNamedFile(file).bytes.toString('utf8')
      if (secret.trim() === '' || secret.length > MAX_KEY_TEXT) throw new SatchelError('key_import_invalid')
      const passphrases = createPassphrases(io, language)
      const made = await withDaemon(async (api) => {
        const input = { text: secret, label, kind }
        try {
          return await api.identity.importKey.mutate(input)
        } catch (thrown) {
          if (errorViewOf(thrown, language).code !== 'key_import_passphrase_needed') throw thrown
          const passphrase = await passphrases.known('SATCHEL_BACKUP_PASSPHRASE', 'cli_keys_ask_import')
          return api.identity.importKey.mutate({ ...input, passphrase })
        }
      })
      output.result(made, () => {
        output.say('cli_keys_imported', { label: made.label, did: made.did })
      })
    })

  keys
    .command('export')
    .description(text('cli_keys_export'))
    .argument('<key>')
    .argument('<file>')
    .action(async (name: string, path: string) => {
      const { withDaemon, output, language, consent } = session()
      const written = await withDaemon(async (api) => {
        const { keyId, label } = namedKey(await api.identity.keys.query(), name)
        if (!(await consent('cli_q_export', { label }))) return null
        return writeKeyFile(path, async () => {
          const passphrases = createPassphrases(io, language)
          const current = await vaultPassphrase(api, passphrases)
          const passphrase = await passphrases.chosen('SATCHEL_BACKUP_PASSPHRASE', api)
          return api.identity.exportKey.mutate({ keyId, passphrase, current })
        })
      })
      finish(output, written, ({ keyIds }) => {
        output.say('cli_keys_written', { path, count: keyIds.length })
      })
    })

  keys
    .command('backup')
    .description(text('cli_keys_backup'))
    .argument('<file>')
    .action(async (path: string) => {
      const { withDaemon, output, language, consent } = session()
      const written = await withDaemon(async (api) => {
        const passphrases = createPassphrases(io, language)
        const { keyStore } = await api.identity.status.query()
        // A vault's passphrase is asked for; the keychain opens without a question.
        if (keyStore.backend === 'keychain' && !(await consent('cli_q_backup'))) return null
        return writeKeyFile(path, async () => {
          const current = await vaultPassphrase(api, passphrases)
          const passphrase = await passphrases.chosen('SATCHEL_BACKUP_PASSPHRASE', api)
          return api.identity.backup.mutate({ passphrase, current })
        })
      })
      finish(output, written, ({ keyIds }) => {
        output.say('cli_keys_written', { path, count: keyIds.length })
        output.say('cli_keys_backup_without')
      })
    })

  keys
    .command('restore')
    .description(text('cli_keys_restore'))
    .argument('<file>')
    .option('--dry-run', text('cli_keys_dry_run'))
    .option('--as-owner', text('cli_keys_as_owner'))
    .action(async (path: string, { dryRun, asOwner }: { dryRun?: boolean; asOwner?: boolean }) => {
      const { withDaemon, output, language, consent } = session()
      const fileBase64 = readNamedFile(path).bytes.toString('base64')
      const passphrases = createPassphrases(io, language)
      const passphrase = await passphrases.known('SATCHEL_BACKUP_PASSPHRASE', 'cli_keys_ask_backup')
      const report = await withDaemon(async (api) => {
        const would = await api.identity.inspectBackup.mutate({ fileBase64, passphrase })
        if (dryRun === true) return would
        const owner = asOwner === true ? await confirmedOwner(api, would, consent) : undefined
        const newVaultPassphrase = env['SATCHEL_VAULT_PASSPHRASE']
        return api.identity.restore.mutate({ fileBase64, passphrase, asOwner: owner, newVaultPassphrase })
      }).catch((thrown: unknown) => {
        if (thrown instanceof Declined) output.say('cli_declined')
        throw thrown
      })
      output.result(report, () => {
        printReport(output, report)
        if (dryRun === true) output.say('cli_keys_dry')
      })
    })
}

/** The vault's passphrase, once more, before its keys are handed out; undefined where there is none. */
const vaultPassphrase = async (api: Api, passphrases: Passphrases): Promise<string | undefined> => {
  const { keyStore } = await api.identity.status.query()
  return keyStore.backend === 'vault' && keyStore.state === 'ready'
    ? passphrases.known('SATCHEL_VAULT_PASSPHRASE', 'cli_keys_ask_vault')
    : undefined
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

const writeKeyFile = (
  path: string,
  make: () => Promise<KeyFile>,
): Promise<{ path: string; keyIds: readonly string[]; rehearsedAt: string }> =>
  writeNewFile(path, async () => {
    const { fileBase64, keyIds, rehearsedAt } = await make()
    return { content: Buffer.from(fileBase64, 'base64'), result: { path, keyIds, rehearsedAt } }
  })

const printReport = (output: Output, { createdAt, ownerDid, keys }: RestoreReport): void => {
  output.say('cli_keys_backup_of', { time: createdAt, did: ownerDid })
  const rows = keys.map(({ label, kind, did, outcome, isOwner }) => [
    label,
    kind,
    isOwner ? say(output.language, 'cli_keys_is_owner') : '',
    say(output.language, `cli_keys_outcome_${outcome}`),
    did,
  ])
  for (const line of columns(rows)) output.line(line)
}
