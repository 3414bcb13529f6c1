import { NO_APPS } from './no-apps.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ServersService } from '../mcp/index.ts'
import {
  createMcpSource,
  createCapabilityCatalog,
  createPlanSource,
  type CapabilitiesDeps,
} from '../capabilities/index.ts'
import type { ChatRequest, LanguageModel, ModelChunk, ModelRequirements } from '../models/types.ts'
import { joined, labelled } from '../contract/labels.ts'
import type { AcpPackage, Trigger } from '../contract/packages.ts'
import type { UnlockWaits } from '../identity/index.ts'
import { newId } from '../platform/ids.ts'
import { createEmitter } from '../platform/emitter.ts'
import { createRouteTrials } from '../router/index.ts'
import { correctionsInMemory, plainRouter } from './router.ts'
import type { Settings } from '../contract/settings.ts'
import type { StateAccess, StateService } from '../state/types.ts'
import type { StateObject } from '../contract/state.ts'
import { openDatabase, type Database } from '../storage/index.ts'
import type { Language } from '../contract/language.ts'
import { createChat, createMemory, createPrompts, createRouting } from '../chat/index.ts'
import type { Message, MessagePart } from '../contract/chat.ts'
import { ALLOW_ONCE, personAnswers } from './approvals.ts'
import { installedPackage } from './installed-package.ts'
import { testAuthorizations, testIdentity, type TestIdentity } from './owner.ts'
import { plainState } from '../state/testing.ts'
import { plainAcpSource, plainCapabilities } from '../capabilities/testing.ts'

/** The scripted model's answer to one request. */
export type Script = (request: ChatRequest, step: number) => AsyncIterable<ModelChunk> | readonly ModelChunk[]

/** A model with scripted answers that records its requests. */
export const scriptedModel = (
  script: Script,
  info: Partial<LanguageModel['info']> = {},
): LanguageModel & { readonly requests: ChatRequest[] } => {
  const requests: ChatRequest[] = []
  return {
    requests,
    info: {
      id: 'scripted',
      name: 'Scripted',
      provider: 'ollama',
      contextWindow: 8192,
      tools: true,
      vision: false,
      thinking: false,
      embedding: false,
      leavesMachine: false,
      sizeBytes: null,
      ...info,
    },
    chat: async function* (request) {
      requests.push(request)
      yield* script(request, requests.length - 1)
    },
  }
}

/** What a person said, without the data and the time that Satchel puts beside it. */
export const saidAlone = (content: string | undefined): string =>
  (content ?? '').replace(/\n\n(?:\[data [0-9a-f]{8}: [^]*)?\[It is [^\n]*\]$/, '')

/** What goes beside the words of a person: data, and the time. */
export const besideWords = (request: ChatRequest | undefined): string => {
  const content = request?.messages.findLast(({ role }) => role === 'user')?.content ?? ''
  return content.slice(saidAlone(content).length)
}

export const say = (delta: string): ModelChunk => ({ type: 'text', delta })
export const callTool = (name: string, args: Readonly<Record<string, unknown>>): ModelChunk => ({
  type: 'tool_call',
  call: { id: 'call_0', name, arguments: args },
})

const noteSchema = {
  type: 'object',
  properties: { title: { type: 'string' }, body: { type: 'string' } },
  required: ['title', 'body'],
}

/** A package as the packages room would hand it out; `verbs` are its `state.*` tools. */
export const packageOf = (
  name: string,
  triggers: readonly Trigger[],
  verbs: readonly string[],
  extra: Partial<AcpPackage> = {},
): AcpPackage => ({
  sha256: name,
  name,
  capUri: `did:nuwa:cap:${name}`,
  version: '1.0.0',
  title: name.charAt(0).toUpperCase() + name.slice(1),
  description: name,
  author: { did: 'did:key:z', keyId: 'did:key:z#z' },
  triggers,
  examples: [`add ${name} about milk`, `新建${name}：牛奶`],
  memoryScope: `sc:${name}`,
  permissions: { require: verbs, option: [] },
  llmRequirements: { modelFamily: [], minContextWindow: null, requiredFeatures: [] },
  schema: noteSchema,
  schemaUri: `did:nuwa:state:${name}#v1`,
  prompt: `You are the ${name} assistant.`,
  tools: verbs.map((verb) => ({
    name: verb,
    description: verb,
    parameters:
      verb === 'state.create'
        ? {
            type: 'object',
            properties: { schema_uri: { type: 'string' }, object: noteSchema },
            required: ['object'],
          }
        : { type: 'object' },
  })),
  bindings: {},
  ...extra,
})

export const note = packageOf(
  'note',
  [{ type: 'regex', value: '记(.*)笔记|note|add note about' }],
  ['state.create', 'state.query'],
)
export const tasks = packageOf(
  'tasks',
  [{ type: 'keyword', value: 'todo' }],
  ['state.create', 'state.delete'],
)

/** State in memory, enough for the turn loop; tests can inspect what was done. */
export const memoryState = () => {
  const created: { access: StateAccess; object: StateObject }[] = []
  const refuse = () => {
    throw new Error('not used here')
  }
  const state: Pick<StateService, 'create' | 'update' | 'delete' | 'query' | 'together' | 'labelOf'> = {
    create: (access, { schemaUri, object }) => {
      const id = newId()
      const stored: StateObject = {
        ...{ id, schemaUri, scope: access.scope, owner: access.owner },
        version: `v-${id}`,
        object: { ...object, id },
        updatedAt: new Date().toISOString(),
      }
      created.push({ access, object: stored })
      return {
        object: stored,
        change: { scope: access.scope, schemaUri, objectId: id, hash: stored.version, kind: 'create' },
      }
    },
    query: (access) =>
      Promise.resolve({
        items: created.filter((entry) => entry.access.owner === access.owner).map(({ object }) => object),
        cursor: null,
      }),
    together: (work) => Promise.resolve().then(work),
    update: refuse,
    delete: refuse,
    labelOf: ({ schemaUri, ids }) =>
      joined(
        created.flatMap(({ access: { origin }, object }) =>
          object.schemaUri === schemaUri &&
          (ids ?? [object.id]).includes(object.id) &&
          origin.kind === 'capability'
            ? [labelled(origin.integrity ?? 'state', origin.keepers)]
            : [],
        ),
      ),
  }
  return { state, created }
}

/** A data directory that can be opened more than once, as after a crash. */
export const makeHome = () => {
  const directory = mkdtempSync(join(tmpdir(), 'satchel-chat-'))
  return {
    path: join(directory, 'state.db'),
    remove: () => {
      rmSync(directory, { recursive: true })
    },
  }
}

/** Chat over a real database, router and CAP floor. */
export const openChat = (input: {
  path: string
  model: LanguageModel
  /** Re-read whenever `changed` is called. */
  packages?: readonly AcpPackage[]
  now?: () => Date
  memory?: ReturnType<typeof memoryState>
  language?: Language
  /** Settings other than in most tests. */
  settings?: Partial<Settings>
  /** The person's answer to requests; yes by default. */
  answer?: Parameters<typeof personAnswers>[1]
  /** Keeps what capabilities save in the database, as the daemon does, instead of in memory. */
  durable?: boolean
  /** Called with the model each turn wants, and its requirements. */
  resolve?: (preferred: string | undefined, needs: ModelRequirements | undefined) => unknown
  /** Connected servers beside the packages. */
  servers?: (db: Database) => ServersService
  /** What waits when keys are locked; by default nothing does. */
  unlocks?: Pick<UnlockWaits, 'through'>
  /** Answers requests without tools, where a call needs a model of its own. */
  askModel?: CapabilitiesDeps['askModel']
  /** By default an owner that no other home has. */
  identity?: TestIdentity
  runHttp?: (call: {
    arguments: Readonly<Record<string, unknown>>
    signal: AbortSignal
    idempotencyKey?: string | undefined
  }) => Promise<unknown>
}) => {
  const { path, model, packages: list = [note, tasks], memory = memoryState(), language = 'en' } = input
  const runHttp = input.runHttp ?? (() => Promise.reject(new Error('no network here')))
  const settings: Settings = { ...SETTINGS, ...input.settings, language }
  const db = openDatabase({ path })
  /** `changed`: after a package came or went. */
  const { listen: onChange, emit: changed } = createEmitter()
  const packages = {
    installed: () => list.map(installedPackage),
    get: (name: string) => list.find((acp) => acp.name === name) ?? null,
    authorTrust: () => 'known' as const,
    onChange,
  }
  const servers = input.servers?.(db) ?? null
  const catalog =
    servers === null ? packages : createCapabilityCatalog(packages, NO_SKILLS, servers, NO_AGENTS)
  const log = { info: () => undefined, error: () => undefined }
  const now = input.now ?? (() => new Date())
  const identity = input.identity ?? testIdentity()
  // Capabilities work in memory; the daemon's own storage is real.
  const core = plainState({ db, ownerDid: () => identity.ownerDid, now: () => now().getTime() })
  core.ensureCoreModels({ language })
  const remembered = createMemory({ state: core, now })
  const saved = input.durable === true ? core : memory.state
  if (input.durable === true)
    for (const { capUri, memoryScope, title, schema, schemaUri } of list)
      core.registerSchema({ owner: capUri, scope: memoryScope, title, schema: { ...schema, $id: schemaUri } })
  const source = plainAcpSource({
    packages,
    state: saved,
    authorizations: testAuthorizations(db, identity),
    runHttp,
    language: () => language,
  })
  const mcp = servers === null ? [] : [createMcpSource({ servers, language: () => language })]
  const capabilities = plainCapabilities({
    sources: [
      source,
      ...mcp,
      createPlanSource({ first: () => settings.planFirst, language: () => language }),
    ],
    db,
    now,
    language: () => language,
    log,
    ...(input.askModel === undefined ? {} : { askModel: input.askModel }),
  })
  personAnswers(capabilities.approvals, input.answer ?? (() => ALLOW_ONCE))
  const corrections = correctionsInMemory()
  const router = plainRouter(catalog, { corrections })
  const prompts = createPrompts({ db, now })
  const chat = createChat({
    db,
    servers: servers ?? NO_APPS,
    router,
    capabilities,
    packages: catalog,
    state: {
      query: saved.query,
      labelOf: saved.labelOf,
      update: core.update,
      get: core.get,
      ownerAccess: core.ownerAccess,
      beforeReading: core.beforeReading,
      changesOf: input.durable === true ? core.changesOf : () => [],
    },
    memory: remembered,
    unlocks: input.unlocks ?? { through: (work) => work() },
    prompts,
    models: {
      resolve: async (preferred, needs) => {
        await input.resolve?.(preferred, needs)
        return model
      },
    },
    settings: { get: () => settings },
    corrections,
    now,
    log,
  })

  /** Sends and waits for the end of the turn; the answer is the last message. */
  const ask = async (text: string, more: { conversationId?: string; capability?: string } = {}) => {
    const { conversationId, turnId } = chat.send({ text, ...more })
    await chat.finished(turnId)
    return { conversationId, turnId, answer: answerOf(conversationId) }
  }
  const answerOf = (conversationId: string): Message => {
    const message = chat.messages({ conversationId, limit: 1 })[0]
    if (message === undefined) throw new Error('the conversation is empty')
    return message
  }
  const close = async () => {
    await chat.close()
    await servers?.close()
    await core.close()
    db.close()
  }
  const routing = createRouting({
    db,
    router,
    trials: createRouteTrials({ packages: catalog, corrections }),
    packages: catalog,
    settings: { get: () => settings },
  })
  return {
    chat,
    core,
    memory: remembered,
    prompts,
    capabilities,
    servers,
    routing,
    db,
    ask,
    answerOf,
    changed,
    close,
    created: memory.created,
  }
}

const NO_AGENTS = { approved: () => [], onChange: () => () => undefined }
const NO_SKILLS = { active: () => [], onChange: () => () => undefined }

/** The parts of one type. */
export const partsOf = <T extends MessagePart['type']>(
  message: Message,
  type: T,
): Extract<MessagePart, { type: T }>[] =>
  message.parts.filter((part): part is Extract<MessagePart, { type: T }> => part.type === type)

export const SETTINGS: Omit<Settings, 'language'> = {
  tone: 'casual',
  theme: 'system',
  notifOpt: false,
  model: 'auto',
  plannerInstead: false,
  embeddingModel: 'auto',
  ollamaUrl: 'http://127.0.0.1:11434',
  contextWindow: null,
  modelBuild: 'auto',
  turnTokens: 1_000_000,
  turnMinutes: 10,
  monthMoney: null,
  monthTokens: null,
  keepAliveMinutes: null,
  thinking: true,
  modelEndpoints: [],
  guidedModels: {},
  agentEndpoint: { enabled: false, host: '127.0.0.1', port: 4710, publicUrl: null, tls: null },
  shareEndpoint: { enabled: false, port: 0 },
  mcpRegistryUrl: '',
  chainRegistries: [],
  catalogues: [{ kind: 'builtin', name: 'builtin', trust: 'trusted' }],
  schemaSources: [],
  findSchemas: false,
  updateCheckHours: 24,
  ipfs: { embedded: false, listen: '/ip4/127.0.0.1/tcp/0', peers: [], kuboUrl: '', gateways: [] },
  developmentHosts: [],
  trustedCa: '',
  clientMetadataUrl: '',
  vaultLockMinutes: 15,
  vaultLockOnSleep: true,
  backups: false,
  backupFolder: '',
  openToolsPercent: 8,
  planFirst: 'never',
  capabilityIdleMinutes: 30,
  sendKey: 'enter',
  railWords: true,
}
