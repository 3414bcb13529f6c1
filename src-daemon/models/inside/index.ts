/** Models inside Satchel: their files, the program that runs them, and the processes they run in. */
import { totalmem } from 'node:os'
import { join } from 'node:path'
import type { Language } from '../../contract/language.ts'
import type { InsideStatus, LoadedModel, ModelInfo } from '../../contract/models.ts'
import type { Settings } from '../../contract/settings.ts'
import type { NetworkGuard } from '../../network/index.ts'
import { SatchelError } from '../../platform/errors.ts'
import type { Database } from '../../storage/index.ts'
import { parametersOf } from '../core/parameters.ts'
import type { LanguageModel, ModelPulls } from '../core/types.ts'
import {
  createEngines,
  explainEngine,
  SHARE_OF_MEMORY,
  type EnginesDeps,
  type LoadableModel,
} from './engines.ts'
import { inspectFile, measureGraphics, type EngineLimits } from './engine-process.ts'
import { createGraphics } from './graphics.ts'
import { createInsideModel } from './model.ts'
import { createInsidePulls, type InsidePullsDeps } from './pulls.ts'
import { recommendedInside } from './recommended.ts'
import { createRuntime, type RuntimeDeps } from './runtime.ts'
import type { RuntimeParts } from './runtime-lock.ts'
import { insideIdOf, modelIdOf } from './sources.ts'
import { isWhole, removeWhole } from './split.ts'
import { createInsideStore, type InsideRow } from './store.ts'

export { insideIdOf, isInside } from './sources.ts'

export interface InsideDeps {
  readonly db: Database
  readonly guard: Pick<NetworkGuard, 'fetch'>
  readonly settings: {
    get(): Pick<Settings, 'contextWindow' | 'keepAliveMinutes' | 'thinking' | 'modelBuild'>
  }
  /** Where the files and the program are. */
  readonly folder: string
  readonly watchTree: EngineLimits['watchTree']
  /** The address of the npm registry. */
  readonly registry: () => Promise<string>
  readonly language: () => Language
  readonly now: () => Date
  readonly changed: (what: 'progress' | 'finished') => void
  /** Other builds, and other models to recommend, for tests. */
  readonly builds?: (() => readonly RuntimeParts[]) | undefined
  readonly recommended?: InsidePullsDeps['recommended']
  readonly openEngine?: EnginesDeps['open'] | undefined
}

/** What of its window a model is given unless a capability needs more: memory for each token. */
const COMFORTABLE_WINDOW = 16_384
const SMALL_WINDOW = 8192
const MUCH_MEMORY = 16_000_000_000

/** What embeds has short texts to read. */
const EMBEDDING_WINDOW = 2048

export interface InsideModels {
  list(): readonly ModelInfo[]
  status(): InsideStatus
  /** The model, ready to answer; loaded when it does. Errors: `model_unavailable`. */
  open(info: ModelInfo): LanguageModel
  /** The vectors of texts, of any length. Errors: those of `Engines.use`, `model_failed`. */
  embed(info: ModelInfo, texts: readonly string[]): Promise<readonly (readonly number[])[]>
  loaded(): LoadedModel[]
  readonly pulls: ModelPulls
  /** Deletes its file, unless it is the owner's own. Errors: `model_unavailable`. */
  remove(id: string): void
  unload(id: string): void
  close(): void
}

export const createInside = (deps: InsideDeps): InsideModels => {
  const { db, guard, settings, folder, registry, watchTree, language, now, changed } = deps
  const store = createInsideStore(db)
  const runtimeDeps: RuntimeDeps = {
    ...{ guard, registry, builds: deps.builds },
    folder: join(folder, 'runtime'),
    chosen: () => settings.get().modelBuild,
  }
  const runtime = createRuntime(runtimeDeps)
  const engines = createEngines({
    runtime,
    watchTree,
    keepAliveMinutes: () => settings.get().keepAliveMinutes,
    changed: () => {
      changed('progress')
    },
    ...(deps.openEngine !== undefined && { open: deps.openEngine }),
  })
  const pulls = createInsidePulls({
    ...{ store, guard, runtime, language, now, changed, recommended: deps.recommended },
    folder: join(folder, 'files'),
    inspect: async ({ id, name, file }) => {
      try {
        return await inspectFile(
          { ...runtime.use(), file },
          { memoryBytes: totalmem() * SHARE_OF_MEMORY, watchTree },
        )
      } catch (thrown) {
        throw explainEngine(thrown, { id: modelIdOf(id), name })
      }
    },
  })

  const graphics = createGraphics({
    isHere: runtime.isHere,
    measure: () => measureGraphics({ ...runtime.use(), folder }, { memoryBytes: totalmem(), watchTree }),
    changed: () => {
      changed('progress')
    },
  })

  const readyRows = (): readonly InsideRow[] => store.list().filter(({ state }) => state === 'ready')
  const rowOf = (model: string): InsideRow => {
    const row = store.find(insideIdOf(model) ?? '')
    if (row === null || row.state !== 'ready' || !isWhole(row.file))
      throw new SatchelError('model_unavailable', { params: { model }, details: { model } })
    return row
  }
  const loadable = (info: ModelInfo): LoadableModel => {
    const { id, name, embedding: embeds, sizeBytes } = info
    return { id, name, file: rowOf(id).file, embeds, sizeBytes }
  }

  return {
    list: () => readyRows().flatMap((row) => (isWhole(row.file) ? [infoOf(row)] : [])),
    status: () => {
      const builds = runtime.builds()
      const { modelBuild } = settings.get()
      const build = modelBuild === 'auto' ? builds[0]?.build : modelBuild
      const graphicsBytes = graphics.bytes(build ?? 'cpu')
      return {
        builds: builds.map(({ build: id, bytes }) => ({ id, sizeBytes: bytes })),
        graphicsBytes,
        isReady: runtime.isHere(),
        recommended: [...recommendedInside({ graphics: graphicsBytes }, deps.recommended?.())],
      }
    },
    open: (info) => {
      const { contextWindow, thinking: think } = settings.get()
      return createInsideModel({
        engines,
        model: loadable(info),
        info,
        contextWindow,
        think: think && info.thinking,
      })
    },
    embed: async (info, texts) => {
      const model = loadable(info)
      const { engine, release } = await engines.use(
        model,
        Math.min(info.contextWindow ?? Infinity, EMBEDDING_WINDOW),
      )
      try {
        return await engine.embed(texts)
      } catch (thrown) {
        throw explainEngine(thrown, model)
      } finally {
        release()
      }
    },
    loaded: engines.loaded,
    pulls,
    remove: (id) => {
      const row = rowOf(id)
      engines.unload(id)
      if (row.url !== null) removeWhole(row.file)
      store.remove(row.id)
      changed('finished')
    },
    unload: (id) => {
      rowOf(id)
      engines.unload(id)
    },
    close: () => {
      pulls.close()
      engines.close()
    },
  }
}

const infoOf = ({ id, name, total, facts }: InsideRow): ModelInfo => {
  const comfortable = totalmem() >= MUCH_MEMORY ? COMFORTABLE_WINDOW : SMALL_WINDOW
  const parameters = parametersOf(null, facts?.size ?? '') ?? parametersOf(null, name)
  const embedding = facts?.embeds === true
  return {
    id: modelIdOf(id),
    name,
    provider: 'inside',
    contextWindow: Math.min(facts?.window ?? comfortable, comfortable),
    tools: !embedding,
    vision: false,
    thinking: facts?.thinks === true,
    embedding,
    leavesMachine: false,
    sizeBytes: total,
    ...(parameters !== undefined && { parameters }),
  }
}
