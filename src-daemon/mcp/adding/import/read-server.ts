import { realpathSync, statSync } from 'node:fs'
import { basename, dirname, isAbsolute } from 'node:path'
import { SatchelError, toErrorView } from '../../../platform/errors.ts'
import { isRecord } from '../../../platform/is-record.ts'
import { say } from '../../../text/index.ts'
import type { Language } from '../../../contract/language.ts'
import type { NpmRegistry } from '../../pins/npm-registry.ts'
import { parseServer } from '../../records/rules.ts'
import { refusedVariable } from '../../records/variables.ts'
import { type JsonRecord } from './parse-config.ts'
import type { ImportedServer, ImportNote } from '../../../contract/server-import.ts'

/** Names of variables and headers whose values are secret. */
const SECRET = /key|token|secret|pass|auth|credential|cookie|bearer/i
/** `${input:id}`, `${env:NAME}`, `${workspaceFolder}`: only the app that wrote them can fill them in. */
const PLACEHOLDER = /\$\{[^}]*\}|\$[A-Z_][A-Z0-9_]*\b/
/** Programs that download what they run. */
const DOWNLOADERS: ReadonlySet<string> = new Set(['npx', 'bunx', 'pnpx', 'uvx', 'pipx', 'docker', 'podman'])

export interface ReadingDeps {
  readonly home: string
  readonly language: Language
  readonly npmRegistry: NpmRegistry
}

/**
 * Converts a server from another app's list. What cannot be converted is listed in `notes`, never dropped
 * silently.
 */
export const readServer = async (
  name: string,
  entry: JsonRecord,
  { home, language, npmRegistry }: ReadingDeps,
): Promise<ImportedServer> => {
  const notes: ImportNote[] = []
  const secrets: ImportedServer['secrets'] = []
  const uri = uriOf(name)
  const text = (value: string): string => value.replaceAll('${userHome}', home).replace(/^~(?=[\\/]|$)/, home)

  /** The values as they are, without those that are secret or that only the app could fill in. */
  const values = (given: unknown): Record<string, string> => {
    const plain: Record<string, string> = {}
    for (const [key, raw] of Object.entries(isRecord(given) ? given : {})) {
      if (!['string', 'number', 'boolean'].includes(typeof raw)) continue
      const value = text(String(raw))
      if (PLACEHOLDER.test(value)) secrets.push({ name: key, value: null, hint: value })
      else if (SECRET.test(key)) secrets.push({ name: key, value, hint: '' })
      else plain[key] = value
    }
    return plain
  }
  /** Without the variables that no server is given, each with a note. */
  const allowed = (given: unknown): JsonRecord =>
    Object.fromEntries(
      Object.entries(isRecord(given) ? given : {}).filter(([variable]) => {
        const isRefused = refusedVariable({ [variable]: '' }, undefined) !== null
        if (isRefused) notes.push({ code: 'variable', what: variable })
        return !isRefused
      }),
    )
  /** A placeholder in a value that is not secret stays, with a note. */
  const seen = (value: string): string => {
    const found = PLACEHOLDER.exec(value)?.[0]
    if (found !== undefined) notes.push({ code: 'placeholder', what: found })
    return value
  }

  const made = (definition: unknown): ImportedServer => {
    try {
      return { name, uri, definition: parseServer(uri, definition), problem: null, secrets, notes }
    } catch (thrown) {
      return failed(toErrorView(thrown, language).message)
    }
  }
  const failed = (problem: string): ImportedServer => ({
    name,
    uri,
    definition: null,
    problem,
    secrets,
    notes,
  })

  if (entry['disabled'] === true || entry['enabled'] === false) notes.push({ code: 'disabled', what: '' })
  const url = [entry['url'], entry['serverUrl'], entry['httpUrl']].find((one) => typeof one === 'string')
  if (url !== undefined) return made({ kind: 'url', url: seen(url), headers: values(entry['headers']) })
  if (typeof entry['command'] !== 'string') return failed(say(language, 'import_problem_no_target'))
  const given: unknown = entry['args'] ?? []
  if (!Array.isArray(given) || !given.every((one) => typeof one === 'string'))
    return failed(say(language, 'import_problem_args'))
  const command = seen(text(entry['command']))
  const args = given.map((one) => seen(text(one)))
  if (typeof entry['envFile'] === 'string') notes.push({ code: 'env_file', what: entry['envFile'] })
  const program = basename(command).replace(/\.(exe|cmd)$/i, '')
  const env = values(allowed(entry['env']))
  // npm's registry is known; for the others the person has to name the hosts.
  const hosts = program === 'npx' ? await hostsOf(npmRegistry, env) : []
  if (hosts.length > 0) notes.push({ code: 'package_hosts', what: hosts.join(', ') })
  else if (DOWNLOADERS.has(program)) notes.push({ code: 'downloads', what: program })
  const read = [...new Set(args.flatMap(folderOf))]
  if (read.length > 0) notes.push({ code: 'paths', what: read.join(', ') })
  return made({
    kind: 'command',
    command,
    args,
    env,
    cwd: typeof entry['cwd'] === 'string' ? seen(text(entry['cwd'])) : null,
    grants: { read, hosts },
  })
}

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

/** A server's name has no spaces, and only letters that every terminal can show. */
export const uriOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/[^\x21-\x7e]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 200) || 'server'

/**
 * The folder an argument refers to: itself, or the folder of its file. Arguments such as `--dir=/x` count as
 * well.
 */
const folderOf = (argument: string): string[] => {
  const path = argument.replace(/^--?[\w-]+=/, '')
  if (!isAbsolute(path) || path.includes('\0')) return [] // no path has a NUL
  const known = statSync(path, { throwIfNoEntry: false })
  if (known?.isDirectory() === true) return [realpathSync(path)]
  return known?.isFile() === true ? [realpathSync(dirname(path))] : []
}
