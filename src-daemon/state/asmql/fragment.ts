/** A piece of SQL with the values bound to its `?`s, in order. Values never become part of the text. */
export interface Fragment {
  readonly text: string
  readonly params: readonly Param[]
}
export type Param = string | number | null

/** ``sql`x = ${value}` ``: values are bound, fragments are put in place. */
export const sql = (strings: readonly string[], ...parts: readonly (Fragment | Param)[]): Fragment => {
  let text = strings[0] ?? ''
  const params: Param[] = []
  for (const [n, part] of parts.entries()) {
    if (typeof part === 'object' && part !== null) {
      text += part.text
      params.push(...part.params)
    } else {
      text += '?'
      params.push(part)
    }
    text += strings[n + 1] ?? ''
  }
  return { text, params }
}

/** Text of our own making: a table, a column, an alias. */
export const raw = (text: string): Fragment => ({ text, params: [] })

export const FALSE = raw('0')
export const TRUE = raw('1')

const join = (parts: readonly Fragment[], word: string, none: Fragment): Fragment => {
  const [only] = parts
  if (only === undefined) return none
  if (parts.length === 1) return only
  return {
    text: `(${parts.map(({ text }) => text).join(` ${word} `)})`,
    params: parts.flatMap(({ params }) => params),
  }
}

export const and = (parts: readonly Fragment[]): Fragment => join(parts, 'AND', TRUE)
export const or = (parts: readonly Fragment[]): Fragment => join(parts, 'OR', FALSE)

/** What is unknown to SQL (a missing field) counts as false, so its negation is true. */
export const not = (part: Fragment): Fragment => sql`((${part}) IS NOT TRUE)`

export const list = (parts: readonly Fragment[]): Fragment => ({
  text: parts.map(({ text }) => text).join(', '),
  params: parts.flatMap(({ params }) => params),
})
