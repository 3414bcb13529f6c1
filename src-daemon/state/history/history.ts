import type { Engine } from '../objects/engine.ts'
import { type JsonObject, toJsonObject } from '../base/json.ts'
import { withoutExpiredEntries } from '../view/expiry.ts'
import { planOf } from '../merge/plan.ts'
import type { Schema } from '../schema/schema.ts'
import type { FieldDifference } from '../../contract/state-history.ts'
import type { ChangeRecord, StateObject } from '../../contract/state.ts'
import { toVersionObject, type Version, versionAt } from './at.ts'
import { differencesOf } from './difference.ts'
import { createRevert, type Revert } from './revert.ts'

/** Earlier versions, and undoing changes (asm.md 9.1). */
export interface StateHistory {
  /** The changes of an object, newest first. */
  changes(input: { schemaUri: string; id: string }): readonly ChangeRecord[]
  /**
   * The object after the change `version` (hex hash) had arrived here. Errors: `not_found`, `content_purged`, whose
   * `details` say what is still known of that change.
   */
  at(input: { schemaUri: string; id: string; version: string }): StateObject
  /** The differences in each field; `from: null` is before the object was created. Errors: those of `at`. */
  difference(input: {
    schemaUri: string
    id: string
    from: string | null
    to: string
  }): readonly FieldDifference[]
  readonly revert: Revert
}

/** Earlier versions of objects, and undoing changes (asm.md 9.1). */
export const createHistory = (engine: Engine): StateHistory => {
  const changes: StateHistory['changes'] = ({ schemaUri, id }) =>
    engine.log.history(engine.schemas.get(schemaUri).row, id)

  const at: StateHistory['at'] = ({ schemaUri, id, version }) => {
    const schema = engine.schemas.get(schemaUri)
    return shown(schema, id, versionAt(engine, schema, id, version))
  }

  const difference: StateHistory['difference'] = ({ schemaUri, id, from, to }) => {
    const schema = engine.schemas.get(schemaUri)
    const newer = versionAt(engine, schema, id, to)
    const older = from === null ? null : versionAt(engine, schema, id, from)
    const contentOf = (version: Version | null): JsonObject =>
      version === null ? {} : toJsonObject(shown(schema, id, version).object)
    const fields = differencesOf(planOf(schema.shape), contentOf(older), contentOf(newer))
    return older === null ? fields : [...presence(older, newer), ...fields]
  }

  /** Expired data must not be readable anywhere, including earlier versions of a log (asm.md 7.1). */
  const shown = (schema: Schema, id: string, version: Version): StateObject => {
    const whole = toVersionObject(schema, id, version)
    return { ...whole, object: withoutExpiredEntries(engine, schema, whole) }
  }

  return { changes, at, difference, revert: createRevert(engine) }
}

/** A soft delete keeps the object's content: the object as a whole disappears and returns. */
const presence = (older: Version, newer: Version): readonly FieldDifference[] => {
  if (older.replayed.deleted === newer.replayed.deleted) return []
  return [{ path: '', kind: newer.replayed.deleted ? 'removed' : 'added' }]
}
