import type { ObjectLink } from '../../contract/state-search.ts'
import { isObject, type Json, toPointer } from '../base/json.ts'
import type { Engine } from '../objects/engine.ts'
import { isHidden, readRow } from '../view/rows.ts'
import { SatchelError } from '../../platform/errors.ts'
import { titleOf } from '../view/texts.ts'

/** Texts of an object that are looked up. */
const MOST = 100
const LONGEST_ID = 256
const OWN: readonly string[] = ['id', '_id']

/** The links of an object: a text that is the id of another object leads to it. */
export type Links = (input: { schemaUri: string; id: string }) => readonly ObjectLink[]

export const createLinks = ({ statement, schemas, visibility }: Engine): Links => {
  const lookUp = (pointer: string, id: string): ObjectLink[] =>
    schemas.all().flatMap((schema) => {
      const row = readRow(statement, schema.view, id)
      if (row === null || isHidden(row, visibility.nowFor(schema))) return []
      const title = titleOf(visibility.visible(schema, row) ?? {}, schema.presentation.title)
      return [{ pointer, schemaUri: schema.uri, id, title }]
    })

  return ({ schemaUri, id }) => {
    const schema = schemas.get(schemaUri)
    const row = readRow(statement, schema.view, id)
    if (row === null || isHidden(row, visibility.nowFor(schema)))
      throw new SatchelError('not_found', { params: { uri: schemaUri, id }, details: { schemaUri, id } })
    const links: ObjectLink[] = []
    let looked = 0
    for (const { path, text } of idsIn(row.object, [])) {
      if (text === id) continue
      if (++looked > MOST) break
      links.push(...lookUp(toPointer(path), text))
    }
    return links
  }
}

/** Texts that could be ids, with their paths. */
const idsIn = function* (
  value: Json,
  path: readonly string[],
): Generator<{ path: readonly string[]; text: string }> {
  if (typeof value === 'string') {
    if (value.length >= 8 && value.length <= LONGEST_ID && !/\s/u.test(value)) yield { path, text: value }
  } else if (Array.isArray(value))
    for (const [at, item] of value.entries()) yield* idsIn(item, [...path, String(at)])
  else if (isObject(value))
    for (const [name, member] of Object.entries(value))
      if (path.length > 0 || !OWN.includes(name)) yield* idsIn(member, [...path, name])
}
