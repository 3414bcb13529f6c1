/** Resolves a Schema URI: what is here, what was found before, the registries, DIDs (asm.md 1.5). */
import canonicalize from 'canonicalize'
import { LRUCache } from 'lru-cache'
import type { Language } from '../../contract/language.ts'
import type { FilledSchemas, FoundSchema, SchemaAttempt } from '../../contract/schema-resolution.ts'
import { abortable } from '../../platform/abortable.ts'
import { SatchelError, toErrorView, toSatchelError } from '../../platform/errors.ts'
import { sha256Hex } from '../../platform/sha256.ts'
import { toJsonObject } from '../base/json.ts'
import { readAnnotations } from '../schema/annotations.ts'
import { capabilityOf, isPersonal, isSchemaUri, statePathOf } from '../schema/uri.ts'
import type { KeptSchema } from '../objects/kept-schemas.ts'
import type { Schemas } from '../objects/schemas.ts'
import { grantsFor, type KnownSchemas } from './known.ts'
import type { SchemaOfPackage, SchemaResolver, SchemaSource, WantedSchema } from './types.ts'

/** How long one source may take; a file may come from far away. */
const TIMEOUT_MS = 30_000
/** Found schemas that wait for the owner's yes. */
const MAX_WAITING = 32

/** Codes that mean that a source has something, and that it can't be used. */
const REFUSALS: readonly string[] = [
  'schema_wrong_id',
  'schema_invalid',
  'schema_id_conflict',
  'schema_changed_without_version',
  'author_changed',
  'package_rejected',
  'registry_index_differs',
  'registry_file_differs',
  'registry_author_differs',
  'registry_record_missing',
  'registry_record_changed',
  'cid_sha256_differ',
  'ipfs_wrong_bytes',
]

export interface SchemaResolverDeps {
  readonly state: { readonly schemas: KnownSchemas; readonly checkSchema: Schemas['check'] }
  /** The owner's sources, in their order, without those that are switched off. */
  readonly sources: () => readonly SchemaSource[]
  /** The DID of a capability's author, if the owner agreed to a package or a schema of that name before. */
  readonly authorOf: (capability: string) => string | null
  /** Whether a DID is, or was, the owner's. */
  readonly isOwn: (did: string) => boolean
  /** Whether `find` may be called without asking. */
  readonly isAllowed: () => boolean
  readonly language: () => Language
  readonly timeoutMs?: number | undefined
}

export const createSchemaResolver = (deps: SchemaResolverDeps): SchemaResolver => {
  const { state, sources, authorOf, isOwn, isAllowed, language, timeoutMs = TIMEOUT_MS } = deps
  const { schemas } = state
  const reviewed = new LRUCache<string, KeptSchema>({ max: MAX_WAITING })

  const find: SchemaResolver['find'] = (uri, { signal } = {}) => resolve(uri, { signal, isUnattended: false })

  const resolve = async (
    uri: string,
    { signal, isUnattended }: { readonly signal: AbortSignal | undefined; readonly isUnattended: boolean },
  ): Promise<FoundSchema> => {
    if (!isSchemaUri(uri)) throw new SatchelError('schema_uri_invalid', { params: { uri } })
    const here = schemas.here(uri)
    if (here !== null) {
      const { package: acp = null } = schemas.kept.find(uri) ?? {}
      return viewOf({ uri, ...here, package: acp }, { status: 'here', source: null, attempts: [] })
    }
    if (isPersonal(uri)) throw new SatchelError('schema_of_person', { params: { uri } })
    const kept = schemas.kept.find(uri)
    const wanted = { ...wantedOf(uri), isUnattended }
    if (kept === null) return ask(wanted, signal ?? new AbortController().signal)
    hold(kept, wanted)
    return offer(kept, 'kept', [])
  }

  const ask = async (wanted: WantedSchema, signal: AbortSignal): Promise<FoundSchema> => {
    const { uri } = wanted
    const attempts: SchemaAttempt[] = []
    let refusal: SatchelError | null = null
    for (const source of sources()) {
      try {
        const found = await askOne(source, wanted, signal)
        if (found !== null) {
          const { place, schema, ...rest } = found
          const from = place === null ? source.name : `${source.name} (${place})`
          const whole = { uri, ...rest, schema: toJsonObject(schema), source: from }
          hold(whole, wanted)
          return offer(whole, 'found', [
            ...attempts,
            { source: source.name, outcome: 'found', problem: null },
          ])
        }
        attempts.push({ source: source.name, outcome: 'none', problem: null })
      } catch (thrown) {
        signal.throwIfAborted()
        const error = toSatchelError(thrown)
        const isRefused = REFUSALS.includes(error.code)
        if (isRefused) refusal ??= error
        const outcome = isRefused ? 'refused' : 'failed'
        attempts.push({ source: source.name, outcome, problem: toErrorView(error, language()) })
      }
    }
    throw refusal === null ? notFound(uri, attempts) : withAttempts(refusal, attempts)
  }

  const askOne = async (
    source: SchemaSource,
    wanted: WantedSchema,
    signal: AbortSignal,
  ): Promise<SchemaOfPackage | null> => {
    const ends = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
    try {
      return await abortable(source.find(wanted, ends), ends)
    } catch (thrown) {
      signal.throwIfAborted()
      if (!ends.aborted) throw thrown
      throw new SatchelError('network_timeout', {
        params: { host: source.name, seconds: timeoutMs / 1000 },
        cause: thrown,
      })
    }
  }

  /** The required owner of the schema: no other may replace the one that waiting changes were written under. */
  const wantedOf = (uri: string): Omit<WantedSchema, 'isUnattended'> => {
    const waiting = schemas.missing().find(({ schemaUri }) => schemaUri === uri)
    const capability = capabilityOf(uri) ?? waiting?.owner ?? schemas.ownerOfPath(statePathOf(uri))
    return { uri, capability }
  }

  /** Refuses what isn't the wanted schema, isn't valid, or whose author may not speak for its namespace. */
  const hold = (found: KeptSchema, { uri, capability }: Omit<WantedSchema, 'isUnattended'>): void => {
    const id = found.schema['$id']
    if (id !== uri)
      throw new SatchelError('schema_wrong_id', { params: { uri, found: typeof id === 'string' ? id : '—' } })
    const { owner, schema, package: acp } = found
    state.checkSchema({ owner, schema, grants: grantsFor(uri) })
    if (capability !== null && capability !== owner)
      throw new SatchelError('schema_id_conflict', { params: { uri, owner: capability } })
    const known = authorOf(owner)
    if (known !== null && known !== acp.authorDid && !(isOwn(known) && isOwn(acp.authorDid)))
      throw new SatchelError('author_changed', {
        params: { name: acp.name, known, found: acp.authorDid },
      })
  }

  const offer = (
    found: KeptSchema,
    status: 'kept' | 'found',
    attempts: readonly SchemaAttempt[],
  ): FoundSchema => {
    const { visibility } = readAnnotations(found.schema).annotations
    const view = viewOf({ ...found, visibility }, { status, source: found.source, attempts })
    reviewed.set(keyOf(view), found)
    return view
  }

  const viewOf = (
    one: Pick<FoundSchema, 'uri' | 'owner' | 'scope' | 'title' | 'schema' | 'package' | 'visibility'>,
    how: { status: FoundSchema['status']; source: string | null; attempts: readonly SchemaAttempt[] },
  ): FoundSchema => {
    const { uri, owner, scope, title, schema, visibility, package: acp } = one
    const waiting = schemas
      .missing()
      .filter(({ schemaUri }) => schemaUri === uri)
      .reduce((sum, { changes }) => sum + changes, 0)
    const hash = sha256Hex(canonicalize(schema) ?? '')
    const { status, source, attempts } = how
    return {
      ...{ uri, status, hash, title, owner, scope, visibility, schema, package: acp, source, waiting },
      attempts: [...attempts],
    }
  }

  const add: SchemaResolver['add'] = (agreed) => {
    const found = reviewed.get(keyOf(agreed))
    if (found === undefined) throw new SatchelError('schema_review_gone', { params: { uri: agreed.uri } })
    const { uri, owner, scope } = found
    hold(found, wantedOf(uri))
    return { uri, owner, scope, applied: schemas.add(found) }
  }

  const fill: SchemaResolver['fill'] = async ({ signal } = {}) => {
    const allowed = isAllowed()
    const uris = new Set(allowed ? schemas.missing().map(({ schemaUri }) => schemaUri) : [])
    const filled: FilledSchemas = { allowed, added: [], problems: [] }
    for (const uri of uris) {
      try {
        filled.added.push(add(await resolve(uri, { signal, isUnattended: true })))
      } catch (thrown) {
        signal?.throwIfAborted()
        filled.problems.push({ uri, problem: toErrorView(thrown, language()) })
      }
    }
    return filled
  }

  return { find, add, fill }
}

const keyOf = ({ uri, hash }: { readonly uri: string; readonly hash: string }): string => `${hash} ${uri}`

/** None of the sources that answered has it. */
const notFound = (uri: string, attempts: readonly SchemaAttempt[]): SatchelError => {
  const silent = attempts.filter(({ outcome }) => outcome === 'failed').map(({ source }) => source)
  const details = { attempts }
  return silent.length === 0
    ? new SatchelError('schema_not_found', { params: { uri }, details })
    : new SatchelError('schema_sources_silent', { params: { uri, sources: silent.join(', ') }, details })
}

const withAttempts = (refusal: SatchelError, attempts: readonly SchemaAttempt[]): SatchelError => {
  const details = typeof refusal.details === 'object' && refusal.details !== null ? refusal.details : {}
  return new SatchelError(refusal.code, {
    params: refusal.params,
    details: { ...details, attempts },
    cause: refusal,
  })
}
