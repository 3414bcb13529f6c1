import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, dirname, isAbsolute, join } from 'node:path'
import { SatchelError } from '../platform/errors.ts'
import { behindShim } from './shims.ts'

export interface ProgramPathDeps {
  readonly home: string
  /** The `PATH` to search for programs. */
  readonly searchPath: string
  /** What the user's login shell adds to it; requested once. Null if the shell does not answer. */
  readonly loginPath?: (() => Promise<string | null>) | undefined
}

/** Where programs are: the `PATH` of this process and of the user's login shell. */
export interface ProgramPath {
  full(): Promise<string>
  /** The file that runs, also behind the shim of a version manager. Errors: `server_program_missing`. */
  locate(command: string): Promise<string>
}

export const createProgramPath = ({ home, searchPath, loginPath }: ProgramPathDeps): ProgramPath => {
  let asked: Promise<string> | undefined

  const ask = async (): Promise<string> => {
    const login = (await loginPath?.()) ?? null
    return login === null ? searchPath : `${login}${delimiter}${searchPath}`
  }
  const full = (): Promise<string> => (asked ??= ask())

  const locate = async (command: string): Promise<string> => {
    const path = await full()
    const found = find(inHome(command, home), path)
    // The manager beside a shim runs outside the sandbox: only if this user's own shell would run it, too.
    if (!path.split(delimiter).includes(dirname(found))) return found
    return behindShim(found, { home, isProgram, managers: (name) => onPath(name, path) })
  }

  return { full, locate }
}

/** `~/` means the home, although no shell expands it here. */
const inHome = (path: string, home: string): string =>
  path.startsWith('~/') ? join(home, path.slice(2)) : path

/** The program's path as the system would find it. Errors: `server_program_missing`. */
const find = (command: string, searchPath: string): string => {
  const found = isAbsolute(command) ? (isProgram(command) ? command : null) : onPath(command, searchPath)
  if (found === null)
    throw new SatchelError('server_program_missing', {
      params: { command },
      details: { command, searchPath },
    })
  return found
}

/** The file of this name on a path; null if there is none. */
export const onPath = (name: string, searchPath: string): string | null =>
  name.includes('/')
    ? null
    : (searchPath
        .split(delimiter)
        .filter((folder) => isAbsolute(folder))
        .map((folder) => join(folder, name))
        .find(isProgram) ?? null)

const isProgram = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false // missing, or not executable for this user
  }
}
