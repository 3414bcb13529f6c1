import { isRecord } from './is-record.ts'

const TITLE_FIELDS = ['title', 'name', 'text', 'subject', 'summary', 'query', 'url', 'body']
const LONGEST = 80

/** The most informative argument: a title if there is one, else the first text. Null when there is none. */
export const mainArgument = (args: Readonly<Record<string, unknown>>): string | null => {
  const inner = Object.values(args).find(isRecord)
  const places = inner === undefined ? [args] : [inner, args]
  for (const place of places)
    for (const field of TITLE_FIELDS) {
      const value = place[field]
      if (typeof value === 'string' && value.trim() !== '') return cut(value)
    }
  const few = inner === undefined ? inShort(args) : null
  if (few !== null) return few
  for (const place of places)
    for (const [name, value] of Object.entries(place))
      if (typeof value === 'string' && !/schema|uri|^(from|id|cursor|mode)$/i.test(name)) return cut(value)
  return null
}

/** A few short values, none of which is clearly the main one: `5 mile → kilometre`. Null for anything else. */
const inShort = (args: Readonly<Record<string, unknown>>): string | null => {
  const values = Object.entries(args)
  const isShort = values.every(
    ([name, value]) =>
      !/schema|uri|cursor/i.test(name) &&
      (typeof value === 'number' ||
        (typeof value === 'string' && value !== '' && value.length <= 24 && !/^\w+:\S/.test(value))),
  )
  return isShort && values.length > 1 && values.length <= 4
    ? values
        .map(([name, value], at) => (at > 0 && name === 'to' ? `→ ${String(value)}` : String(value)))
        .join(' ')
    : null
}

const cut = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim()
  const characters = [...line]
  return characters.length <= LONGEST ? line : `${characters.slice(0, LONGEST).join('')}…`
}
