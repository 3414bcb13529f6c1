/** The service: assembles its parts, and creates rarely used ones on demand. */
import { CONVERSATIONS, joined, labelled, MEMORY } from '../contract/labels.ts'
import type { Devices, IdentityService } from '../identity/types.ts'
import type { SatchelError } from '../platform/errors.ts'
import type { Database, Place } from '../storage/index.ts'
import { createQuery, type Queries } from './asmql/query.ts'
import { createCoreObjects } from './core-objects.ts'
import { createObjectCalls } from './object-calls.ts'
import { createEngine, type Engine } from './objects/engine.ts'
import { createExport } from './export.ts'
import { createHistory } from './history/history.ts'
import { createLifecycle } from './lifecycle/lifecycle.ts'
import { createProofs } from './proofs/proofs.ts'
import { denied } from './objects/schemas.ts'
import { createKnownSchemas } from './resolution/known.ts'
import type { StateAccess } from './schema/schema.ts'
import { CORE_OWNER, modelName, userSchemaUri } from './schema/uri.ts'
import { CONVERSATION_LOG, MEMORY_STORE } from './schema/core-models.ts'
import { createSequences } from './sequences/client.ts'
import { createSearch, type Search } from './search/search.ts'
import { SequencesNotLoaded } from './sequences/types.ts'
import { createSync } from './sync/sync.ts'
import type { StateService } from './types.ts'
import { summarise } from './view/scopes.ts'

export interface StateDeps {
  readonly db: Database
  /** Called for each change, because rotating the owner's key changes it. */
  readonly ownerDid: () => string
  /** Statements about rotated keys, exchanged by devices. */
  readonly rotations: IdentityService['rotations']
  /** Sign what leaves this device, and say whose signatures count. */
  readonly devices: Devices
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** The place of the database. Without it, copies go unnoticed. */
  readonly place?: Place | undefined
  /** Receives damage that was found and repaired, for a log. */
  readonly report: (problem: SatchelError) => void
}

/** State with a schema, merge rules and a history, stored in `db` (design.md "State engine"). */
export const createState = (deps: StateDeps): StateService =>
  createStateWith(createEngine({ ...deps, sequences: createSequences() }))

/** State on an engine, which must not be used elsewhere afterwards: its caches would become invalid. */
export const createStateWith = (engine: Engine): StateService => {
  const { db, statement, schemas, log, meta, sequences, now } = engine
  const { atomically } = engine.transactions
  const lifecycle = createLifecycle(engine)
  const objects = createObjectCalls(engine)
  engine.views.fillMissing()
  const stopMarking = keepMarking(engine)

  const registerSchema: StateService['registerSchema'] = (input) => {
    schemas.register(input)
    // Changes of other replicas may have arrived before it.
    if (statement('SELECT 1 FROM pending_changes WHERE space = ?').get(input.owner) !== undefined)
      engine.integrate([])
  }

  const purgeOwner: StateService['purgeOwner'] = (owner) => {
    if (owner === CORE_OWNER) throw denied('the core models exist exactly once')
    atomically(() => {
      schemas.drop(owner)
    })
  }

  const registerOwn: StateService['registerOwn'] = ({ schema, scope, name }) => {
    const owner = engine.ownerDid()
    const named = name === undefined ? schema : { ...schema, $id: userSchemaUri(owner, name) }
    const uri = String(named['$id'])
    const title = typeof named['title'] === 'string' ? named['title'] : modelName(uri)
    registerSchema({ owner, scope, title, schema: named })
    return { uri }
  }

  const removeOwn: StateService['removeOwn'] = (uri) => {
    const { owner } = schemas.get(uri)
    if (!engine.rotations.dids().has(owner)) throw denied(`${uri} belongs to ${owner}`)
    atomically(() => {
      schemas.dropOne(uri)
    })
  }

  const ownerAccess: StateService['ownerAccess'] = (schemaUri, via): StateAccess => {
    const { owner, scope } = schemas.get(schemaUri)
    return { owner, scope, origin: { kind: 'owner', via } }
  }

  /** Loading Automerge takes half a second, during which nothing else must wait: the work is aborted, and repeated. */
  const onceLoaded = async <T>(attempt: (run: <R>(work: () => R) => R) => T | Promise<T>): Promise<T> => {
    try {
      return await attempt(sequences.ifLoaded)
    } catch (thrown) {
      if (!(thrown instanceof SequencesNotLoaded)) throw thrown
      await sequences.load()
      return attempt((work) => work())
    }
  }

  /** Writers that delay writes to objects of a schema. */
  const holders: { readonly schemaUri: string; readonly write: () => void }[] = []
  /** Called before objects of a schema, or of any, are read. */
  const catchUp = (read?: string): void => {
    for (const { schemaUri, write } of holders) if (read === undefined || read === schemaUri) write()
  }

  let asked: Queries | undefined
  const queries = (): Queries =>
    (asked ??= createQuery({
      db,
      schemas,
      statement,
      cursorKey: meta.cursorKey,
      now: engine.visibility.nowFor,
      visible: (schema, row) => engine.visibility.visible(schema, row) ?? {},
    }))

  let searching: Search | undefined
  const searches = (): Search => {
    catchUp()
    return (searching ??= createSearch(engine))
  }

  let history: StateService['history'] | undefined
  let sync: StateService['sync'] | undefined
  let proofs: StateService['proofs'] | undefined
  return {
    registerSchema,
    checkSchema: schemas.check,
    ...objects,
    together: (work) => onceLoaded((run) => engine.transactions.together(() => run(work))),
    onceLoaded: (work) => onceLoaded((run) => run(work)),
    query: (access, input, options) => {
      if (access.owner === CORE_OWNER) catchUp()
      return queries().query(access, input, options)
    },
    count: (access, input) => {
      if (access.owner === CORE_OWNER) catchUp()
      return queries().count(access, input)
    },
    get: (input) => {
      catchUp(input.schemaUri)
      return objects.get(input)
    },
    search: (input) => searches().search(input),
    links: (input) => searches().links(input),
    changesOf: log.changesOf,
    labelOf: ({ schemaUri, ids }) => {
      // Answers are made of whatever was read.
      if (schemaUri === CONVERSATION_LOG) return labelled('foreign', [CONVERSATIONS])
      const label = log.labelOf(schemas.get(schemaUri).row, ids ?? 'any')
      return schemaUri === MEMORY_STORE ? joined([label, labelled('state', [MEMORY])]) : label
    },
    scopes: () => {
      catchUp()
      return summarise(schemas.all(), statement, now())
    },
    beforeReading: (schemaUri, write) => {
      holders.push({ schemaUri, write })
    },
    ownerAccess,
    registerOwn,
    removeOwn,
    schemaFacts: (schemaUri) => {
      const { owner, scope, annotations } = schemas.get(schemaUri)
      return { owner, scope, visibility: annotations.visibility }
    },
    schemas: createKnownSchemas(engine),
    ensureCoreModels: createCoreObjects(engine),
    exportOwner: createExport({ schemas, statement, log }),
    purgeOwner,
    onChange: engine.transactions.onChange,
    formerNames: () => meta.replica.former,
    apps: engine.apps,
    get history() {
      catchUp()
      return (history ??= createHistory(engine))
    },
    get sync() {
      catchUp()
      return (sync ??= createSync(engine))
    },
    get lifecycle() {
      catchUp()
      return lifecycle
    },
    get proofs() {
      catchUp()
      return (proofs ??= createProofs(engine))
    },
    close: async () => {
      lifecycle.close()
      stopMarking()
      await engine.transactions.settled()
      engine.keepPlace?.markAgain()
      await asked?.close()
      await searching?.close()
      sequences.close()
    },
  }
}

/** So often, a copy of the database becomes recognisable as an earlier one; also at the start and the end. */
const MARK_MS = 60_000

const keepMarking = ({ db, keepPlace }: Engine): (() => void) => {
  if (keepPlace === null) return () => undefined
  const timer = setInterval(() => {
    // If the caller has closed the database, its place can't be recorded.
    if (db.open) keepPlace.markAgain()
  }, MARK_MS)
  timer.unref()
  return () => {
    clearInterval(timer)
  }
}
