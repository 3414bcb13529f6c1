import { isRecord } from '../../../platform/is-record.ts'
import type { PhraseKey } from '../../../text/index.ts'
import type { Found, JsonRecord } from './found.ts'
import {
  ADDRESSES,
  ARGUMENTS,
  BEARERS,
  COMMANDS,
  FOLDERS,
  HEADERS,
  OFF,
  ON,
  unreadIn,
  VARIABLES,
} from './members.ts'
import { timeoutOf } from './timeouts.ts'

/** A variable or header: its value, or the text that only the app could turn into one (empty if there is none). */
export type Given = { readonly value: string } | { readonly ask: string }

/** A list's entry for a server, independent of the app's field names. */
export interface Entry {
  readonly target:
    | { readonly kind: 'command'; readonly command: string; readonly args: readonly string[] }
    | { readonly kind: 'url'; readonly url: string }
    /** It can't be imported, and why. */
    | { readonly kind: 'none'; readonly problem: EntryProblem }
  readonly env: readonly (readonly [string, Given])[]
  readonly headers: readonly (readonly [string, Given])[]
  readonly cwd: string | null
  readonly envFile: string | null
  readonly isOff: boolean
  /** How long a call may take, in milliseconds; null if the list doesn't say. */
  readonly timeoutMs: number | null
  /** Variables and headers whose values aren't text. */
  readonly leftOut: readonly string[]
  /** Its members that Satchel has nothing for. */
  readonly unread: readonly string[]
}

export type EntryProblem = Extract<
  PhraseKey,
  'import_problem_no_entry' | 'import_problem_no_target' | 'import_problem_args' | 'import_problem_own'
>

const REMOTE = /^(?:remote|http|sse|streamable[-_]?http|http[-_]stream|url)$/i
/** A part of the app that lists it, not a separate server. */
const OWN_KINDS = /^(?:builtin|in-?memory|platform|frontend|inline_python)$/i

/** Whether a value says how to reach a server. */
export const isServer = (value: unknown): boolean => {
  if (!isRecord(value)) return false
  const entry = flat(value)
  return (
    [...COMMANDS, ...ADDRESSES].some((name) => typeof entry[name] === 'string') ||
    COMMANDS.some((name) => Array.isArray(entry[name]) || isRecord(entry[name]))
  )
}

/** Whether a value is at least meant to be a server. */
export const isEntry = (value: unknown): boolean => isRecord(value) || isAddress(value)

const isAddress = (value: unknown): value is string => typeof value === 'string' && /^https?:/i.test(value)

/** Reads a server of another app's list, in the words of whichever app wrote it; null counts as absent. */
export const readEntry = ({ entry: given, unit, isOff }: Found): Entry => {
  const read = isRecord(given) ? flat(given) : isAddress(given) ? { url: given } : null
  const { entry, assigned } = withoutAssigned(read)
  if (entry === null) return { ...NOTHING, target: { kind: 'none', problem: 'import_problem_no_entry' } }
  const leftOut: string[] = []
  const inner = isRecord(entry['command']) ? entry['command'] : {}
  const options = isRecord(entry['requestOptions']) ? entry['requestOptions'] : {}
  return {
    target: targetOf(entry),
    env: [
      ...valuesOf(first(entry, VARIABLES) ?? inner['env'], leftOut),
      ...asked([entry['env_keys'], entry['env_vars']].flat()),
      ...assigned,
    ],
    headers: [
      ...valuesOf(first(entry, HEADERS) ?? options['headers'], leftOut),
      ...fromVariables(entry['env_http_headers']),
      ...bearerOf(entry),
    ],
    cwd: textOf(first(entry, FOLDERS)),
    envFile: textOf(entry['envFile'] ?? entry['env_file']),
    isOff: isOff || isSwitchedOff(entry),
    timeoutMs: timeoutOf(entry, unit),
    leftOut,
    unread: unreadIn(entry),
  }
}

const NOTHING: Omit<Entry, 'target'> = {
  env: [],
  headers: [],
  cwd: null,
  envFile: null,
  isOff: false,
  timeoutMs: null,
  leftOut: [],
  unread: [],
}

/** Some apps keep how to reach a server one level deeper. */
const flat = (entry: JsonRecord): JsonRecord => {
  const inner = [entry['config'], entry['transport']].filter(isRecord)
  return inner.reduce<JsonRecord>((whole, one) => ({ ...one, ...whole }), entry)
}

/** Variables before a command, as people write them for a shell: `NAME=value program`. */
const ASSIGNED = /^(?:[A-Za-z_]\w*=[^\s"'\\$`;&|<>()*?]*[ \t]+)+(?=\S)/

const withoutAssigned = (
  entry: JsonRecord | null,
): { readonly entry: JsonRecord | null; readonly assigned: readonly [string, Given][] } => {
  const command = textOf(entry?.['command'])
  const [before] = ASSIGNED.exec(command ?? '') ?? []
  if (command === null || before === undefined) return { entry, assigned: [] }
  return {
    entry: { ...entry, command: command.slice(before.length) },
    assigned: valuesOf(before.trim().split(/[ \t]+/), []),
  }
}

const targetOf = (entry: JsonRecord): Entry['target'] => {
  const kind = textOf(entry['type'] ?? entry['transport'] ?? entry['transportType']) ?? ''
  const url = ADDRESSES.map((name) => textOf(entry[name])).find((one) => one !== null)
  const command = commandOf(entry)
  if (url !== undefined && (command === null || REMOTE.test(kind))) return { kind: 'url', url }
  if (command !== null) return command
  const isOwn =
    OWN_KINDS.test(kind) || entry['source'] === 'extension' || 'uses' in entry || isRecord(entry['settings'])
  return { kind: 'none', problem: isOwn ? 'import_problem_own' : 'import_problem_no_target' }
}

/** The program and its arguments: a text, a list of both, or an object with its path. Null for none. */
const commandOf = (entry: JsonRecord): Entry['target'] | null => {
  const given = first(entry, COMMANDS)
  const inner = isRecord(given) ? given : {}
  const [program, ...own] = listOf(given) ?? [inner['path'] ?? inner['command'] ?? given]
  const command = textOf(program)
  if (command === null) return null
  const more = listedWords(first(entry, ARGUMENTS) ?? inner['args'] ?? [])
  const words = [...own, ...(more ?? [])].filter((one) => one !== null && one !== undefined)
  const args = words.map(wordOf).filter((one) => one !== null)
  if (more === null || args.length < words.length) return { kind: 'none', problem: 'import_problem_args' }
  if (!isCommandLine(command)) return { kind: 'command', command, args }
  const [name = '', ...rest] = command.split(/[ \t]+/)
  return { kind: 'command', command: name, args: [...rest, ...args] }
}

/** Arguments as a list, or in one text; null for anything else. */
const listedWords = (value: unknown): readonly unknown[] | null =>
  typeof value === 'string' && PLAIN_WORDS.test(value.trim()) ? value.trim().split(/[ \t]+/) : listOf(value)

const listOf = (value: unknown): readonly unknown[] | null => (Array.isArray(value) ? value : null)

/** Words with nothing in them that a shell would read otherwise. */
const PLAIN_WORDS = /^[^\s"'\\$`;&|<>()*?]+(?:[ \t]+[^\s"'\\$`;&|<>()*?]+)*$/

/** A program with arguments in one text, as people write it. */
const isCommandLine = (command: string): boolean =>
  /^[\w.@-]+[ \t]/.test(command) && PLAIN_WORDS.test(command)

/** A text, number or boolean as text; null for anything else, and for numbers that were read inexactly. */
const wordOf = (value: unknown): string | null => {
  if (typeof value === 'string') return value
  if (typeof value === 'boolean' || typeof value === 'bigint') return String(value)
  if (typeof value !== 'number') return null
  return Number.isFinite(value) && (Number.isSafeInteger(value) || !Number.isInteger(value))
    ? String(value)
    : null
}

/** A text that isn't empty; null for anything else. */
const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : null

const first = (entry: JsonRecord, names: readonly string[]): unknown =>
  names.map((name) => entry[name]).find((value) => value !== undefined && value !== null && value !== '')

/** Variables or headers: an object, or a list of `NAME=value`, `Name: value`, or of objects with `name` and `value`. */
const valuesOf = (given: unknown, leftOut: string[]): [string, Given][] => {
  const members = Array.isArray(given) ? given.map(pairOf) : Object.entries(isRecord(given) ? given : {})
  return members.flatMap(([name, value]): [string, Given][] => {
    if (value === undefined || value === null || name === '') return []
    const word = wordOf(value)
    if (word !== null) return [[name, { value: word }]]
    if (typeof value === 'number') return [[name, { ask: '' }]] // it has more digits than were read
    leftOut.push(name)
    return []
  })
}

const pairOf = (one: unknown): [string, unknown] => {
  if (isRecord(one)) return [textOf(one['name']) ?? textOf(one['key']) ?? '', one['value']]
  const text = typeof one === 'string' ? one : ''
  const [, name, value] = /^\s*([^=:\s]+)\s*(?:=|:\s)([^]*)$/.exec(text) ?? []
  // What says no value is named as left out.
  return name === undefined ? [text.slice(0, MAX_NAME), {}] : [name, value?.trimStart()]
}

const MAX_NAME = 100

/** Variables an app takes from its own environment or its keychain. */
const asked = (names: readonly unknown[]): [string, Given][] =>
  names.flatMap((one): [string, Given][] => {
    const name = textOf(isRecord(one) ? one['name'] : one)
    return name === null ? [] : [[name, { ask: '' }]]
  })

/** Headers an app fills from variables of its own environment. */
const fromVariables = (given: unknown): [string, Given][] =>
  Object.entries(isRecord(given) ? given : {}).flatMap(([name, variable]): [string, Given][] => {
    const text = textOf(variable)
    return text === null ? [] : [[name, { ask: `\${${text}}` }]]
  })

const bearerOf = (entry: JsonRecord): [string, Given][] => {
  const token = textOf(first(entry, BEARERS))
  if (token !== null) return [['Authorization', { value: `Bearer ${token}` }]]
  const variable = textOf(entry['bearer_token_env_var'])
  return variable === null ? [] : [['Authorization', { ask: `Bearer \${${variable}}` }]]
}

const isSwitchedOff = (entry: JsonRecord): boolean => {
  const is = (wanted: boolean, names: readonly string[]): boolean =>
    names.some((name) => [String(wanted), String(Number(wanted))].includes(String(entry[name]).toLowerCase()))
  return is(true, OFF) || is(false, ON) || entry['state'] === 'disabled'
}
