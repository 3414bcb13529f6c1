/** A registered schema: its content, who may use it, and whether an object fits it. */
import { isObject, type JsonObject, toJsonObject } from '../base/json.ts'
import { type Annotations, readAnnotations } from './annotations.ts'
import { containerMembers, effectiveSchema } from './effective.ts'
import { createShape, isDateTime, type Shape } from './shape.ts'
import { type Validator, validatorOf } from './validator.ts'
import { type SatchelError, toSatchelError } from '../../platform/errors.ts'
import type { ChangeOrigin, Presentation } from '../../contract/state.ts'
import { presentationOf } from './presentation.ts'
import { appNamespaceOf } from './uri.ts'

/** A registered schema, ready for use. */
export interface Schema {
  readonly row: number
  readonly uri: string
  /** The namespace of an app that it is in; null in most cases (asm.md 1.6). */
  readonly app: string | null
  readonly log: number
  readonly owner: string
  readonly scope: string
  readonly title: string
  readonly view: string
  /** As it was registered. */
  readonly body: JsonObject
  /** Shape of the schema with its container's defaults written into it. */
  readonly shape: Shape
  readonly annotations: Annotations
  /** Top-level members that form the container: the lists of a `log`, the maps of a `map`. */
  readonly members: readonly string[]
  /** `id`, or `_id` if the schema doesn't declare one (asm.md 3). */
  readonly idName: 'id' | '_id'
  /** Throws `validation_failed`; compiled when first used. */
  readonly validate: Validator
  /** How a person sees its objects. */
  readonly presentation: Presentation
  /** Which of `createdAt` and `updatedAt` it declares as date-time. */
  readonly dates: readonly ('createdAt' | 'updatedAt')[]
}

/** The columns are declared STRICT, and the body's hash is verified. */
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

/** Converts a row of `state_schemas`. */
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
  let presentation: Presentation | undefined
  return {
    row: row.id,
    uri,
    app: appNamespaceOf(uri),
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
    get presentation() {
      return (presentation ??= presentationOf(body))
    },
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

/** A schema without an `id` gets `_id` (asm.md 3), which can be queried like any other field. */
const withOwnId = (body: JsonObject): JsonObject => {
  const { properties } = body
  return { ...body, properties: { ...(isObject(properties) ? properties : {}), _id: { type: 'string' } } }
}

/** Why an object does not fit its schema, in words; null when it does. */
export const misfitOf = (schema: Schema, object: JsonObject): string | null => {
  const error = refusalOf(schema, object)
  return error && textOf(error)
}

/**
 * Checks an object being written. Violations caused by a merge may be repaired in steps, and needn't be repaired before other
 * writes: a write is allowed as long as it breaks nothing more (asm.md 2).
 *
 * @returns what is still wrong, as `misfitOf`
 * @throws SatchelError `validation_failed`
 */
export const checkFit = (
  schema: Schema,
  object: JsonObject,
  before: { readonly object: JsonObject; readonly invalid: string | null } | null,
): string | null => {
  const error = refusalOf(schema, object)
  if (error === null) return null
  const known = before === null || before.invalid === null ? null : refusalOf(schema, before.object)
  if (known === null) throw error
  const left = new Set(problemsOf(known))
  if (!problemsOf(error).every((problem) => left.has(problem))) throw error
  return textOf(error)
}

const refusalOf = (schema: Schema, object: JsonObject): SatchelError | null => {
  try {
    hold(schema, object)
    return null
  } catch (thrown) {
    const error = toSatchelError(thrown)
    if (error.code !== 'validation_failed') throw thrown
    return error
  }
}

const hold = (schema: Schema, object: JsonObject): void => {
  if (schema.idName === 'id') schema.validate(object)
  else {
    // `_id` is ours: a schema that allows no other members must not refuse it.
    const declared = { ...object }
    delete declared['_id']
    schema.validate(declared)
  }
}

const textOf = (error: SatchelError): string => String(error.params['problem'] ?? error.message)

/** The problems with their places, in the format of `invalidAt`. */
const problemsOf = (error: SatchelError): string[] => textOf(error).split('; ')

/** What a capability (or the owner) works on: the log and tables of one memory scope. */
export interface StateAccess {
  /** `did:nuwa:cap:note`, or `core`. */
  readonly owner: string
  readonly scope: string
  readonly origin: ChangeOrigin
  /** Whether the owner gave it this action on the scope of another (asm.md 8); asked at each call. */
  readonly delegated?: (right: DelegatedAction) => boolean
  /** Whether it has the permission `storage.large` (asm.md 3). */
  readonly largeObjects?: boolean
}

/** What a call does (asm.md 5). */
export type StateAction =
  | 'state.create'
  | 'state.update'
  | 'state.query'
  | 'state.delete'
  | 'state.delete.hard'

/** An action on another owner's scope. */
export interface DelegatedAction {
  readonly owner: string
  readonly scope: string
  readonly action: StateAction
}

/** The part of a schema that asm.md 8 is about. */
interface Guarded {
  readonly uri: string
  readonly owner: string
  readonly scope: string
  readonly annotations: Annotations
}

/**
 * Why the access may not do this with the schema, or null: its owner may use it in its scope. Others can read what is
 * `public`, and do with what is `shared` or `public` what an authorization was delegated to them for (asm.md 8).
 */
export const accessProblem = (schema: Guarded, access: StateAccess, action: StateAction): string | null => {
  const { uri, owner, scope, annotations } = schema
  if (access.owner === owner && access.scope === scope) return null
  const whose = `${uri} belongs to ${owner} in ${scope}`
  const { visibility } = annotations
  if (visibility === 'private') return whose
  if (visibility === 'public' && action === 'state.query') return null
  if (access.delegated?.({ owner, scope, action }) === true) return null
  return `${whose} and is ${visibility}: ${access.owner} needs a delegated authorization for ${action} on ${scope}`
}
