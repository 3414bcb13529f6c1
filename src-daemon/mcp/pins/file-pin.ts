import { readdirSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, extname, isAbsolute, join, relative, resolve } from 'node:path'
import { isInside } from '../../sandbox/index.ts'
import type { ServerDefinition } from '../../contract/servers.ts'
import { fileHash } from './file-hash.ts'
import { programName } from './npx-command.ts'
import { pinOf } from './pin.ts'
import type { PackagePin } from '../../contract/server-pins.ts'

type Command = Extract<ServerDefinition, { kind: 'command' }>

export interface FilePinPlaces {
  readonly home: string
  readonly temporary: string
  /** Resolves a program as the system does. Errors: `server_program_missing`. */
  readonly locate: (command: string) => Promise<string>
}

/** Interpreters are updated with the system, and are not part of a server. */
const INTERPRETER =
  /^(?:node|nodejs|bun|deno|tsx|ts-node|python[\d.]*w?|pypy[\d.]*|py|uv|ruby|perl|php|java|dotnet|lua|rscript|r|julia|sh|bash|zsh|dash|env|pwsh|powershell|cmd)$/
/** They download what they run each time, so it cannot be known in advance. */
const DOWNLOADER = /^(?:uvx|pipx|bunx|pnpx|pnpm|yarn|docker|podman|nerdctl)$/
/** Extensions of code, not of data. */
const CODE: ReadonlySet<string> = new Set(
  '.js .mjs .cjs .ts .mts .cts .py .pyz .pyw .rb .pl .php .jar .lua .sh .bash .ps1 .wasm .so .dll .dylib .node .exe'.split(
    ' ',
  ),
)
/** Files that determine which other packages a script uses. */
const MANIFESTS: ReadonlySet<string> = new Set([
  'package.json',
  'package-lock.json',
  'pyproject.toml',
  'requirements.txt',
  'uv.lock',
])
const MAX_FILES = 2_000
const MAX_BYTES = 64 * 1024 * 1024
const SKIPPED: ReadonlySet<string> = new Set(['node_modules', '__pycache__', 'venv'])

/**
 * The files of this machine a command runs: the program itself unless it is an interpreter, each argument that names a program or a script, and of
 * a script's folder the code and the manifests (2,000 files and 64 MiB at most, else only the script and its manifests). Folders it may write
 * are left out, because their content changes. Null if no part of it is a file, or
 * if it downloads what it runs.
 */
export const filePinOf = async (
  { command, args, cwd, grants }: Pick<Command, 'command' | 'args' | 'cwd' | 'grants'>,
  places: FilePinPlaces,
): Promise<PackagePin | null> => {
  const { home } = places
  const absolute = (path: string): string =>
    path.startsWith('~/') ? join(home, path.slice(2)) : resolve(cwd === null ? '/' : absolute(cwd), path)
  const written = grants.write.map(absolute).map(realOf)
  const isKept = (path: string): boolean => !written.some((folder) => isInside(path, folder))

  const located = await places.locate(command)
  const program = realOf(located)
  if (DOWNLOADER.test(programName(command))) return null
  const isInterpreter = INTERPRETER.test(programName(command)) || INTERPRETER.test(programName(program))
  const scripts = args
    .map((argument) => argument.replace(/^--?[\w-]+=/, ''))
    .filter((path) => isAbsolute(path) || path.startsWith('~/') || cwd !== null)
    .map((path) => realOf(absolute(path)))
    .filter((path) => isCode(path))
  const shared = new Set([home, places.temporary, '/'].map(realOf))
  const found = new Set<string>(isInterpreter ? [] : [program])
  for (const script of scripts) {
    found.add(script)
    for (const path of around(script, shared, realOf(home))) if (isKept(path)) found.add(path)
  }
  // The sandbox shows an interpreter's installation, and a server that may write the link to it could choose another.
  const isOwnLink = isInterpreter && located !== program && !isKept(realPlaceOf(located))
  if (found.size === 0 && !isOwnLink) return null
  const first = scripts[0] ?? program
  const base = dirname(first)
  const named = (path: string): string => (isInside(path, base) ? relative(base, path) : path)
  const parts = []
  for (const path of found)
    parts.push({ name: named(path).replaceAll('\\', '/'), version: null, hash: await fileHash(path) })
  if (isOwnLink) parts.push({ name: located, version: null, hash: `link:${program}` })
  return pinOf('files', basename(first), parts)
}

/** Code and manifests of a script's folder, and the manifests of its package. */
const around = (script: string, shared: ReadonlySet<string>, home: string): readonly string[] => {
  const folder = dirname(script)
  // A home folder, its subfolders and temporary folders contain too much else.
  if (shared.has(folder) || dirname(folder) === home || isSystem(folder)) return []
  const found: string[] = []
  let bytes = 0
  const visit = (at: string): boolean =>
    readdirSync(at, { withFileTypes: true }).every((entry) => {
      const path = join(at, entry.name)
      if (entry.isDirectory()) return SKIPPED.has(entry.name) || entry.name.startsWith('.') || visit(path)
      if (!entry.isFile() || !(CODE.has(extname(entry.name)) || MANIFESTS.has(entry.name))) return true
      bytes += statSync(path).size
      found.push(path)
      return found.length <= MAX_FILES && bytes <= MAX_BYTES
    })
  const whole = visit(folder)
  return [...(whole ? found : []), ...manifestsAbove(folder, shared)]
}

/** Of the nearest folder that has any. */
const manifestsAbove = (folder: string, shared: ReadonlySet<string>): readonly string[] => {
  for (let at = folder; !shared.has(at) && at !== dirname(at); at = dirname(at)) {
    const there = [...MANIFESTS, join('node_modules', '.package-lock.json')]
      .map((name) => join(at, name))
      .filter(isFile)
    if (there.length > 0) return there
  }
  return []
}

const isSystem = (path: string): boolean =>
  ['/usr', '/bin', '/sbin', '/lib', '/opt'].some((folder) => path === folder || dirname(path) === folder)

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true

/** Whether a file is code: by its extension, or because it is executable. */
const isCode = (path: string): boolean => {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat?.isFile() === true && (CODE.has(extname(path)) || (stat.mode & 0o111) !== 0)
}

const realOf = (path: string): string => {
  try {
    return realpathSync(path)
  } catch {
    return path // it does not exist, so it does not count
  }
}

/** Where a link itself is. */
const realPlaceOf = (link: string): string => join(realOf(dirname(link)), basename(link))
