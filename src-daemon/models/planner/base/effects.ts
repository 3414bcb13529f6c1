import type { Deed, FieldRole } from '../grammar/index.ts'
import type { Property } from '../arguments/schema.ts'
import { statusValue, type Kind } from './kinds.ts'
import type { Effect } from './program.ts'
import { record, text } from './results.ts'

/** What changes do, in the terms of a grammar. */

/** What one change does. */
export const deedsOf = ({ kind, item, args }: Effect): Deed[] => {
  if (item === null) return ['make']
  const patch = record(args['patch'])
  if (patch === null) return ['delete']
  return Object.entries(patch).flatMap(([operator, fields]) =>
    Object.entries(record(fields) ?? {}).flatMap(([name, value]): Deed[] => {
      const [role] = rolesIn(kind).find(([, field]) => field.name === name) ?? []
      switch (role) {
        case 'title':
          return ['rename']
        case 'status':
          return [value === statusValue(kind, true) ? 'tick' : 'reopen']
        case 'body': {
          const before = text(item.object[name]) ?? ''
          return text(value)?.startsWith(before) === true ? ['append', 'body'] : ['cut', 'body']
        }
        case undefined:
          return []
        case 'tags':
          return [operator === '$addToSet' ? 'tags' : 'untag']
        default:
          return [role]
      }
    }),
  )
}

/** The fields that a change gives a value. */
export const rolesOf = ({ kind, item, args }: Effect): FieldRole[] => {
  const set =
    item === null ? [record(args['object'])] : Object.values(record(args['patch']) ?? {}).map(record)
  const named = new Set(set.flatMap((fields) => Object.keys(fields ?? {})))
  return rolesIn(kind).flatMap(([role, { name }]) => (named.has(name) ? [role] : []))
}

const rolesIn = ({ roles }: Kind) => Object.entries(roles) as [FieldRole, Property][]

/** Texts that a change keeps in the person's own words: a title, what is added, tags. */
export const textsOf = (effect: Effect): string[] => {
  const { kind, item, args } = effect
  const { title, body, tags } = kind.roles
  const fields =
    item === null ? [record(args['object'])] : Object.values(record(args['patch']) ?? {}).map(record)
  return fields.flatMap((values) =>
    [title, body, tags].flatMap((field) => {
      const value = field === undefined ? undefined : values?.[field.name]
      // What is left of a kept one's tags was said by nobody.
      if (Array.isArray(value)) return item === null ? value.map(String) : []
      if (typeof value !== 'string' || value === '') return []
      const before = field === body ? item?.object[field?.name ?? ''] : undefined
      return typeof before === 'string' ? newIn(value, before) : value.split('\n')
    }),
  )
}

/** The headlines of new objects that were cut, as their fields take no more. */
export const cutTextsOf = ({ kind: { roles }, item, args }: Effect): string[] => {
  const most = roles.title?.node.maxLength ?? Infinity
  const title = item === null ? text(record(args['object'])?.[roles.title?.name ?? '']) : null
  // What was cut behind a space has lost it.
  return title !== null && [...title].length >= most - 1 ? [title] : []
}

/** The words that a text has and didn't have before. */
const newIn = (after: string, before: string): string[] => {
  let start = 0
  while (start < before.length && before[start] === after[start]) start += 1
  let end = 0
  const most = Math.min(before.length, after.length) - start
  while (end < most && before.at(-1 - end) === after.at(-1 - end)) end += 1
  // Whole words, where they have spaces.
  while (start > 0 && INSIDE.test(after.slice(start - 1, start + 1))) start -= 1
  while (end > 0 && INSIDE.test(after.slice(after.length - end - 1, after.length - end + 1))) end -= 1
  const words = after.slice(start, after.length - end).trim()
  return words === '' ? [] : [words]
}
const INSIDE = /[\p{Script=Latin}\p{N}]{2}/u

/** The priorities that a change may have been asked for with: one that is taken back is named by what it was. */
export const ranksOf = ({ kind: { roles }, item, args }: Effect): ('high' | 'normal' | 'low')[] => {
  const name = roles.priority?.name ?? ''
  const values = item === null ? record(args['object']) : record(record(args['patch'])?.['$set'])
  const value = values?.[name]
  if (value === 'high' || value === 'low') return [value]
  return (value === 'normal' || value === 'medium') && item !== null ? ['normal', 'high', 'low'] : []
}

/** All words in a value, however deep. */
export const valuesIn = (value: unknown): string[] => {
  if (typeof value === 'string') return value === '' ? [] : [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(valuesIn) : []
}
