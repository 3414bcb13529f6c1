import { z } from 'zod'
import type { ExportReport } from '../../contract/state-sync.ts'
import { SatchelError } from '../../platform/errors.ts'
import type { Engine } from '../objects/engine.ts'
import { toJcs } from '../base/json.ts'
import type { IncomingChange, LogKey, VersionVector } from '../log/types.ts'
import type { Schema } from '../schema/schema.ts'
import { CORE_OWNER } from '../schema/uri.ts'
import { encodeChangeSet, type SchemaRecord } from './change-set.ts'
import { LIMITS } from './limits.ts'
import { collectPart, type Cut, type OutgoingLog, type Part, signHeads } from './part.ts'
import { createSignedHeads } from './signed-heads.ts'

const MIB = 1024 * 1024
const VECTORS = 'satchel-vectors'
/** The first one had only numbers, which don't show that two replicas shared a name. */
const VECTORS_VERSION = 2

/** Exports what a replica has to another one. */
const vectorsSchema = z.object({
  format: z.literal(VECTORS),
  version: z.literal(VECTORS_VERSION),
  owner: z.string(),
  /** As in a change set. */
  rotations: z.array(z.unknown()).default([]),
  logs: z.array(
    z.object({
      space: z.string(),
      scope: z.string(),
      heads: z.array(
        z.object({
          actor: z.string(),
          changes: z.array(z.tuple([z.int().nonnegative(), z.string().regex(/^[0-9a-f]{16}$/)]).readonly()),
        }),
      ),
    }),
  ),
})
type Vectors = z.infer<typeof vectorsSchema>

interface Log extends LogKey {
  readonly id: number
}
const logSchema = z.object({ id: z.int(), owner: z.string(), scope: z.string() })

/** Writes change sets. */
export interface ChangeSetExport {
  /**
   * Writes what `since` (a version vector per log, from `vectors`) lacks; everything if it is null. `after` null: the
   * first part, which is small enough not to block other calls; `next` of a part: the following one. Each part is a
   * change set, and so is their concatenation. `after` omitted: everything as one part. This device signs, so `prepare`
   * comes before. Errors: `change_set_too_large`, `scope_unknown`, `change_set_other_owner`, `device_unauthorized`.
   */
  export(input: { scopes: readonly string[] | null; since: unknown; after?: string | null | undefined }): {
    readonly bytes: Uint8Array
    readonly report: ExportReport
    /** Null with the last part. */
    readonly next: string | null
  }
  /** What this replica has of each log, as JSON for `export` elsewhere. */
  vectors(): unknown
}

/** Writes change sets: what this replica has, or what another one lacks. */
export const createChangeSetExport = (engine: Engine): ChangeSetExport => {
  const { log, schemas, statement, devices } = engine
  const heads = createSignedHeads(statement)

  const write: ChangeSetExport['export'] = ({ scopes, since, after }) => {
    const seen = since === null || since === undefined ? null : vectorsOf(since)
    const logs = chosen(scopes)
    const { changes, next } = collect(logs, seen, after)
    const isFirst = after === null || after === undefined
    const whole = seen === null && isFirst ? logs : []
    const records = schemasOf(changes, whole).map(toRecord)
    const signed = signHeads(engine, heads, changes)
    const bytes = encodeChangeSet({
      owner: engine.ownerDid(),
      rotations: engine.rotations.chain(),
      devices: devices.cards(signed),
      removals: devices.removals(),
      heads: signed,
      schemas: records,
      changes,
    })
    if (bytes.length > LIMITS.file) throw tooLarge(bytes.length)
    const touched = new Set([...whole, ...changes].map(({ scope }) => scope))
    return {
      bytes,
      report: { changes: changes.length, bytes: bytes.length, scopes: [...touched] },
      next: placeOf(next),
    }
  }

  /** The changes of one part, log by log, and where the next one begins. */
  const collect = (logs: readonly Log[], seen: Vectors | null, after: string | null | undefined): Part => {
    const begin = readPlace(after)
    const first = logs.findIndex(({ id }) => id === begin.log)
    const outgoing = logs.slice(Math.max(first, 0)).map((entry): OutgoingLog => ({
      id: entry.id,
      changes: log.outgoing(entry.id, knownTo(seen, entry), entry.id === begin.log ? begin.position : 0),
    }))
    return collectPart(engine, heads, outgoing, after !== undefined)
  }

  const placeOf = (cut: Cut | null): string | null =>
    cut === null ? null : placeText({ log: cut.log, position: cut.last === null ? 0 : positionOf(cut.last) })

  const knownTo = (vectors: Vectors | null, { id, owner, scope }: Log): VersionVector => {
    const there = vectors?.logs.find((entry) => entry.space === owner && entry.scope === scope)
    return there === undefined ? {} : log.knownTo(id, there.heads)
  }

  const positionOf = (change: IncomingChange): number => {
    const found = log.byHash(Buffer.from(change.hash).toString('hex'))
    if (found === null) throw new SatchelError('internal')
    return found.position
  }

  const allLogs = (): readonly Log[] =>
    z.array(logSchema).parse(statement('SELECT id, owner, scope FROM state_logs ORDER BY owner, scope').all())

  /** Several owners may have a scope of that name. */
  const chosen = (scopes: readonly string[] | null): readonly Log[] => {
    const logs = allLogs()
    if (scopes === null) return logs
    const unknown = scopes.find((scope) => !logs.some((entry) => entry.scope === scope))
    if (unknown !== undefined) throw new SatchelError('scope_unknown', { params: { scope: unknown } })
    return logs.filter(({ scope }) => scopes.includes(scope))
  }

  const vectorsOf = (since: unknown): Vectors => {
    const vectors = readVectors(since)
    const learn = vectors.rotations.length > 0 && !engine.rotations.dids().has(vectors.owner)
    if (learn) engine.transactions.atomically(() => engine.rotations.learn(vectors.rotations))
    if (!engine.rotations.dids().has(vectors.owner))
      throw new SatchelError('change_set_other_owner', { params: { owner: vectors.owner } })
    return vectors
  }

  /** The schemas the changes need, and those of whole logs. The core models are part of every Satchel. */
  const schemasOf = (changes: readonly IncomingChange[], logs: readonly Log[]): readonly Schema[] => {
    const uris = new Set(changes.map(({ schema }) => schema))
    const ids = new Set(logs.map(({ id }) => id))
    return schemas
      .all()
      .filter(({ uri, log: id, owner }) => owner !== CORE_OWNER && (uris.has(uri) || ids.has(id)))
  }

  const vectors = (): Vectors => ({
    format: VECTORS,
    version: VECTORS_VERSION,
    owner: engine.ownerDid(),
    rotations: [...engine.rotations.chain()],
    logs: allLogs().map(({ id, owner, scope }) => ({
      space: owner,
      scope,
      heads: log.heads(id).map(({ actor, changes }) => ({ actor, changes: [...changes] })),
    })),
  })

  return { export: write, vectors }
}

const readVectors = (since: unknown): Vectors => {
  const outdated = z.object({ format: z.literal(VECTORS), version: z.int().lt(VECTORS_VERSION) })
  if (outdated.safeParse(since).success) throw new SatchelError('vectors_outdated')
  return vectorsSchema.parse(since)
}

/** A position in the logs: after `position` in that log, and the following logs. */
interface Place {
  readonly log: number
  readonly position: number
}

const placeText = ({ log, position }: Place): string => `${String(log)}.${String(position)}`

const readPlace = (text: string | null | undefined): Place => {
  const [log = 0, position = 0] = (text ?? '').split('.').map(Number)
  return { log, position }
}

const tooLarge = (bytes: number): SatchelError =>
  new SatchelError('change_set_too_large', {
    params: { size: Math.ceil(bytes / MIB), limit: LIMITS.file / MIB },
    details: { bytes },
  })

const toRecord = ({ uri, owner, scope, title, body }: Schema): SchemaRecord => ({
  uri,
  space: owner,
  scope,
  title,
  body: toJcs(body),
})
