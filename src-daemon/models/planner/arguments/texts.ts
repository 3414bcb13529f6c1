import type { Evidence } from './evidence.ts'
import {
  isBody,
  isDid,
  isIdentifier,
  isPlace,
  isTitle,
  type Property,
  type SchemaNode,
  typeOf,
} from './schema.ts'
import { sentencesOf } from '../reading/sentences.ts'

/**
 * Distributes the message's text among plain string properties: a title gets its first sentence, a body all
 * of it. One text may serve both; two properties with unknown names get nothing, because choosing between
 * them would be a guess.
 */
export const shareTexts = (properties: readonly Property[], evidence: Evidence): Map<string, string> => {
  const plain = properties.filter(
    ({ name, node }) =>
      typeOf(node) === 'string' &&
      !isDid(name) &&
      !isIdentifier(name) &&
      node.format === undefined &&
      node.enum === undefined &&
      !Object.hasOwn(node, 'const'),
  )
  const texts = new Map<string, string>()
  const give = (property: Property, text: string | undefined): void => {
    const own = text?.trim() ?? ''
    if (own !== '' && fits(property.node, own)) texts.set(property.name, own)
  }
  const full = evidence.text
  const [firstQuote, secondQuote] = evidence.quoted
  const headline = firstQuote ?? firstSentence(full)
  const required = plain.filter((property) => property.required)
  const titles = required.filter(({ name }) => isTitle(name))
  const bodies = required.filter(({ name }) => isBody(name))
  const rest = required.filter((property) => !titles.includes(property) && !bodies.includes(property))

  const title = titles.find(({ name }) => /^(?:title|标题|件名|título)$/.test(name)) ?? titles[0]
  const body = bodies[0]
  if (title !== undefined) give(title, cut(title.node, headline))
  if (body !== undefined)
    give(body, title === undefined ? (firstQuote ?? SAYING.exec(full)?.[1] ?? full) : (secondQuote ?? full))
  for (const place of rest.filter(({ name }) => isPlace(name))) {
    give(place, PLACE.exec(full.slice(0, 1000))?.[1] ?? (rest.length === 1 ? full : undefined))
  }
  const only = rest[0]
  if (
    rest.length === 1 &&
    only !== undefined &&
    title === undefined &&
    body === undefined &&
    !isPlace(only.name)
  ) {
    give(only, firstQuote ?? full)
  }

  const optional = plain.filter((property) => !property.required)
  const optionalTitle = optional.find(({ name }) => isTitle(name))
  const optionalBody = optional.find(({ name }) => isBody(name))
  if (required.length === 0) {
    // Without any property for it, the user's text would be lost.
    if (optionalTitle !== undefined) give(optionalTitle, cut(optionalTitle.node, headline))
    else if (optionalBody !== undefined) give(optionalBody, full)
  }
  const said = [...texts.values()]
  if (optionalBody !== undefined && said.length > 0 && body === undefined && !texts.has(optionalBody.name)) {
    // The text is longer than the title: the rest needs a place too.
    if (firstQuote === undefined && full.length > headline.length + 1 && !said.includes(full))
      give(optionalBody, full)
    else give(optionalBody, secondQuote)
  }
  return texts
}

const PLACE =
  /(?:^|\s)(?:in|at|for|near|en|para)\s+(.+?)(?=\s+(?:in|at|for|on|en|para|today|tomorrow|please|hoy|mañana)(?!\p{L})|[,.?!;]|$)/iu
/** The content of a message: "saying hi". */
const SAYING = /(?:^|\s)(?:saying|that says|diciendo|que diga)\s+(.+)$/isu

/** The first line, or its first sentence. */
const firstSentence = (text: string): string => {
  const line = text.trim().split('\n')[0] ?? ''
  return (sentencesOf(line)[0] ?? line).replace(/[.。]$/, '').trim()
}

/** Cuts a title to its field's length; still the user's own words. */
const cut = (node: SchemaNode, text: string): string =>
  node.maxLength !== undefined && [...text].length > node.maxLength
    ? [...text].slice(0, node.maxLength).join('').trim()
    : text

/** Whether the length of a text is within its field's limits. */
export const fits = (node: SchemaNode, text: string): boolean => {
  const length = [...text].length
  return length >= (node.minLength ?? 0) && length <= (node.maxLength ?? Infinity)
}
