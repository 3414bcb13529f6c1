import { closeSync, openSync, readSync } from 'node:fs'
import type { Command } from 'commander'
import type { CommandDeps } from '../console/command-deps.ts'
import { Declined } from '../console/declined.ts'
import { createPartFile } from '../console/part-file.ts'
import type { Api } from '../console/session.ts'
import { sayContents, sayKept } from './backup.ts'
import { createPassphrases } from './keys-passphrases.ts'
import { readingFile } from '../console/reading-file.ts'

const PIECE = 2 * 1024 * 1024

/** `satchel export`, `satchel import`: the whole assistant as one file. */
export const addAssistantCommands = (program: Command, { text, session, io, env }: CommandDeps): void => {
  program
    .command('export')
    .description(text('cli_export'))
    .argument('<file>')
    .option('--with-keys', text('cli_export_with_keys'))
    .action(async (path: string, { withKeys = false }: { withKeys?: boolean }) => {
      const { withDaemon, output, language, consent } = session()
      const written = await withDaemon(async (api) => {
        if (withKeys && !(await consent('cli_q_export_all_keys'))) return null
        const passphrases = createPassphrases(io, language)
        const { keyStore } = await api.identity.status.query()
        const current =
          withKeys && keyStore.backend === 'vault'
            ? await passphrases.known('SATCHEL_VAULT_PASSPHRASE', 'cli_keys_ask_vault')
            : undefined
        const file = createPartFile(path, { overwrite: false })
        try {
          const passphrase = await passphrases.chosen('SATCHEL_BACKUP_PASSPHRASE', api)
          const made = await api.backups.export.mutate({ passphrase, withKeys, current })
          await readInto(api, made.id, file)
          return { path, bytes: made.bytes, withKeys }
        } finally {
          file.discard()
        }
      })
      if (written === null) {
        output.say('cli_declined')
        throw new Declined()
      }
      output.result(written, () => {
        output.say('cli_exported_all', written)
        if (!withKeys) output.say('cli_exported_no_keys')
        output.say('cli_exported_secrets')
      })
    })

  program
    .command('import')
    .description(text('cli_import'))
    .argument('<file>')
    .action(async (path: string) => {
      const { withDaemon, output, language, consent } = session()
      const passphrases = createPassphrases(io, language)
      await withDaemon(async (api) => {
        const { id } = await api.backups.receive.mutate()
        try {
          await send(api, id, path)
          const passphrase = await passphrases.known('SATCHEL_BACKUP_PASSPHRASE', 'cli_ask_export')
          const plan = await api.backups.inspect.mutate({ id, passphrase })
          output.say('cli_import_of', { time: plan.createdAt })
          if (plan.withKeys) output.say('cli_import_with_keys')
          sayContents(output, plan.holds, plan.present)
          if (!(await consent('cli_q_import_all'))) {
            output.say('cli_declined')
            throw new Declined()
          }
          const { keyStore } = await api.identity.status.query()
          const vaultPassphrase =
            plan.withKeys && keyStore.backend === 'vault'
              ? await passphrases.known('SATCHEL_VAULT_PASSPHRASE', 'cli_keys_ask_vault')
              : env['SATCHEL_VAULT_PASSPHRASE']
          const imported = await api.backups.import.mutate({ id, passphrase, vaultPassphrase })
          output.result(imported, () => {
            output.say('cli_imported_all')
            sayKept(output, imported.kept)
            const { keysProblem, keysAt } = imported
            if (keysProblem !== null && keysAt !== null)
              output.say('cli_imported_keys_left', { problem: keysProblem.message, path: keysAt })
          })
        } finally {
          await api.backups.end.mutate({ id })
        }
      })
    })
}

const readInto = async (api: Api, id: string, file: ReturnType<typeof createPartFile>): Promise<void> => {
  for (let at = 0; ;) {
    const piece = Buffer.from((await api.backups.read.query({ id, at })).base64, 'base64')
    if (piece.length === 0) break
    file.add(piece)
    at += piece.length
  }
  file.finish()
  await api.backups.end.mutate({ id })
}

const send = async (api: Api, id: string, path: string): Promise<void> => {
  const file = readingFile(path, () => openSync(path, 'r'))
  try {
    const buffer = Buffer.alloc(PIECE)
    for (;;) {
      const count = readingFile(path, () => readSync(file, buffer, 0, PIECE, null))
      if (count === 0) return
      await api.backups.write.mutate({ id, base64: buffer.subarray(0, count).toString('base64') })
    }
  } finally {
    closeSync(file)
  }
}
