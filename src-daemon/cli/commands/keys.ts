import { existsSync } from 'node:fs'
import type { Command } from 'commander'
import type { CommandDeps } from '../console/command-deps.ts'
import { addKeysFileCommands } from './keys-files.ts'
import { addKeysRestoreCommand } from './keys-restore.ts'
import { addKeysLogCommand } from './keys-log.ts'
import { addKeysManageCommands } from './keys-manage.ts'
import { addKeysStoreCommands } from './keys-store.ts'
import { SatchelError } from '../../platform/errors.ts'
import { sha256HexOfFile } from '../../platform/sha256.ts'
import { namedKey } from './keys-name.ts'

/** `satchel keys list|create|label|rotate|retire|default|import|export|backup|restore|log|status|unlock|lock|move|passphrase|sign|verify` */
export const addKeysCommands = (program: Command, deps: CommandDeps): void => {
  const keys = program.command('keys').description(deps.text('cli_keys'))
  addKeysManageCommands(keys, deps)
  addKeysFileCommands(keys, deps)
  addKeysRestoreCommand(keys, deps)
  addKeysSignCommands(keys, deps)
  addKeysLogCommand(keys, deps)
  addKeysStoreCommands(keys, deps)
}

/** What is signed: a text, or a file by its SHA-256 in hex. */
type Signed = { readonly text: string } | { readonly sha256: string }

/** `satchel keys sign|verify` */
const addKeysSignCommands = (keys: Command, { text, session, io }: CommandDeps): void => {
  keys
    .command('sign')
    .description(text('cli_keys_sign'))
    .argument('[text]')
    .option('--file <file>', text('cli_keys_file'))
    .option('--key <key>', text('cli_keys_key'))
    .action(async (given: string | undefined, { file, key }: { file?: string; key?: string }) => {
      const { withDaemon, output } = session()
      const signed = await whatIsSigned(given, file)
      const result = await withDaemon(async (api) => {
        const keyId = key === undefined ? undefined : namedKey(await api.identity.keys.query(), key).keyId
        return 'text' in signed
          ? api.identity.signText.mutate({ ...signed, keyId })
          : api.identity.signFile.mutate({ ...signed, keyId })
      })
      output.result(result, () => {
        output.line(result.keyId)
        output.line(result.signature)
        // A text that is a file's name most likely means the file.
        if (given !== undefined && existsSync(given)) output.say('cli_keys_signed_name', { text: given })
      })
    })

  keys
    .command('verify')
    .description(text('cli_keys_verify'))
    .argument('[text]')
    .option('--file <file>', text('cli_keys_file'))
    .requiredOption('--key-id <id>', text('cli_keys_key_id'))
    .requiredOption('--signature <signature>', text('cli_keys_signature'))
    .action(
      async (
        given: string | undefined,
        { file, keyId, signature }: { file?: string; keyId: string; signature: string },
      ) => {
        const { withDaemon, output } = session()
        const signed = await whatIsSigned(given, file)
        const result = await withDaemon((api) =>
          'text' in signed
            ? api.identity.verifyText.query({ ...signed, keyId, signature })
            : api.identity.verifyFile.query({ ...signed, keyId, signature }),
        )
        output.result(result, () => {
          output.say(result.valid ? 'cli_keys_valid' : 'cli_keys_not_valid', { key: keyId })
        })
        if (!result.valid) io.exitCode = 1
      },
    )
}

/** Errors: `invalid_request` for neither or both, `file_unreadable`. */
const whatIsSigned = async (text: string | undefined, file: string | undefined): Promise<Signed> => {
  if (text !== undefined && file === undefined) return { text }
  if (file !== undefined && text === undefined) return { sha256: await digestOf(file) }
  throw new SatchelError('invalid_request', { params: { problem: 'TEXT | --file FILE' } })
}

const digestOf = async (path: string): Promise<string> => {
  try {
    return await sha256HexOfFile(path)
  } catch (cause) {
    const problem = cause instanceof Error ? cause.message : String(cause)
    throw new SatchelError('file_unreadable', { params: { path, problem }, cause })
  }
}
