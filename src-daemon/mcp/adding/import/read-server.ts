import { realpathSync, statSync } from 'node:fs'
import { basename, isAbsolute } from 'node:path'
import { SatchelError, toErrorView } from '../../../platform/errors.ts'
import { say } from '../../../text/index.ts'
import type { Language } from '../../../contract/language.ts'
import { codeFolderOf } from './code-folder.ts'
import type { NpmRegistry } from '../../pins/npm-registry.ts'
import { timeoutSecondsOf } from '../../../contract/server-allowance.ts'
import { parseServer } from '../../records/rules.ts'
import { refusedVariable } from '../../records/variables.ts'
import { readEntry, type Entry, type Given } from './entry.ts'
import type { Found } from './found.ts'
import { urisOf } from './names.ts'
import { filled, isPlaceholder, placeholdersIn } from './placeholders.ts'
import type { ImportedServer, ImportNote } from '../../../contract/server-import.ts'

/** Names of variables and headers whose values are secret. */
const SECRET = /key|token|secret|pass|auth|credential|cookie|bearer/i
/** Programs that download what they run. */
const DOWNLOADERS: ReadonlySet<string> = new Set(['npx', 'bunx', 'pnpx', 'uvx', 'pipx', 'docker', 'podman'])
/** They fill in placeholders in their arguments themselves. */
const SHELLS = /^(?:ba|da|z|k|fi)?sh$|^(?:cmd|powershell|pwsh)$/i
/** Programs that run the code after one of these options: placeholders in it belong to the code. */
const INTERPRETERS = /^(?:node|nodejs|bun|deno|python[\d.]*|py|ruby|perl|php)$/i
const BEFORE_CODE: ReadonlySet<string> = new Set(['-e', '--eval', '-p', '-pe', '--print', '-c', '-r', 'eval'])

export interface ReadingDeps {
  readonly home: string
  readonly language: Language
  readonly npmRegistry: NpmRegistry
}

/** Converts the servers of another app's list individually; those that can't be converted say why. */
export const readServers = (found: readonly Found[], deps: ReadingDeps): Promise<ImportedServer[]> => {
  const servers = found.map((one) => ({ ...one, ...readEntry(one) }))
  const uris = urisOf(servers)
  return Promise.all(servers.map((one, index) => readServer(one, uris[index] ?? '', deps)))
}

/** Parts that can't be converted are listed in `notes`, never dropped silently. */
const readServer = async (
  entry: Pick<Found, 'name' | 'project' | 'inputs'> & Entry,
  uri: string,
  { home, language, npmRegistry }: ReadingDeps,
): Promise<ImportedServer> => {
  const { target } = entry
  const notes: ImportNote[] = []
  const secrets: ImportedServer['secrets'] = []
  const placeholders = new Set<string>()
  const timeoutSeconds = entry.timeoutMs === null ? null : timeoutSecondsOf(entry.timeoutMs)
  const note = (code: ImportNote['code'], what = ''): void => {
    if (!notes.some((one) => one.code === code && one.what === what)) notes.push({ code, what })
  }
  const text = (value: string): string => filled(value, home, (used) => note('default', used))

  /** The label the app would show beside the field, and the text in the file. */
  const hintOf = (value: string): string => {
    const [, id = ''] = /\$\{input:([^}]*)\}/.exec(value) ?? []
    const described = entry.inputs.get(id)
    return described === undefined ? value : `${described} ${value}`
  }

  /** The values as they are, without those that are secret or that only the app could fill in. */
  const values = (given: readonly (readonly [string, Given])[]): Record<string, string> => {
    const plain: Record<string, string> = {}
    for (const [name, one] of given) {
      const value = 'ask' in one ? one.ask : text(one.value)
      const isSecret = SECRET.test(name)
      if (secrets.some((known) => known.name === name)) continue
      if ('ask' in one || isPlaceholder(value) || (isSecret && value === ''))
        secrets.push({ name, value: null, hint: hintOf(value) })
      else if (isSecret) secrets.push({ name, value, hint: '' })
      else plain[name] = value
    }
    return plain
  }
  /** Without the variables that no server is given, each with a note. */
  const allowed = (given: readonly (readonly [string, Given])[]): typeof given =>
    given.filter(([name]) => {
      const isRefused = refusedVariable({ [name]: '' }, undefined) !== null
      if (isRefused) note('variable', name)
      return !isRefused
    })
  /** A placeholder in a value that isn't secret stays, for the user to replace. */
  const seen = (value: string, isCode = false): string => {
    const shown = text(value)
    for (const placeholder of placeholdersIn(shown, isCode)) {
      placeholders.add(placeholder)
      note('placeholder', placeholder)
    }
    return shown
  }

  const answer = (definition: ImportedServer['definition'], problem: string | null): ImportedServer => ({
    name: entry.name ?? uri,
    uri,
    definition,
    problem,
    secrets,
    notes,
    ...(placeholders.size > 0 && { placeholders: [...placeholders] }),
    ...(timeoutSeconds !== null && { timeoutSeconds }),
  })
  const made = (definition: unknown): ImportedServer => {
    try {
      return answer(parseServer(uri, definition), null)
    } catch (thrown) {
      const [placeholder] = placeholders
      return answer(
        null,
        placeholder === undefined
          ? toErrorView(thrown, language).message
          : say(language, 'import_problem_placeholder', { what: placeholder }),
      )
    }
  }

  if (entry.isOff) note('disabled')
  if (entry.project !== null) note('project', entry.project)
  for (const name of entry.leftOut) note('left_out', name)
  if (timeoutSeconds !== null) note('timeout', String(timeoutSeconds))
  if (entry.unread.length > 0) note('unread', entry.unread.join(', '))
  if (target.kind === 'none') return answer(null, say(language, target.problem))
  if (target.kind === 'url') {
    const url = seen(target.url)
    const isUsable = placeholders.size > 0 || (/^https?:/i.test(url) && URL.canParse(url))
    if (!isUsable) return answer(null, say(language, 'import_problem_address', { what: url }))
    return made({ kind: 'url', url, headers: values(entry.headers) })
  }
  const command = seen(target.command)
  const program = basename(command).replace(/\.(exe|cmd)$/i, '')
  const args = target.args.map((one, at) => seen(one, isCode(program, one, target.args[at - 1])))
  if (entry.envFile !== null) note('env_file', entry.envFile)
  const env = values(allowed(entry.env))
  // npm's registry is known; for the others the person has to name the hosts.
  const hosts = program === 'npx' ? await hostsOf(npmRegistry, env) : []
  if (hosts.length > 0) note('package_hosts', hosts.join(', '))
  else if (DOWNLOADERS.has(program)) note('downloads', program)
  const read = [...new Set(args.flatMap((argument) => folderOf(argument, home)))]
  if (read.length > 0) note('paths', read.join(', '))
  const cwd = entry.cwd === null ? null : seen(entry.cwd)
  return made({ kind: 'command', command, args, env, cwd, grants: { read, hosts } })
}

const isCode = (program: string, argument: string, before = ''): boolean =>
  SHELLS.test(program) ||
  (INTERPRETERS.test(program) && (BEFORE_CODE.has(before) || /^--(?:eval|print)=/.test(argument)))

/** The host of npm's registry; none if it is unknown. */
const hostsOf = async (
  npmRegistry: NpmRegistry,
  env: Readonly<Record<string, string>>,
): Promise<string[]> => {
  try {
    return [new URL(await npmRegistry(env)).host]
  } catch (thrown) {
    if (thrown instanceof SatchelError) return [] // the note asks the person to name it
    throw thrown
  }
}

/**
 * The folder an argument refers to: itself, or the one its file needs. Arguments such as `--dir=/x` count as
 * well.
 */
const folderOf = (argument: string, home: string): string[] => {
  const path = argument.replace(/^--?[\w-]+=/, '')
  if (!isAbsolute(path) || path.includes('\0')) return [] // no path has a NUL
  try {
    const known = statSync(path, { throwIfNoEntry: false })
    if (known?.isDirectory() === true) return [realpathSync(path)]
    return known?.isFile() === true ? [codeFolderOf(realpathSync(path), home)] : []
  } catch {
    return [] // it is too long, or in a folder we can't read
  }
}
