/** Wires the rooms into the services the API offers. Only `services.ts` imports this. */
import { homedir } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import {
  callAgent,
  createAgents,
  createModuleRunner,
  createPackageModules,
  createPackageSecrets,
  createScriptRunner,
  runHttpBinding,
  runWasmBinding,
} from './bindings/index.ts'
import {
  createBundleFiles,
  createServerSources,
  createServers,
  createServerSecrets,
  sweepSignIns,
} from './mcp/index.ts'
import { createSandbox } from './sandbox/index.ts'
import type { NetworkGuard } from './network/index.ts'
import { listenForAgents, listenForPrograms } from './api/index.ts'
import {
  createAcpSource,
  createCapabilities,
  createLastUses,
  createMcpSource,
  createOverview,
  createCapabilityCatalog,
  createSkillSource,
  exposableTools,
  invokeForAgent,
  type AskModel,
  type SkillRunner,
} from './capabilities/index.ts'
import {
  createChat,
  createMemory,
  createRouting,
  createSampler,
  createSkillRunner,
  followConversations,
} from './chat/index.ts'
import { checkDid, createAuthorizations, createDidAuthService } from './identity/index.ts'
import type { DidResolver, IdentityService } from './identity/types.ts'
import type { Opened } from './lifecycle/index.ts'
import { createModels } from './models/index.ts'
import { createModuleFiles, createPackages } from './packages/index.ts'
import { catalogueDir } from './platform/app.ts'
import { SatchelError } from './platform/errors.ts'
import type { Logger } from './platform/log.ts'
import { loginPath, searchPath } from './platform/login-path.ts'
import type { DataPaths } from './platform/paths.ts'
import { createCandidates, openRegistry } from './registry/index.ts'
import { createCorrections, createMeaning, createRouter } from './router/index.ts'
import { createSettings } from './settings/index.ts'
import { bridgeLaunch, createSharing } from './sharing/index.ts'
import { createSkills, createWorkFolders } from './skills/index.ts'
import { createState } from './state/index.ts'
import { type Database } from './storage/index.ts'
import type { Language } from './contract/language.ts'

const now = () => new Date()
/** What is only to make the first message quicker waits until the app is there. */
const AFTER_START_MS = 500

export interface ServicesInput {
  readonly paths: DataPaths
  readonly log: Logger
  readonly osLanguage: Language
  /** `SATCHEL_VAULT_PASSPHRASE`. */
  readonly vaultPassphrase: string | undefined
}

/** What is open before anything is wired. */
export interface Ground {
  readonly db: Database
  readonly guard: NetworkGuard
  readonly dids: DidResolver
  readonly identity: IdentityService
  /** What every change is refused with while the data may only be read; else null. */
  readonly readOnly: SatchelError | null
  /** Tells the network guard where to look for the hosts the owner allowed for development. */
  readonly allowDevelopment: (hosts: () => readonly string[]) => void
}

/** Wires the rooms over what was opened. */
export const wire = (
  { paths, log, osLanguage }: ServicesInput,
  { db, guard, dids, identity, readOnly, allowDevelopment }: Ground,
): Opened => {
  const didAuth = createDidAuthService({ db, dids, identity, now })
  const authorizations = createAuthorizations({ db, identity, now })
  const state = createState({
    db,
    ownerDid: () => identity.ownerDid,
    rotations: identity.rotations,
    report: (problem) => {
      log.warn({ err: problem, code: problem.code }, 'state was mended')
    },
  })
  if (readOnly === null) {
    state.ensureCoreModels({ language: osLanguage })
    state.lifecycle.start((problem) => {
      log.error({ err: problem }, 'purging failed')
    })
  }
  const settings = createSettings({ configPath: paths.config, state })
  const language = () => settings.get().language
  allowDevelopment(() => settings.get().developmentHosts)
  const sandbox = createSandbox({
    places: { home: homedir(), dataDir: paths.dataDir },
    runDir: paths.runDir,
    searchPath: searchPath(process.env['PATH'] ?? '', homedir()),
    loginPath: () => loginPath(process.env),
    log: (event) => {
      log.debug(event, 'network of a program')
    },
  })
  const bundleFiles = createBundleFiles(paths.bundlesDir)
  if (readOnly === null) sweepSignIns(identity.secrets)
  const connectedServers = createServers({
    db,
    now,
    language,
    guard,
    sandbox,
    secret: identity.secrets.use,
    secretStore: { isLocked: identity.secrets.isLocked, onChange: identity.onChange },
    resolveDid: async (did) => (await dids.resolve(did)).document,
    signIn: { secrets: identity.secrets, clientDocument: () => settings.get().clientMetadataUrl },
    bundleFolder: bundleFiles.checked,
    fetchedDir: paths.fetchedDir,
  })
  if (readOnly === null) connectedServers.sweep()
  const from = { bundleFiles, servers: connectedServers, guard, language, settings, sandbox }
  const sources = createServerSources(from)
  if (readOnly === null) sources.bundles.sweep()
  const moduleFiles = createModuleFiles(paths.packagesDir)
  const candidates = createCandidates({ db, now })
  const packages = createPackages({
    db,
    packagesDir: paths.packagesDir,
    catalogueDir,
    state,
    identity,
    keyOf: (keyId) => dids.key(keyId, 'assertionMethod'),
    authorizations,
    now,
    language,
    isServerConnected: connectedServers.reaches,
    hasModule: (packageName, cid) => moduleFiles.size(packageName, cid) !== null,
    candidateFiles: candidates,
    log,
  })
  // Files that nothing names are removed there, and newer tables may name them in a way this program does not know.
  if (readOnly === null) packages.verifyStore()
  const ending = new AbortController()
  /** Never at the cost of the start; what goes wrong after the end is nobody's concern any more. */
  const inBackground = (work: (options: { signal: AbortSignal }) => Promise<void>): void => {
    if (ending.signal.aborted || readOnly !== null) return
    work({ signal: ending.signal }).catch((thrown: unknown) => {
      if (!ending.signal.aborted) log.warn({ err: thrown }, 'work in the background failed')
    })
  }
  const renew = (): void => {
    inBackground(packages.renewAuthorizations)
  }
  inBackground(packages.refreshAuthors)
  renew()
  // A locked key store signs nothing; once it is open, what had to wait is done.
  identity.onChange(renew)
  identity.setAutoLock(settings.get().vaultLockMinutes)
  settings.onChange(({ vaultLockMinutes }) => {
    identity.setAutoLock(vaultLockMinutes)
  })
  const skills = createSkills({ db, skillsDir: paths.skillsDir, now, language })
  if (readOnly === null) skills.sweep()
  const workFolders = createWorkFolders(paths.workDir)
  const catalog = createCapabilityCatalog(packages, skills, connectedServers)
  const packageSecrets = createPackageSecrets({ secrets: identity.secrets, packages })
  const packageModules = createPackageModules({ files: moduleFiles, packages })
  if (readOnly === null)
    for (const { sweep } of [packageSecrets, packageModules]) {
      sweep()
      packages.onChange(sweep)
    }
  const below = { db, guard, dids, identity, state, packages, settings, now, language, log }
  const registry = openRegistry({ ...below, candidates, paths })
  const runner = createModuleRunner({ guard })
  /** The chat stands above the floor it runs on; a skill runs in the chat. */
  let runSkill: SkillRunner = () => Promise.reject(new SatchelError('not_ready'))
  let askModel: AskModel = () => Promise.reject(new SatchelError('not_ready'))
  const capabilities = createCapabilities({
    db,
    now,
    log,
    language,
    askModel: (request, options) => askModel(request, options),
    sources: [
      createAcpSource({
        packages,
        state,
        authorizations,
        language,
        servers: connectedServers,
        runSkill: (call) => runSkill(call),
        runHttp: (call) => runHttpBinding({ ...call, guard, secrets: packageSecrets }),
        runners: {
          wasm: ({ acp, ...call }) =>
            runWasmBinding({ ...call, runner, fetchBlob: (cid) => packageModules.read(acp.name, cid) }),
          nuwa_a2a: ({ acp, ...call }) =>
            callAgent({ dids, didAuth, guard }, { ...call, requester: acp.capUri }),
        },
      }),
      createMcpSource({ servers: connectedServers, language }),
      createSkillSource({
        skills,
        work: workFolders,
        runScript: createScriptRunner(sandbox),
        runSkill: (call) => runSkill(call),
        language,
      }),
    ],
  })
  const agents = createAgents({
    db,
    settings,
    didAuth,
    ownerDid: () => identity.ownerDid,
    exposable: () => exposableTools(capabilities),
    invoke: ({ toolId, params, did, signal }) =>
      invokeForAgent(capabilities, { toolId, params, did, signal }),
    listen: listenForAgents,
    checkDid,
    now,
    language,
    log,
  })
  if (readOnly === null) inBackground(() => agents.start())
  const sharing = createSharing({
    db,
    settings,
    capabilities,
    listen: listenForPrograms,
    launch: bridgeLaunch(process.env),
    now,
    language,
    log,
  })
  if (readOnly === null) inBackground(() => sharing.start())
  const models = createModels({ db, settings, secrets: identity.secrets, guard, language, now })
  const corrections = createCorrections({ db, packages: catalog, now })
  // What is kept of vectors cannot be brought up to date in data that may not be changed.
  const meaning =
    readOnly !== null
      ? undefined
      : createMeaning({
          db,
          packages: catalog,
          corrections,
          embedder: models.embedding,
          onModelChange: (listener) => {
            const stops = [models.onChange(listener), settings.onChange(listener)]
            return () => {
              for (const stop of stops) stop()
            }
          },
          log,
        })
  if (meaning !== undefined) inBackground(meaning.learn)
  const router = createRouter({ packages: catalog, corrections, ...(meaning && { embedding: meaning }) })
  inBackground(async ({ signal }) => {
    await setTimeout(AFTER_START_MS, undefined, { signal, ref: false })
    await router.prepare()
    await registry.start()
  })
  const memory = createMemory({ state, now })
  const chat = createChat({
    db,
    router,
    capabilities,
    packages: catalog,
    state,
    models,
    memory,
    settings,
    log,
  })
  runSkill = createSkillRunner(chat, language)
  askModel = createSampler({ models, chat, settings })
  inBackground((options) => followConversations(chat, workFolders, options))
  return {
    kind: 'ready',
    readOnly,
    services: {
      identity,
      dids,
      didAuth,
      authorizations,
      packages,
      packageSecrets,
      packageModules,
      skills,
      state,
      settings,
      capabilities,
      overview: createOverview({
        packages,
        servers: connectedServers,
        skills,
        lastUses: createLastUses(db),
      }),
      connectedServers,
      ...sources,
      serverSecrets: createServerSecrets({ secrets: identity.secrets, servers: connectedServers }),
      agents,
      sharing,
      ...registry.services,
      models,
      memory,
      chat,
      routing: createRouting({ db, router, packages: catalog, settings }),
      corrections,
    },
    close: async () => {
      ending.abort()
      capabilities.close()
      router.close()
      meaning?.close()
      models.close()
      await chat.close()
      await agents.close()
      await sharing.close()
      await connectedServers.close()
      await registry.close()
      await state.close()
      identity.close()
      await guard.close()
      db.close()
    },
  }
}
