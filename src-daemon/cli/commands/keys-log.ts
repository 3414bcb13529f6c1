import { InvalidArgumentError, type Command } from 'commander'
import type { Io } from '../console/io.ts'
import { columns, type Output } from '../console/output.ts'
import type { CommandDeps } from '../console/command-deps.ts'
import type { Api } from '../console/session.ts'
import { writeNewFile } from './new-file.ts'

interface LogOptions {
  readonly limit: number
  readonly verify?: boolean
  readonly export?: string
}

/** `satchel keys log` */
export const addKeysLogCommand = (keys: Command, { text, session, io }: CommandDeps): void => {
  keys
    .command('log')
    .description(text('cli_keys_log'))
    .option('--limit <count>', text('cli_keys_log_limit'), limitOf, 50)
    .option('--verify', text('cli_keys_log_verify'))
    .option('--export <file>', text('cli_keys_log_export'))
    .action(async (options: LogOptions) => {
      const { withDaemon, output } = session()
      await withDaemon(async (api) => {
        if (options.export !== undefined) await exportLog(api, output, options.export)
        if (options.verify === true) await verifyLog(api, output, io)
        if (options.export === undefined && options.verify !== true) await listLog(api, output, options.limit)
      })
    })
}

const listLog = async (api: Api, output: Output, limit: number): Promise<void> => {
  const [records, keys] = await Promise.all([
    api.identity.signatures.query({ limit }),
    api.identity.keys.query(),
  ])
  output.result(records, () => {
    const labels = new Map(keys.map(({ keyId, label }) => [keyId, label]))
    const rows = records.map(({ at, purpose, requester, keyId, digest }) => [
      at,
      labels.get(keyId) ?? keyId,
      purpose,
      requester,
      digest,
    ])
    for (const line of columns(rows)) output.line(line)
    if (records.length === 0) output.say('cli_none')
  })
}

const verifyLog = async (api: Api, output: Output, io: Io): Promise<void> => {
  const check = await api.identity.verifyLog.query()
  const { records, head, firstBroken } = check
  output.result(check, () => {
    if (firstBroken === null) {
      output.say('cli_keys_log_whole', { records })
      if (head !== null) output.say('cli_keys_log_head', { head })
      return
    }
    const { id, at: time, purpose } = firstBroken
    output.say('cli_keys_log_broken', { id, time, purpose })
  })
  if (!check.whole) io.exitCode = 1
}

const exportLog = async (api: Api, output: Output, path: string): Promise<void> => {
  const written = await writeNewFile(path, async () => {
    const lines = await api.identity.exportLog.query()
    const content = Buffer.from(`${JSON.stringify(lines, null, 2)}\n`)
    return { content, result: { path, records: lines.length } }
  })
  output.result(written, () => {
    output.say('cli_keys_log_written', written)
  })
}

const limitOf = (text: string): number => {
  const limit = Number(text)
  if (!Number.isInteger(limit) || limit < 1 || limit > 500) throw new InvalidArgumentError('1..500')
  return limit
}
