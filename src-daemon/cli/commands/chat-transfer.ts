import type { Command } from 'commander'
import { exportFormatSchema, type ImportReport } from '../../contract/chat-transfer.ts'
import { isRecord } from '../../platform/is-record.ts'
import { SatchelError } from '../../platform/errors.ts'
import type { CommandDeps } from '../console/command-deps.ts'
import { writeText } from '../console/output.ts'
import { readNamedFile } from './files.ts'
import { writeNewFile } from './new-file.ts'

/** Characters of JSON sent at once: a message to the daemon has a limit. */
const BATCH = 4_000_000
const BATCH_COUNT = 200

/** `satchel chat export|import` */
export const addTransferCommands = (chat: Command, { text, session, io }: CommandDeps): void => {
  chat
    .command('export')
    .description(text('cli_chat_export'))
    .argument('<conversation>')
    .option('--format <format>', text('cli_chat_export_format'), 'markdown')
    .option('--out <file>', text('cli_chat_export_out'))
    .action(async (id: string, options: { format: string; out?: string }) => {
      const { withDaemon, output } = session()
      const format = exportFormatSchema.parse(options.format)
      const file = await withDaemon((api) => api.chat.export.query({ id, format }))
      const { out } = options
      if (out !== undefined) {
        await writeNewFile(out, () => Promise.resolve({ content: Buffer.from(file.content), result: null }))
        output.result({ file: out }, () => {
          output.say('cli_chat_exported', { path: out })
        })
      } else if (output.json) output.result(file, () => undefined)
      else writeText(io.stdout, file.content)
    })

  chat
    .command('import')
    .description(text('cli_chat_import'))
    .argument('<file>')
    .action(async (path: string) => {
      const { withDaemon, output } = session()
      const conversations = conversationsIn(path)
      const total: ImportReport = { imported: 0, messages: 0, known: 0, unreadable: 0, cut: 0 }
      await withDaemon(async (api) => {
        for (const batch of batchesOf(conversations)) {
          const report = await api.chat.import.mutate({ conversations: batch })
          for (const key of Object.keys(total) as (keyof ImportReport)[]) total[key] += report[key]
        }
      })
      output.result(total, () => {
        output.say('cli_chat_imported', { imported: total.imported, messages: total.messages })
        for (const what of ['known', 'unreadable', 'cut'] as const)
          if (total[what] > 0) output.say(`cli_chat_import_${what}`, { count: total[what] })
      })
      if (total.unreadable > 0 && total.imported + total.known === 0) io.exitCode = 1
    })
}

/** A list, or an object with one. Errors: `file_unreadable`, `export_unknown`. */
const conversationsIn = (path: string): readonly unknown[] => {
  const { bytes, fileName: name } = readNamedFile(path)
  let parsed: unknown
  try {
    parsed = JSON.parse(bytes.toString('utf8'))
  } catch (cause) {
    throw new SatchelError('export_unknown', { params: { name }, cause })
  }
  const list = isRecord(parsed) && 'conversations' in parsed ? parsed['conversations'] : parsed
  if (!Array.isArray(list)) throw new SatchelError('export_unknown', { params: { name } })
  return list
}

const batchesOf = (conversations: readonly unknown[]): unknown[][] => {
  const batches: unknown[][] = []
  let room = 0
  for (const conversation of conversations) {
    const size = JSON.stringify(conversation).length
    const last = batches.at(-1)
    if (last === undefined || size > room || last.length >= BATCH_COUNT) {
      batches.push([conversation])
      room = BATCH - size
    } else {
      last.push(conversation)
      room -= size
    }
  }
  return batches
}
