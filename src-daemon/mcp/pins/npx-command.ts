import { basename, dirname, isAbsolute, join } from 'node:path'
import type { ServerDefinition } from '../../contract/servers.ts'

type Command = Extract<ServerDefinition, { kind: 'command' }>

/** What `npx` or `bunx` is to run, parsed as npm does. */
export interface NpxCommand {
  /** As requested: `name`, `name@1.2.3`, `@scope/name@latest`. */
  readonly packages: readonly string[]
  /** The program to run from those packages; null if the package decides. */
  readonly program: string | null
  readonly args: readonly string[]
  /** `--registry` */
  readonly registry: string | null
  /** The npm beside it: by full path if the command was given by one. */
  readonly npm: string
  readonly node: string
  /** Requested through bun, which uses the same registry. */
  readonly isBun: boolean
}

/** Why a command cannot be pinned; goes into the error. */
export class UnreadableCommand extends Error {
  override readonly name = 'UnreadableCommand'
}

/** A registry package by name, optionally with a version, a range or a tag: no git, no folder, no address. */
const SPEC = /^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~][a-z0-9._~-]*(?:@[a-z0-9^~<>=*.+|-]+)?$/i
/** Options that do not change what is run. */
const QUIET: ReadonlySet<string> = new Set([
  '-y',
  '--yes',
  '-q',
  '--quiet',
  '-s',
  '--silent',
  '--prefer-online',
  '--prefer-offline',
])

/** The name of a command's program, without Windows extensions. */
export const programName = (command: string): string =>
  basename(command)
    .replace(/\.(exe|cmd)$/i, '')
    .toLowerCase()

/**
 * The npm packages a command downloads (`npx …`, `npm exec …`, `bunx …`, `bun x …`); null for another
 * command. Throws `UnreadableCommand` for requests to npm that cannot be pinned.
 */
export const npxCommandOf = ({ command, args }: Pick<Command, 'command' | 'args'>): NpxCommand | null => {
  const name = programName(command)
  const isExec = name === 'npm' && ['exec', 'x'].includes(args[0] ?? '')
  const isBunX = name === 'bun' && args[0] === 'x'
  const isBun = isBunX || name === 'bunx'
  if (name !== 'npx' && !isExec && !isBun) return null
  const packages: string[] = []
  const beside = (program: string): string =>
    isAbsolute(command) ? join(dirname(command), program) : program
  let registry: string | null = null
  const rest = isExec || isBunX ? args.slice(1) : [...args]
  let runtime = isBun ? 'node' : beside('node')
  const valueOf = (option: string, inline: string | undefined): string => {
    const value = inline ?? rest.shift()
    if (value === undefined) throw new UnreadableCommand(option)
    return value
  }
  while (rest[0]?.startsWith('-') === true) {
    const [option = '', ...after] = (rest.shift() ?? '').split('=')
    const inline = after.length === 0 ? undefined : after.join('=')
    if (option === '--') break
    if (QUIET.has(option)) continue
    if (isBun && option === '--bun') {
      runtime = beside('bun')
      continue
    }
    if (option === '-p' || option === '--package') packages.push(valueOf(option, inline))
    else if (option === '--registry') registry = valueOf(option, inline)
    else throw new UnreadableCommand(option)
  }
  const [first, ...given] = rest
  if (first === undefined) throw new UnreadableCommand([command, ...args].join(' '))
  // `npm exec name -- args`: npm does not pass the separator on.
  const own = isExec && given[0] === '--' ? given.slice(1) : given
  const wanted = packages.length === 0 ? [first] : packages
  const bad = wanted.find((one) => !SPEC.test(one))
  if (bad !== undefined) throw new UnreadableCommand(bad)
  return {
    packages: wanted,
    program: packages.length === 0 ? null : first,
    args: own,
    registry,
    npm: isBun ? 'npm' : beside('npm'),
    node: runtime,
    isBun,
  }
}

/** Whether a package is requested with an exact version, whose content never changes in a registry. */
export const isExact = (spec: string): boolean => /.@\d+\.\d+\.\d+(?:[-+][0-9a-z.+-]+)?$/i.test(spec)
