import type { Language } from '../../../contract/language.ts'
import { declaredName } from '../../../packages/index.ts'
import type { ModelMessage, ModelTool } from '../../core/types.ts'
import type { Grammar } from '../grammar/index.ts'
import type { Kind } from './kinds.ts'
import { itemIn, itemsIn, type Item } from './results.ts'

/** Everything a plan is made from, besides the wish itself. */
export interface Situation {
  readonly message: string
  /** The language the message is written in. */
  readonly grammar: Grammar
  readonly nouns: Readonly<Record<string, string>>
  /** The language of the app, for answers. */
  readonly language: Language
  readonly kinds: readonly Kind[]
  readonly tools: readonly ModelTool[]
  readonly now: Date
  readonly recent: Recent
  /** The person said yes to the question whether to do it. */
  readonly isConfirmed: boolean
}

/** Why nothing could be done: no object was found, or no value was read. */
export interface Unfound {
  readonly say: string
}

/** An object, and its kind. */
export interface Known {
  readonly kind: Kind
  readonly item: Item
}

/** What the conversation was about last: what "it" and "the second one" can mean. */
export interface Recent {
  /** What the last turn did with them. */
  readonly act: 'made' | 'changed' | 'found' | null
  readonly objects: readonly Known[]
  /** Something else was said since, of which nothing came. */
  readonly isStale: boolean
}

/** Reads the last turn that touched objects, unless the user has said too much since. */
export const recentOf = (before: readonly ModelMessage[], kinds: readonly Kind[]): Recent => {
  let asked = 0
  const deleted = new Set<string>()
  for (let at = before.length - 1; at >= 0; at -= 1) {
    const message = before[at]
    if (message?.role === 'user') {
      asked += 1
      if (asked > LOOKS_BACK) break
      const turn = turnAfter(before, at)
      for (const id of deletedIn(turn)) deleted.add(id)
      const { act, objects } = recentIn(turn, kinds)
      if (act === null) continue
      const left = objects.filter(({ item }) => !deleted.has(item.id))
      return left.length === 0 && objects.length > 0 ? NOTHING : { act, objects: left, isStale: asked > 1 }
    }
  }
  return NOTHING
}
const LOOKS_BACK = 2
const NOTHING: Recent = { act: null, objects: [], isStale: false }

/** The ids of what a turn deleted, which "it" can't mean any more. */
const deletedIn = (turn: readonly ModelMessage[]): string[] =>
  turn
    .flatMap((message) => (message.role === 'assistant' ? message.toolCalls : []))
    .filter(({ name }) => declaredName(name).endsWith('delete'))
    .flatMap(({ arguments: args }) => (typeof args['id'] === 'string' ? [args['id']] : []))

const turnAfter = (messages: readonly ModelMessage[], at: number): readonly ModelMessage[] => {
  const end = messages.findIndex((message, index) => index > at && message.role === 'user')
  return messages.slice(at + 1, end === -1 ? undefined : end)
}

const recentIn = (turn: readonly ModelMessage[], kinds: readonly Kind[]): Omit<Recent, 'isStale'> => {
  const touched = { made: [] as Known[], changed: [] as Known[], found: [] as Known[] }
  const calls = turn.flatMap((message) => (message.role === 'assistant' ? message.toolCalls : []))
  for (const message of turn) {
    if (message.role !== 'tool') continue
    const call = calls.find(({ id }) => id === message.callId)
    const kind = kinds.find((one) => isOf(one, message.name, call?.arguments))
    const verb = /(create|update|query)$/.exec(declaredName(message.name))?.[1]
    if (kind === undefined || verb === undefined) continue
    if (verb === 'query') touched.found = (itemsIn(message.content) ?? []).map((item) => ({ kind, item }))
    else {
      const item = itemIn(message.content)
      if (item !== null) touched[verb === 'create' ? 'made' : 'changed'].push({ kind, item })
    }
  }
  const act = (['made', 'changed', 'found'] as const).find((one) => touched[one].length > 0) ?? null
  return { act, objects: act === null ? [] : touched[act] }
}

/** Whether a call was one of this kind. Calls of earlier turns may go by another of its capability's names, so arguments count too. */
const isOf = (
  { noun, create, query, update, remove }: Kind,
  name: string,
  args: Readonly<Record<string, unknown>> | undefined,
): boolean => {
  const uri = /"did:[^"#]*?([A-Za-z][\w-]*)(?:#[^"]*)?"/.exec(JSON.stringify(args ?? {}))?.[1]
  if (uri !== undefined) return uri.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase() === noun
  return [create, query, update, remove].some((tool) => tool?.name === name)
}
