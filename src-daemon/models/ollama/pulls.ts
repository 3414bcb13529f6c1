import { z } from 'zod'
import type { NetworkGuard, IdleTimeout } from '../../network/index.ts'
import { SatchelError, toSatchelError } from '../../platform/errors.ts'
import { readLenient } from '../../platform/lenient.ts'
import type { Database } from '../../storage/index.ts'
import { errorCodeSchema, sayError } from '../../text/index.ts'
import type { Language } from '../../contract/language.ts'
import type { ModelPulls } from '../core/types.ts'
import type { ModelPull } from '../../contract/models.ts'
import { openOllama } from './client.ts'

export interface PullsDeps {
  readonly db: Database
  readonly guard: NetworkGuard
  /** The Ollama server's current address. */
  readonly url: () => string
  readonly language: () => Language
  readonly now: () => Date
  /** Called at every step, and with `finished` when there is a new model. */
  readonly changed: (what: 'progress' | 'finished') => void
  readonly idleTimeout?: IdleTimeout | undefined
}

/** A model name of Ollama: host, owner, model and tag, nothing else. */
const NAME = /^[A-Za-z0-9][\w.:/-]{0,199}$/
/** A server verifies gigabytes without sending anything. */
const PULL_IDLE_TIMEOUT: IdleTimeout = { firstByteMs: 5 * 60_000, betweenMs: 10 * 60_000 }
/** Minimum time between two progress events, in milliseconds; the last one is always sent. */
const PROGRESS_INTERVAL_MS = 250

const lineSchema = z.object({
  digest: z.string().nullish(),
  total: z.number().nonnegative().nullish(),
  completed: z.number().nonnegative().nullish(),
})

const rowSchema = z.object({
  model: z.string(),
  state: z.enum(['running', 'interrupted', 'stopped', 'failed']),
  completed: z.int().nullable(),
  total: z.int().nullable(),
  problem: z.string().nullable(),
  started_at: z.string(),
})
const problemSchema = z.object({
  code: errorCodeSchema,
  params: z.record(z.string(), z.union([z.string(), z.number()])),
})

/**
 * Lets the Ollama server pull models. Each pull is a row until the model is there, so that a restart knows
 * which were interrupted; the server itself keeps what it has downloaded.
 */
export const createPulls = (deps: PullsDeps): ModelPulls & { close(): void } => {
  const { db, guard, url, now, changed, language } = deps
  const running = new Map<string, AbortController>()
  const progress = new Map<string, { completed: number; total: number }>()
  let closed = false

  const rows = db.prepare(
    'SELECT model, state, completed, total, problem, started_at FROM model_pulls WHERE url = ? ORDER BY started_at, model',
  )
  const begin = db.prepare(
    `INSERT INTO model_pulls (url, model, state, started_at, updated_at) VALUES (@url, @model, 'running', @at, @at)
     ON CONFLICT (url, model) DO UPDATE SET state = 'running', problem = NULL, updated_at = @at`,
  )
  const settle = db.prepare(
    `UPDATE model_pulls SET state = @state, completed = @completed, total = @total, problem = @problem, updated_at = @at
     WHERE url = @url AND model = @model`,
  )
  const remove = db.prepare('DELETE FROM model_pulls WHERE url = ? AND model = ?')
  if (!db.readonly) db.prepare("UPDATE model_pulls SET state = 'interrupted' WHERE state = 'running'").run()

  const list = (): readonly ModelPull[] =>
    z
      .array(rowSchema)
      .parse(rows.all(url()))
      .map(({ model, state, completed, total, problem, started_at: at }) => {
        const live = progress.get(keyOf(url(), model))
        return {
          model,
          state,
          completedBytes: live?.completed ?? completed,
          totalBytes: live?.total ?? total,
          problem: problem === null ? null : wordsOf(problem),
          startedAt: at,
        }
      })

  const wordsOf = (problem: string): string => {
    const { code, params } = problemSchema.parse(JSON.parse(problem))
    return sayError(language(), code, params).message
  }

  const find = (model: string): ModelPull => {
    const found = list().find((pull) => pull.model === model)
    if (found === undefined) throw new SatchelError('model_pull_unknown', { params: { model } })
    return found
  }

  const start: ModelPulls['start'] = (name) => {
    const model = name.trim()
    if (!NAME.test(model))
      throw new SatchelError('invalid_request', { params: { problem: `model: ${name.slice(0, 80)}` } })
    const server = url()
    if (!running.has(keyOf(server, model))) {
      const stopper = new AbortController()
      running.set(keyOf(server, model), stopper)
      begin.run({ url: server, model, at: now().toISOString() })
      void run(server, model, stopper.signal)
      changed('progress')
    }
    return find(model)
  }

  const run = async (server: string, model: string, signal: AbortSignal): Promise<void> => {
    const key = keyOf(server, model)
    try {
      await pull(server, model, signal)
      if (closed) return
      remove.run(server, model)
    } catch (thrown) {
      // The row still says `running`, which the next start treats as interrupted.
      if (closed) return
      const problem = signal.aborted ? null : explain(thrown, model)
      settle.run({
        url: server,
        model,
        state: problem === null ? 'stopped' : 'failed',
        completed: progress.get(key)?.completed ?? null,
        total: progress.get(key)?.total ?? null,
        problem: problem === null ? null : JSON.stringify({ code: problem.code, params: problem.params }),
        at: now().toISOString(),
      })
    } finally {
      running.delete(key)
      progress.delete(key)
    }
    changed('finished')
  }

  const pull = async (server: string, model: string, signal: AbortSignal): Promise<void> => {
    const idleTimeout = deps.idleTimeout ?? PULL_IDLE_TIMEOUT
    const client = await openOllama({ guard, url: server, signal, idleTimeout })
    const stream = await client.pull({ model, stream: true })
    const layers = new Map<string, { completed: number; total: number }>()
    let pause: NodeJS.Timeout | undefined
    let more = false
    const emitProgress = (): void => {
      more = pause !== undefined
      if (more) return
      changed('progress')
      pause = setTimeout(() => {
        pause = undefined
        if (more) emitProgress()
      }, PROGRESS_INTERVAL_MS)
    }
    try {
      for await (const line of stream) {
        const read = readLenient(lineSchema, line)
        const { digest, total, completed } = read.ok ? read.value : {}
        if (digest === null || digest === undefined) continue
        layers.set(digest, { total: total ?? 0, completed: completed ?? 0 })
        progress.set(keyOf(server, model), sumOf(layers.values()))
        emitProgress()
      }
    } finally {
      clearTimeout(pause)
    }
  }

  const stop: ModelPulls['stop'] = (model) => {
    const controller = running.get(keyOf(url(), model))
    if (controller === undefined) throw new SatchelError('model_pull_unknown', { params: { model } })
    controller.abort()
  }

  const dismiss: ModelPulls['dismiss'] = (model) => {
    if (find(model).state === 'running') throw new SatchelError('model_pull_unknown', { params: { model } })
    remove.run(url(), model)
    changed('progress')
  }

  const close = (): void => {
    closed = true
    for (const controller of running.values()) controller.abort()
  }

  return { list, start, stop, dismiss, close }
}

const keyOf = (url: string, model: string): string => `${url} ${model}`

const sumOf = (layers: Iterable<{ completed: number; total: number }>) => {
  let completed = 0
  let total = 0
  for (const layer of layers) {
    completed += Math.round(layer.completed)
    total += Math.round(layer.total)
  }
  return { completed, total }
}

const explain = (thrown: unknown, model: string): SatchelError => {
  if (thrown instanceof SatchelError) return thrown
  if (!(thrown instanceof Error) || thrown instanceof z.ZodError) return toSatchelError(thrown)
  // The server's message, or the client's for a stream that ended early.
  const problem = thrown.message.replace(/\s+/g, ' ').trim().slice(0, 300)
  return new SatchelError('model_pull_failed', { params: { model, problem }, cause: thrown })
}
