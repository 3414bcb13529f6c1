/** The models in memory: each in a process of its own, loaded when used, unloaded when idle. */
import { totalmem } from 'node:os'
import type { LoadedModel } from '../../contract/models.ts'
import { SatchelError } from '../../platform/errors.ts'
import { EngineFailure, openEngine, type Engine, type EngineLimits } from './engine-process.ts'
import type { Runtime } from './runtime.ts'

/** A model that can be loaded. */
export interface LoadableModel {
  readonly id: string
  readonly name: string
  readonly file: string
  readonly embeds: boolean
  readonly sizeBytes: number | null
}

export interface EnginesDeps {
  readonly runtime: Pick<Runtime, 'use'>
  readonly watchTree: EngineLimits['watchTree']
  /** Minutes a model stays in memory unused: -1 = for good, null = the default. */
  readonly keepAliveMinutes: () => number | null
  readonly changed: () => void
  readonly open?: typeof openEngine
}

const DEFAULT_MINUTES = 5
/** The rest of the computer needs some, too. */
export const SHARE_OF_MEMORY = 0.85

/** A model in use: `release` once, when done. */
export interface Use {
  readonly engine: Engine
  release(): void
}

interface Held {
  readonly model: LoadableModel
  readonly window: number
  readonly engine: Promise<Engine>
  users: number
  /** Superseded by another model: ends with its last user. */
  isOld: boolean
  timer: NodeJS.Timeout | undefined
  until: number | null
}

export type Engines = ReturnType<typeof createEngines>

export const createEngines = (deps: EnginesDeps) => {
  const { runtime, changed } = deps
  const open = deps.open ?? openEngine
  const held = new Map<string, Held>()

  const end = (one: Held): void => {
    clearTimeout(one.timer)
    if (held.get(one.model.id) === one) held.delete(one.model.id)
    one.engine.then(
      (engine) => {
        engine.end()
      },
      () => undefined, // it never began
    )
    changed()
  }

  /** Leaves room for another model, or for a larger window: what is in use ends later. */
  const supersede = (one: Held): void => {
    one.isOld = true
    if (held.get(one.model.id) === one) held.delete(one.model.id)
    if (one.users === 0) end(one)
  }

  const begin = (model: LoadableModel, window: number): Held => {
    for (const other of held.values())
      if (other.model.id === model.id || other.model.embeds === model.embeds) supersede(other)
    const purpose = model.embeds ? 'embed' : 'chat'
    const memoryBytes = Math.round(totalmem() * SHARE_OF_MEMORY)
    const engine = open(
      { ...runtime.use(), purpose, file: model.file, window },
      { memoryBytes, watchTree: deps.watchTree },
    )
    const one: Held = { model, window, engine, users: 0, isOld: false, timer: undefined, until: null }
    held.set(model.id, one)
    engine.then(
      (loaded) => {
        loaded.onEnd(() => {
          end(one)
        })
        changed()
      },
      () => {
        end(one)
      },
    )
    return one
  }

  const release = (one: Held): void => {
    one.users -= 1
    if (one.users > 0) return
    const minutes = deps.keepAliveMinutes() ?? DEFAULT_MINUTES
    if (one.isOld || minutes === 0) {
      end(one)
      return
    }
    if (minutes < 0) return
    one.until = Date.now() + minutes * 60_000
    one.timer = setTimeout(() => {
      end(one)
    }, minutes * 60_000)
    one.timer.unref()
    changed()
  }

  return {
    /**
     * The model, loaded with at least this window if its memory allows. Errors: `model_runtime_missing`, `model_runtime_unsupported`,
     * `model_unloadable`, `model_memory`.
     */
    use: async (model: LoadableModel, window: number): Promise<Use> => {
      const known = held.get(model.id)
      const one = known !== undefined && known.window >= window ? known : begin(model, window)
      clearTimeout(one.timer)
      one.until = null
      one.users += 1
      let isReleased = false
      const letGo = (): void => {
        if (!isReleased) release(one)
        isReleased = true
      }
      try {
        return { engine: await one.engine, release: letGo }
      } catch (thrown) {
        letGo()
        throw explainEngine(thrown, model)
      }
    },
    loaded: (): LoadedModel[] =>
      [...held.values()].map(({ model: { id, name, sizeBytes }, until }) => ({
        ...{ id, name, sizeBytes, vramBytes: null },
        until: until === null ? null : new Date(until).toISOString(),
      })),
    /** Ends its process, even while it is used. */
    unload: (id: string): void => {
      const one = held.get(id)
      if (one !== undefined) end(one)
    },
    close: (): void => {
      for (const one of held.values()) end(one)
    },
  }
}

/** The failure of a model's process in words. */
export const explainEngine = (thrown: unknown, { id, name }: Pick<LoadableModel, 'id' | 'name'>): unknown => {
  if (!(thrown instanceof EngineFailure)) return thrown
  const details = { model: id, name }
  const { reason, message: problem } = thrown
  const said = { ...details, problem }
  if (reason === 'memory')
    return new SatchelError('model_memory', { params: { model: name }, details, cause: thrown })
  if (reason === 'unloadable')
    return new SatchelError('model_unloadable', { params: { model: name }, details: said, cause: thrown })
  // node-llama-cpp's words for a prompt that can't be shortened.
  if (/compress chat history|too long prompt/i.test(problem))
    return new SatchelError('model_context_exceeded', { params: { model: name }, details, cause: thrown })
  return new SatchelError('model_failed', { params: { model: name }, details: said, cause: thrown })
}
