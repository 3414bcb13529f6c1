import { text as readText } from 'node:stream/consumers'
import type { Command } from 'commander'
import type { KeyFile, KeyKind } from '../../contract/identity.ts'
import { SatchelError } from '../../platform/errors.ts'
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

/** `satchel keys import|export|backup` */
export const addKeysFileCommands = (keys: Command, { text, session, io }: CommandDeps): void => {
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
}

/** The vault's passphrase again, before its keys are exported; undefined without a vault. */
const vaultPassphrase = async (api: Api, passphrases: Passphrases): Promise<string | undefined> => {
  const { keyStore } = await api.identity.status.query()
  return keyStore.backend === 'vault' && keyStore.state === 'ready'
    ? passphrases.known('SATCHEL_VAULT_PASSPHRASE', 'cli_keys_ask_vault')
    : undefined
}

const writeKeyFile = (
  path: string,
  make: () => Promise<KeyFile>,
): Promise<{ path: string; keyIds: readonly string[]; rehearsedAt: string }> =>
  writeNewFile(path, async () => {
    const { fileBase64, keyIds, rehearsedAt } = await make()
    return { content: Buffer.from(fileBase64, 'base64'), result: { path, keyIds, rehearsedAt } }
  })
