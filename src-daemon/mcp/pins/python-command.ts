import type { ServerDefinition } from '../../contract/servers.ts'
import { programName, UnreadableCommand } from './npx-command.ts'

type Command = Extract<ServerDefinition, { kind: 'command' }>

/** What `uvx` or `pipx` is to run. */
export interface PythonCommand {
  readonly tool: 'uvx' | 'pipx'
  /** As requirements: `name`, `name==1.2.3`, `name[extra]>=2`. The program belongs to the first. */
  readonly packages: readonly string[]
  /** The program to run from those packages. */
  readonly program: string
  readonly args: readonly string[]
  /** The index in the command; null if it names none. */
  readonly index: string | null
  /** The requested version of Python: `3.12`, `python3.12`. */
  readonly python: string | null
}

/** A name with extras and versions, as in a requirements file: no git, no folder, no address, no marker. */
const REQUIREMENT =
  /^([a-z0-9](?:[a-z0-9._-]*[a-z0-9])?)(\[[a-z0-9._,\s-]*\])?\s*((?:(?:===|==|~=|!=|<=|>=|<|>)\s*[a-z0-9.*+!_-]+\s*,?\s*)*)$/i
/** A Python by its version. One named by its path could be any program, and looking at it would run it. */
const PYTHON = /^(?:(?:python|cpython|pypy)@?)?\d+(?:\.\d+){0,2}$/
/** Options that do not change what is run. */
const QUIET: ReadonlySet<string> = new Set(
  '-q --quiet -n --no-cache --no-cache-dir --isolated --no-progress --refresh --verbose -v'.split(' '),
)
const NAMES: Readonly<Record<string, 'from' | 'with' | 'index' | 'python'>> = {
  '--from': 'from',
  '--spec': 'from',
  '--with': 'with',
  '-w': 'with',
  '--index-url': 'index',
  '--default-index': 'index',
  '-i': 'index',
  '--python': 'python',
  '-p': 'python',
}

/**
 * What a command downloads with `uvx`, `uv tool run` or `pipx run`; null for another command. Throws
 * `UnreadableCommand` if it cannot be known in advance what it runs: from git, a folder or an address, with a
 * Python named by its path, or with options other than those for packages, an index or a Python.
 */
export const pythonCommandOf = ({
  command,
  args,
}: Pick<Command, 'command' | 'args'>): PythonCommand | null => {
  const name = programName(command)
  const skipped = name === 'uvx' ? 0 : name === 'uv' ? 2 : name === 'pipx' ? 1 : -1
  const verb = args.slice(0, skipped).join(' ')
  if (skipped < 0 || verb !== ['', 'run', 'tool run'][skipped]) return null
  const tool = name === 'pipx' ? 'pipx' : 'uvx'
  const rest = args.slice(skipped)
  const given: { from: string[]; with: string[]; index: string[]; python: string[] } = {
    from: [],
    with: [],
    index: [],
    python: [],
  }
  while (rest[0]?.startsWith('-') === true) {
    const [option = '', ...after] = (rest.shift() ?? '').split('=')
    if (option === '--') break
    if (QUIET.has(option)) continue
    const what = NAMES[option]
    // An option takes the next word as its value, unless the value follows an equals sign.
    const value = after.length > 0 ? after.join('=') : rest.shift()
    if (what === undefined || value === undefined) throw new UnreadableCommand(option)
    given[what].push(value)
  }
  const [first, ...own] = rest
  if (first === undefined) throw new UnreadableCommand([command, ...args].join(' '))
  const [more] = given.from.slice(1)
  const unknown = more ?? given.python.find((one) => !PYTHON.test(one))
  if (unknown !== undefined) throw new UnreadableCommand(unknown)
  const packages = [given.from[0] ?? first, ...given.with.flatMap((list) => list.split(/,(?![^[]*\])/))].map(
    requirementOf,
  )
  return {
    tool,
    packages,
    program: given.from.length === 0 ? nameIn(packages[0] ?? '') : first,
    args: own,
    index: given.index.at(-1) ?? null,
    python: given.python.at(-1) ?? null,
  }
}

/**
 * uv writes `name@1.2` for `name==1.2`, and `name@latest` for the newest. Throws `UnreadableCommand` for
 * anything that is not in an index.
 */
const requirementOf = (text: string): string => {
  const [, name, version] = /^([^@\s]+)@([a-z0-9.+!_-]+)$/i.exec(text.trim()) ?? []
  const asked =
    name === undefined || version === undefined
      ? text.trim()
      : `${name}${version === 'latest' ? '' : `==${version}`}`
  if (!REQUIREMENT.test(asked)) throw new UnreadableCommand(text)
  return asked
}

const nameIn = (requirement: string): string => REQUIREMENT.exec(requirement)?.[1] ?? requirement

/** The package name of a requirement, normalised as in indexes (PEP 503). */
export const packageOf = (requirement: string): string =>
  nameIn(requirement)
    .toLowerCase()
    .replace(/[-_.]+/g, '-')

/** Whether it requests one exact version. */
export const isExactRequirement = (requirement: string): boolean =>
  /^[^=<>~!]+==\s*[a-z0-9.+!_-]+\s*$/i.test(requirement)
