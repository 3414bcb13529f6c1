import { text as readText } from 'node:stream/consumers'
import type { SetupField, SetupValues } from '../../contract/server-setup.ts'
import { SatchelError } from '../../platform/errors.ts'
import { say } from '../../text/index.ts'
import type { Io } from '../console/io.ts'
import type { Session } from '../console/session.ts'
import { askPassphrase, askText, isInteractive } from '../console/terminal.ts'
import { readNamedFile } from './files.ts'

/**
 * A server's settings: from `--set key=value` (`@file` and `-` for values other programs must not see); required ones
 * that are missing are asked for on the terminal. `known` are the previous values. Errors: `server_setup_invalid`,
 * `file_unreadable`.
 */
export const askSetup = async (
  { io, language, output }: Session,
  fields: readonly SetupField[],
  given: readonly string[],
  { known = {}, kept = [] }: { known?: SetupValues; kept?: readonly string[] } = {},
): Promise<SetupValues> => {
  const set = new Map<string, string[]>()
  for (const one of given) {
    const { key, value, isHidden } = await readSet(io, one)
    // Other programs and the shell's history can see arguments.
    if (!isHidden && fields.some((field) => field.key === key && field.kind === 'secret'))
      throw new SatchelError('server_setup_invalid', {
        params: { field: key, problem: say(language, 'cli_servers_set_secret', { key }) },
      })
    set.set(key, [...(set.get(key) ?? []), value])
  }
  const values: Record<string, string[]> = { ...known, ...Object.fromEntries(set) }
  if (!isInteractive(io) || output.json) return values
  for (const field of fields) {
    const { key, required, preset } = field
    const isThere = (values[key] ?? preset).length > 0 || kept.includes(key)
    if (required && !isThere) values[key] = [await askField(io, field, language)]
  }
  return values
}

const askField = (io: Io, field: SetupField, language: Session['language']): Promise<string> => {
  const title = field.description === '' ? field.title : `${field.title} (${field.description})`
  if (field.kind === 'secret') return askPassphrase(io, language, 'cli_q_setup_secret', { title })
  const choices = field.choices.length > 0 ? ` [${field.choices.join(', ')}]` : ''
  return askText(io, `${title}${choices}`)
}

const readSet = async (io: Io, one: string): Promise<{ key: string; value: string; isHidden: boolean }> => {
  const at = one.indexOf('=')
  if (at < 1) throw new SatchelError('invalid_request', { params: { problem: `--set ${one}` } })
  const key = one.slice(0, at)
  const value = one.slice(at + 1)
  if (value === '-') return { key, value: (await readText(io.stdin)).trim(), isHidden: true }
  if (!value.startsWith('@')) return { key, value, isHidden: false }
  return { key, value: readNamedFile(value.slice(1)).bytes.toString('utf8').trim(), isHidden: true }
}
