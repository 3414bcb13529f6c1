import { NO_APPS } from '../no-apps.ts'
import { catalogueDir } from '../../platform/app.ts'
import { createChat, createMemory } from '../../chat/index.ts'
import { createModels } from '../../models/index.ts'
import type { ModelsService } from '../../models/types.ts'
import { createModuleRunner, runWasmBinding } from '../../bindings/index.ts'
import { createNetworkGuard } from '../../network/index.ts'
import { createPackages } from '../../packages/index.ts'
import { nothingAround } from '../../packages/testing.ts'
import { createSettings } from '../../settings/index.ts'
import { openDatabase } from '../../storage/index.ts'
import { plainAcpSource, plainCapabilities } from '../../capabilities/testing.ts'
import { plainState } from '../../state/testing.ts'
import type { Language } from '../../contract/language.ts'
import type { Message } from '../../contract/chat.ts'
import { ALLOW_ONCE, personAnswers } from '../approvals.ts'
import { NO_INSIDE } from '../no-inside.ts'
import { noSecrets } from '../secrets.ts'
import { plainRouter } from '../router.ts'
import { createCorrections } from '../../router/index.ts'
import { tempHome } from '../temp-home.ts'
import { testAuthorizations, testIdentity, testKeyOf } from '../owner.ts'
import { HOUSEHOLD, TODAY, type Kept } from './household.ts'
import type { Kind } from './sentences.ts'

const PACKAGES = ['note', 'tasks', 'units'] as const
const OWNERS: Readonly<
  Record<Kind, { readonly owner: string; readonly scope: string; readonly schema: string }>
> = {
  note: { owner: 'did:nuwa:cap:note', scope: 'sc:note', schema: 'did:nuwa:state:note#v1' },
  task: { owner: 'did:nuwa:cap:tasks', scope: 'sc:tasks', schema: 'did:nuwa:cap:tasks:state:Task#v1' },
}
const KINDS = Object.keys(OWNERS) as Kind[]

/** What is kept, by id. */
export type Snapshot = ReadonlyMap<string, Kept>

/** A model server to answer instead of the built-in planner, and whether its model is guided. */
export interface AnsweringServer {
  readonly url: string
  readonly isGuided: boolean
}

/** The app as the daemon wires it, with the built-in planner, the catalogue installed, and a household's objects. */
export const openEverydayApp = async (language: Language, server: AnsweringServer | null = null) => {
  const home = tempHome()
  const { paths } = home
  const db = openDatabase({ path: paths.database })
  const identity = testIdentity()
  const state = plainState({ db, ownerDid: () => identity.ownerDid })
  state.ensureCoreModels({ language })
  const settings = createSettings({ configPath: paths.config, state })
  settings.set({ language, model: 'planner', ollamaUrl: 'http://127.0.0.1:9' })
  const now = () => TODAY
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const authorizations = testAuthorizations(db, identity, now)
  const packages = createPackages({
    ...nothingAround,
    db,
    packagesDir: paths.packagesDir,
    catalogueDir,
    state,
    identity,
    keyOf: testKeyOf,
    authorizations,
    now,
    language: () => language,
  })
  const guard = createNetworkGuard({ log: () => undefined })
  const runner = createModuleRunner({ guard })
  const noModule = () => Promise.reject(new Error('modules come with their packages here'))
  const source = plainAcpSource({
    packages,
    state,
    authorizations,
    language: () => language,
    runners: {
      wasm: ({ acp: _acp, ...call }) => runWasmBinding({ ...call, runner, fetchBlob: noModule }),
      nuwa_a2a: () => Promise.reject(new Error('there are no other agents')),
    },
  })
  const capabilities = plainCapabilities({ sources: [source], db, now, language: () => language, log })
  personAnswers(capabilities.approvals, () => ALLOW_ONCE)
  const models = createModels({
    db,
    settings,
    secrets: noSecrets(),
    guard,
    inside: NO_INSIDE,
    language: () => language,
    now,
    log,
  })
  const corrections = createCorrections({ db, packages, now })
  const chat = createChat({
    db,
    servers: NO_APPS,
    router: plainRouter(packages, { corrections }),
    corrections,
    capabilities,
    packages,
    state,
    models,
    memory: createMemory({ state, now }),
    unlocks: { through: (work) => work() },
    prompts: { persona: () => null },
    settings,
    now,
    log,
  })
  if (server !== null) settings.set({ model: await modelOf(models, server), turnMinutes: 30 })
  for (const id of PACKAGES) {
    const catalogued = { kind: 'catalogue', id } as const
    const { sha256 } = await packages.review(catalogued)
    await packages.install({ source: catalogued, sha256, acceptWarnings: true, via: 'internal' })
  }

  const snapshot = async (): Promise<Snapshot> => {
    const kept = new Map<string, Kept>()
    for (const kind of KINDS) {
      const { schema } = OWNERS[kind]
      const { items } = await state.query(state.ownerAccess(schema, 'internal'), { from: schema, limit: 100 })
      for (const { id, object } of items) kept.set(id, { kind, object })
    }
    return kept
  }

  /** Puts everything back as it was before the first sentence. */
  const tidy = async (): Promise<void> => {
    for (const [id, { kind }] of await snapshot())
      state.delete(accessTo(kind), { ...whereOf(kind), id, mode: 'soft' })
    for (const { kind, object } of HOUSEHOLD[language])
      state.create(accessTo(kind), { ...whereOf(kind), object: { ...object } })
  }

  /** Says `text`, and returns the answer. */
  const say = async (
    text: string,
    conversationId?: string,
  ): Promise<{ conversationId: string; answer: Message }> => {
    const sent = chat.send({ text, conversationId })
    await chat.finished(sent.turnId)
    const [answer] = chat.messages({ conversationId: sent.conversationId, limit: 1 })
    if (answer === undefined) throw new Error('there is no answer')
    return { conversationId: sent.conversationId, answer }
  }

  const close = async (): Promise<void> => {
    await chat.close()
    models.close()
    await state.close()
    await guard.close()
    db.close()
    home.remove()
  }
  return { say, snapshot, tidy, close }
}

/** The model that a server lists. */
const modelOf = async (
  models: ModelsService,
  { url: baseUrl, isGuided }: AnsweringServer,
): Promise<string> => {
  models.endpoints.add({
    ...{
      id: 'real',
      name: 'Real',
      protocol: 'openai',
      baseUrl,
      contextWindow: null,
      tools: 'native',
      vision: false,
      models: [],
    },
  })
  const listed = (await models.providers()).flatMap((provider) => provider.models)
  const model = listed.find(({ provider }) => provider === 'openai:real')
  if (model === undefined) throw new Error('the server lists no model')
  models.guide(model.id, isGuided)
  return model.id
}

const whereOf = (kind: Kind) => ({ schemaUri: OWNERS[kind].schema })
const accessTo = (kind: Kind) => {
  const { owner, scope } = OWNERS[kind]
  return { owner, scope, origin: { kind: 'owner', via: 'internal' } as const }
}
