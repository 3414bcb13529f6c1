import { isRecord } from '../../platform/is-record.ts'
import { meantTool } from '../recover/tool-names.ts'
import type { ModelTool } from '../core/types.ts'
import { createJsonEnd } from './json-end.ts'
import type { SaidCall } from './reader.ts'

/** One fragment of a call in a stream. */
export interface CallFragment {
  readonly index: number | null
  readonly id: string
  readonly name: string
  readonly arguments: unknown
}

/** The fragments in the value of the calls' member: a list, a map by number, a single call, `{function: {…}}` or only its content. */
export const fragmentsIn = (value: unknown): CallFragment[] =>
  callsIn(value).map((call) => {
    const part = isRecord(call['function']) ? call['function'] : call
    return {
      index: countIn(call['index']),
      id: wordIn(call['id']),
      name: wordIn(part['name']),
      arguments: part['arguments'] ?? part['parameters'] ?? part['input'],
    }
  })

const callsIn = (value: unknown): readonly Readonly<Record<string, unknown>>[] => {
  if (!isRecord(value)) return Array.isArray(value) ? value.filter(isRecord) : []
  const members = Object.entries(value)
  const isMap = members.length > 0 && members.every(([key, call]) => /^\d+$/.test(key) && isRecord(call))
  return isMap ? members.map(([index, call]) => ({ index, ...(isRecord(call) ? call : {}) })) : [value]
}

const countIn = (value: unknown): number | null => {
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : null
}

const wordIn = (value: unknown): string => {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' ? value : ''
}

interface Call {
  readonly index: number | null
  id: string
  name: string
  arguments: string
  /** The last fragment of the arguments. */
  latest: string
  readonly end: ReturnType<typeof createJsonEnd>
}

/**
 * Assembles calls from fragments, even from servers that omit the index, give every call the same one, leave out the ids or
 * create a new one for each fragment. A name after complete arguments begins another call; the same id with the
 * same arguments is the same call.
 */
export const createCallFragments = (tools: readonly ModelTool[]) => {
  const calls: Call[] = []

  const add = (fragment: CallFragment): void => {
    const { arguments: given } = fragment
    const text = typeof given === 'string' ? given : JSON.stringify(given ?? '')
    const found = belongsTo(fragment)
    if (found === null && isSaidAgain(fragment, text)) return
    const call = found ?? begin(fragment)
    if (call.id === '') call.id = fragment.id
    if (found === null) call.name = fragment.name
    else if (call.name === '' || (call.name !== fragment.name && call.arguments === ''))
      call.name += fragment.name
    if (given === null || given === undefined) return
    call.arguments += text
    call.latest = text
    call.end.push(text)
  }

  const isSaidAgain = ({ id, name }: CallFragment, text: string): boolean =>
    id !== '' && calls.some((call) => call.id === id && call.name === name && call.arguments === text)

  const begin = ({ index, id, name }: CallFragment): Call => {
    const call = { index, id, name, arguments: '', latest: '', end: createJsonEnd() }
    calls.push(call)
    return call
  }

  const belongsTo = (fragment: CallFragment): Call | null => {
    const { index, id, name } = fragment
    const last = calls.at(-1) ?? null
    const found =
      (id === '' ? undefined : calls.findLast((call) => call.id === id)) ??
      (index === null ? undefined : calls.findLast((call) => call.index === index)) ??
      // A fragment without a name continues the previous call, whatever its number.
      (index === null || name === '' ? last : null)
    return found === null || begins(fragment, found) ? null : found
  }

  /** Whether a fragment begins another call although it has the number or the place of a known one. */
  const begins = ({ id, name, arguments: given }: CallFragment, known: Call): boolean => {
    if (name === '') return false
    const isOther = id !== '' && known.id !== '' && id !== known.id
    // Some say the name after the arguments have begun.
    if (known.name === '') return isOther
    if (known.arguments === '') {
      if (name === known.name) return false
      // Two names without arguments: two calls, or one name in two pieces.
      return isOther || (isTool(known.name) && isTool(name) && !isTool(known.name + name))
    }
    if (!known.end.isWhole()) return name !== known.name && (isOther || isTool(name))
    return isOther || (given !== null && given !== undefined && given !== '')
  }

  const isTool = (name: string): boolean => meantTool(name, tools) !== null

  return {
    add,
    /** The calls so far; complete once the stream has ended. */
    calls: (): readonly SaidCall[] =>
      calls
        .filter((call, place) => !isEmpty(call) && !repeats(call, calls[place - 1]))
        .map(({ id, name, arguments: args, latest }) => ({
          ...{ id, name },
          // Some say all of the arguments so far in each fragment.
          arguments: !isJson(args) && isJson(latest) ? latest : args,
        })),
  }
}

const isJson = (text: string): boolean => {
  try {
    return isRecord(JSON.parse(text))
  } catch {
    return false
  }
}

const isEmpty = ({ name, arguments: args }: Call): boolean => name === '' && args.trim() === ''

/** A last fragment with a new id, which only says the name once more. */
const repeats = (call: Call, before: Call | undefined): boolean =>
  call.arguments.trim() === '' &&
  before !== undefined &&
  before.arguments !== '' &&
  before.name === call.name &&
  before.index === call.index
