import { isObject, toJsonObject, type JsonObject } from '../base/json.ts'
import { readAnnotations, type Annotations } from './annotations.ts'
import { containerMembers, effectiveSchema } from './effective.ts'
import { createShape, isDateTime, type Shape } from './shape.ts'
import { validatorOf, type Validator } from './validator.ts'

/** A registered schema, ready to be worked with. */
export interface Schema {
  readonly row: number
  readonly uri: string
  readonly log: number
  readonly owner: string
  readonly scope: string
  readonly title: string
  readonly view: string
  /** As it was registered. */
  readonly body: JsonObject
  /** Of the schema with its container's defaults spelled out. */
  readonly shape: Shape
  readonly annotations: Annotations
  /** Top-level members that are the container itself: the lists of a `log`, the maps of a `map`. */
  readonly members: readonly string[]
  /** `id`, or `_id` where the schema does not declare one (asm.md 3). */
  readonly idName: 'id' | '_id'
  /** Throws `validation_failed`; compiled when first used. */
  readonly validate: Validator
  /** Those of `createdAt` and `updatedAt` that it declares as date-time. */
  readonly dates: readonly ('createdAt' | 'updatedAt')[]
}

/** The columns are declared STRICT, and the body is hashed again. */
export interface SchemaRow {
  readonly id: number
  readonly schema_uri: string
  readonly log: number
  readonly view_name: string
  readonly title: string
  readonly body: string
  readonly body_hash: Buffer
  readonly owner: string
  readonly scope: string
}

/** What a row of `state_schemas` says, read once. */
export const schemaOf = (row: SchemaRow): Schema => {
  const body = toJsonObject(JSON.parse(row.body))
  const uri = row.schema_uri
  const effective = effectiveSchema(body)
  const { annotations } = readAnnotations(body)
  const declared = createShape(effective).fields
  const declares = (name: string): boolean =>
    declared.some(({ path }) => path.length === 1 && path[0] === name)
  const idName = declares('id') ? 'id' : '_id'
  const shape = createShape(idName === 'id' ? effective : withOwnId(effective))
  let validator: Validator | undefined
  return {
    row: row.id,
    uri,
    log: row.log,
    owner: row.owner,
    scope: row.scope,
    title: row.title,
    view: row.view_name,
    body,
    shape,
    annotations,
    members: containerMembers(body, annotations),
    idName,
    dates: (['createdAt', 'updatedAt'] as const).filter((name) => {
      const place = declares(name) ? shape.at([name]) : null
      return place !== null && isDateTime(place)
    }),
    validate: (object) => {
      validator ??= validatorOf(uri, body, row.body_hash)
      validator(object)
    },
  }
}

/** A schema without an `id` gets `_id` (asm.md 3), which can be asked for like any other field. */
const withOwnId = (body: JsonObject): JsonObject => {
  const { properties } = body
  return { ...body, properties: { ...(isObject(properties) ? properties : {}), _id: { type: 'string' } } }
}
