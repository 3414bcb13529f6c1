import type { Command } from 'commander'
import type { FaultAt } from '../../contract/threads.ts'
import { SatchelError } from '../../platform/errors.ts'
import { say } from '../../text/index.ts'
import type { CheckedThread } from '../../threads/index.ts'
import type { CommandDeps } from '../console/command-deps.ts'
import { columns, type Output } from '../console/output.ts'
import { readJsonArgument, readNamedFile } from './files.ts'
import { addThreadPolicyCommand } from './threads-policy.ts'
import { addThreadTalkCommands } from './threads-talk.ts'

/** `satchel threads` */
export const addThreadsCommands = (program: Command, deps: CommandDeps): void => {
  const { text, session, io } = deps
  const threads = program.command('threads').description(text('cli_threads'))
  addThreadTalkCommands(threads, deps)
  addThreadPolicyCommand(threads, deps)

  threads
    .command('check')
    .description(text('cli_threads_check'))
    .argument('<file...>')
    .option('--keys <file>', text('cli_threads_keys'))
    .option('--at <time>', text('cli_threads_at'))
    .action(async (paths: readonly string[], { keys, at }: { keys?: string; at?: string }) => {
      const { output } = session()
      const { checkThreadFile, openContentReader } = await import('../../threads/index.ts')
      const read = await openContentReader()
      const [keyOf, now] = [await keysIn(keys), timeOf(at)]
      let paid: ReadonlySet<string> = new Set()
      const files = paths.map((path) => {
        // What one file shows as paid, no other may pay again.
        const checked = checkThreadFile(readNamedFile(path).bytes.toString('utf8'), {
          read,
          keyOf,
          now,
          paid,
        })
        paid = checked.paid
        const { valid, items, requests, actors, common, faults } = checked
        return { file: path, valid, items, requests, actors, common, faults }
      })
      if (files.some(({ valid }) => !valid)) io.exitCode = 1
      output.result(files, () => {
        for (const { file, ...checked } of files) printChecked(output, file, checked)
        const all = files.flatMap(({ items }) => items).length
        output.say('cli_threads_sum', {
          files: files.length,
          all,
          invalid: files.filter((one) => !one.valid).length,
        })
      })
    })
}

/** The keys of a file, and those that are in ids. Errors: `file_unreadable`, `invalid_request`. */
const keysIn = async (path: string | undefined) => {
  const { keyInId, readKeys } = await import('../../threads/index.ts')
  const keyOf = path === undefined ? keyInId : readKeys(readJsonArgument(`@${path}`))
  if (keyOf === null) throw wrong(`${path ?? ''}: {"id": "ed25519:…"}`)
  return keyOf
}

/** Milliseconds since 1970. Errors: `invalid_request`. */
const timeOf = (at: string | undefined): number => {
  const time = at === undefined ? Date.now() : Date.parse(at)
  if (!Number.isFinite(time)) throw wrong(`--at ${at ?? ''}`)
  return time
}

const wrong = (problem: string): SatchelError => new SatchelError('invalid_request', { params: { problem } })

const printChecked = (
  output: Output,
  file: string,
  { valid, items, requests, actors, common, faults }: CheckedThread,
): void => {
  output.line(`${valid ? ' ' : '✗'} ${file}`)
  printFaults(output, '', faults)
  for (const { id, capabilities } of actors ?? []) output.line(`    ${id}: ${capabilities.join(', ') || '–'}`)
  if (actors !== null)
    output.line(`    ${say(output.language, 'cli_threads_common', { names: common.join(', ') || '–' })}`)
  for (const { place, kind, capability, type, id, split, faults: own } of items) {
    if (kind === 'text' && own.length === 0) continue
    output.line(`    ${[place, capability, type, id].filter((one) => one !== null).join('  ')}`)
    for (const { amount, currency, merchant, affiliates } of split)
      output.line(
        `      ${amount} ${currency}: ${[merchant, ...affiliates].map((one) => `${one.id} ${one.amount}`).join(', ')}`,
      )
    printFaults(output, place, own)
  }
  const rows = requests.map(({ state, type, id, answer, code }) => [
    say(output.language, `cli_threads_state_${state}`),
    type,
    id,
    answer ?? '',
    code ?? '',
  ])
  for (const line of columns(rows)) output.line(`    ${line}`)
}

const printFaults = (output: Output, at: string, faults: readonly FaultAt[]): void => {
  for (const { place, code, severity, detail } of faults) {
    const where = [at, place].filter((one) => one !== '').join(': ')
    const said = say(output.language, `thread_fault_${code}`)
    const found = detail === null || detail === '' ? '' : ` (${detail})`
    output.line(
      `      ${severity === 'error' ? '✗' : '!'} ${where === '' ? '' : `${where}: `}${said}${found} [${code}]`,
    )
  }
}
