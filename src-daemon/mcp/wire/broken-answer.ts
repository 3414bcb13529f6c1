import type { RequestId } from '@modelcontextprotocol/client'
import type { OpenRequests } from './open-requests.ts'

/** A text or an integer directly after a name. */
const ID = /^\s*:\s*("(?:[^"\\]|\\.)*"|-?\d+)/
const ANY_ID = /"id"\s*:\s*("(?:[^"\\]|\\.)*"|-?\d+)/g

/**
 * Which open request an answer with invalid JSON belongs to (`NaN`, a missing end); null if the text isn't one of a server's
 * answers, such as a line of a log.
 */
export const answeredBy = (text: string, open: OpenRequests): RequestId | null => {
  const outer = outerNames(text)
  if (outer.size === 0 || outer.has('method')) return null
  const own = outer.get('id')
  const id = own === undefined ? null : open.meant(valueOf(own))
  if (id !== null) return id
  if (own !== undefined || !(outer.has('result') || outer.has('error'))) return null
  // Its own id comes after what broke it.
  const inside = [...text.matchAll(ANY_ID)].map(([, value = '']) => open.meant(valueOf(value)))
  const [found, ...others] = new Set(inside.filter((one) => one !== null))
  return others.length === 0 ? (found ?? open.only()) : null
}

/** The names in the outermost object, or in the objects of an outermost list, as far as the text can be followed. */
const outerNames = (text: string): Map<string, string> => {
  const names = new Map<string, string>()
  const inside: string[] = []
  const isOuter = () => inside.join('') === '{' || inside.join('') === '[{'
  const start = text.search(/\S/)
  if (start === -1 || !'{['.includes(text.charAt(start))) return names
  for (let at = start; at < text.length; at += 1) {
    const character = text.charAt(at)
    if (character === '{' || character === '[') inside.push(character)
    else if (character === '}' || character === ']') inside.pop()
    else if (character === '"') {
      const end = endOfText(text, at)
      const rest = text.slice(end, end + 100)
      if (inside.length <= 2 && isOuter() && /^\s*:/.test(rest)) {
        const name = text.slice(at + 1, end - 1)
        if (!names.has(name)) names.set(name, ID.exec(rest)?.[1] ?? '')
      }
      at = end - 1
    }
  }
  return names
}

const endOfText = (text: string, from: number): number => {
  let at = from + 1
  while (at < text.length && text.charAt(at) !== '"') at += text.charAt(at) === '\\' ? 2 : 1
  return at + 1
}

const valueOf = (literal: string): unknown => {
  if (literal === '') return null
  return literal.startsWith('"') ? literal.slice(1, -1) : Number(literal)
}
