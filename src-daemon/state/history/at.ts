import { SatchelError } from '../../platform/errors.ts'
import type { Engine } from '../objects/engine.ts'
import type { JsonObject } from '../base/json.ts'
import { clockToIso } from '../base/time.ts'
import type { Change } from '../log/types.ts'
import type { Replayed } from '../merge/types.ts'
import type { Schema } from '../schema/schema.ts'
import type { StateObject } from '../../contract/state.ts'

/** An object after one of its changes. */
export interface Version {
  readonly change: Change
  readonly replayed: Replayed & { readonly object: JsonObject }
}

/**
 * The object after the change `version` had arrived here: the result of all changes up to it, in order of arrival. A
 * change of another replica is shown with what it was merged with.
 *
 * @throws SatchelError `change_unknown`, `content_purged` (`details`: what is still known of the change)
 */
export const versionAt = (engine: Engine, schema: Schema, id: string, version: string): Version => {
  const changes = engine.log.ofObject(schema.row, id)
  const end = changes.findIndex(({ hash }) => hash.toString('hex') === version)
  const change = changes[end]
  if (change === undefined) throw new SatchelError('change_unknown', { params: { name: version } })
  const upTo = changes.slice(0, end + 1)
  // Expired parts of a log or a map are missing in earlier versions too; the rest can still be shown.
  const replayed = change.ops === null ? null : engine.merge.replay(schema, upTo)
  if (replayed === null || replayed.object === null) throw purged(schema, change)
  return { change, replayed: { ...replayed, object: replayed.object } }
}

export const toVersionObject = (schema: Schema, id: string, { change, replayed }: Version): StateObject => {
  const invalid = problemOf(schema, replayed.object)
  return {
    id,
    schemaUri: schema.uri,
    scope: schema.scope,
    owner: schema.owner,
    version: change.hash.toString('hex'),
    object: replayed.object,
    updatedAt: clockToIso(change.clock),
    ...(replayed.deleted && { deleted: true }),
    ...(Object.keys(replayed.conflicts).length > 0 && { conflicts: copyOf(replayed.conflicts) }),
    ...(invalid !== null && { invalid }),
  }
}

const copyOf = (conflicts: Replayed['conflicts']): Record<string, unknown[]> =>
  Object.fromEntries(Object.entries(conflicts).map(([path, values]) => [path, [...values]]))

/** Why it doesn't fit its schema, which only merging can cause (asm.md 2); null if it does. */
const problemOf = (schema: Schema, object: JsonObject): string | null => {
  const declared = { ...object }
  if (schema.idName === '_id') delete declared['_id']
  try {
    schema.validate(declared)
    return null
  } catch (thrown) {
    if (!(thrown instanceof SatchelError) || thrown.code !== 'validation_failed') throw thrown
    return String(thrown.params['problem'] ?? '')
  }
}

const purged = (schema: Schema, { objectId, hash, kind, clock, actor, origin }: Change): SatchelError =>
  new SatchelError('content_purged', {
    params: { id: objectId },
    details: {
      schemaUri: schema.uri,
      id: objectId,
      version: hash.toString('hex'),
      kind,
      at: clockToIso(clock),
      actor,
      origin,
    },
  })
