/** Gets models inside Satchel: the program that runs them, if it isn't here yet, then the file; then looks what the file is. */
import { existsSync, mkdirSync, statSync } from 'node:fs'
import type { Language } from '../../contract/language.ts'
import type { ModelPull } from '../../contract/models.ts'
import type { NetworkGuard } from '../../network/index.ts'
import { abortable } from '../../platform/abortable.ts'
import { SatchelError, toSatchelError } from '../../platform/errors.ts'
import { createOneAtATime } from '../../platform/one-at-a-time.ts'
import { sayError } from '../../text/index.ts'
import type { ModelPulls } from '../core/types.ts'
import { download, forgetPart, policyFor } from './download.ts'
import type { EngineFacts } from './engine-lines.ts'
import { recommendedFiles, type RecommendedFile } from './recommended.ts'
import type { Runtime } from './runtime.ts'
import { insideIdOf, modelIdOf, requireGguf, RUNTIME, sourceOf, type Source } from './sources.ts'
import { isWhole, partAddresses, partsOf, removeWhole, wholeSize } from './split.ts'
import type { InsideRow, InsideStore } from './store.ts'

export interface InsidePullsDeps {
  readonly store: InsideStore
  readonly guard: Pick<NetworkGuard, 'fetch'>
  readonly runtime: Pick<Runtime, 'fetch' | 'missingBytes'>
  /** What a file says of itself. Errors: `model_unloadable`, `model_memory`. */
  readonly inspect: (source: Source) => Promise<EngineFacts>
  readonly folder: string
  readonly language: () => Language
  readonly now: () => Date
  /** Called at every step, and with `finished` when there is a new model. */
  readonly changed: (what: 'progress' | 'finished') => void
  readonly recommended?: (() => readonly RecommendedFile[]) | undefined
}

const MAX_BYTES = 200_000_000_000
/** Minimum time between two progress events, in milliseconds. */
const PROGRESS_INTERVAL_MS = 250

interface Progress {
  completed: number
  total: number | null
}

export const createInsidePulls = (deps: InsidePullsDeps): ModelPulls & { close(): void } => {
  const { store, guard, runtime, folder, language, now, changed } = deps
  const running = new Map<string, { stopper: AbortController; progress: Progress; ended: Promise<void> }>()
  /** Two models need the same program. */
  const afterAnother = createOneAtATime()
  let closed = false
  let told = 0

  const viewOf = (row: InsideRow): ModelPull => {
    const live = running.get(row.id)?.progress
    return {
      model: modelIdOf(row.id),
      state: row.state === 'ready' ? 'running' : row.state,
      completedBytes: live?.completed ?? row.completed,
      totalBytes: live?.total ?? row.total,
      problem:
        row.problem === null ? null : sayError(language(), row.problem.code, row.problem.params).message,
      startedAt: row.started_at,
    }
  }
  const list = (): readonly ModelPull[] =>
    store
      .list()
      .filter(({ state }) => state !== 'ready')
      .map(viewOf)

  const rowOf = (model: string): InsideRow => {
    const row = store.find(insideIdOf(model) ?? model)
    if (row === null || row.state === 'ready')
      throw new SatchelError('model_pull_unknown', { params: { model } })
    return row
  }

  const start: ModelPulls['start'] = (asked) => {
    const source = sourceOf(asked.trim(), {
      ...{ folder, known: store.list() },
      recommended: (deps.recommended ?? recommendedFiles)(),
    })
    const { id } = source
    const isReady = store.find(id)?.state === 'ready' && isWhole(source.file)
    if (isReady) throw new SatchelError('model_here', { params: { model: source.name } })
    if (!running.has(id)) {
      const stopper = new AbortController()
      const progress: Progress = { completed: 0, total: null }
      store.begin(source, now())
      running.set(id, { stopper, progress, ended: run(source, progress, stopper.signal) })
      changed('progress')
    }
    return viewOf(rowOf(id))
  }

  const run = async (source: Source, progress: Progress, signal: AbortSignal): Promise<void> => {
    const { id } = source
    await Promise.resolve() // it is among the running first
    const ended = (
      state: 'ready' | 'stopped' | 'failed',
      thrown?: unknown,
      facts: EngineFacts | null = null,
    ): void => {
      const error = thrown === undefined ? null : toSatchelError(thrown)
      const problem = error === null ? null : { code: error.code, params: error.params }
      store.settle(id, { state, ...progress, problem, facts })
    }
    try {
      const facts = await get(source, progress, signal)
      if (closed) return
      if (facts === null) store.remove(id)
      else ended('ready', undefined, facts)
    } catch (thrown) {
      // The row still says `running`, which the next start treats as interrupted.
      if (closed) return
      if (signal.aborted) ended('stopped')
      else ended('failed', thrown)
    } finally {
      running.delete(id)
    }
    changed('finished')
  }

  /** Null for the program alone. */
  const get = async (
    source: Source,
    progress: Progress,
    signal: AbortSignal,
  ): Promise<EngineFacts | null> => {
    const { id, url, file } = source
    const before = runtime.missingBytes()
    const tell = (completed: number, total: number | null): void => {
      progress.completed = completed
      progress.total = total
      if (Date.now() - told < PROGRESS_INTERVAL_MS) return
      told = Date.now()
      changed('progress')
    }
    const fetched = afterAnother(async () => {
      signal.throwIfAborted()
      await runtime.fetch(signal, tell)
    })
    await abortable(fetched, signal)
    if (id === RUNTIME) return null
    if (url !== null) {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      await getParts({ ...source, url }, signal, (completed, total) => {
        tell(before + completed, total === null ? null : before + total)
      })
    }
    requireGguf(file)
    progress.completed = progress.total = wholeSize(file)
    return deps.inspect(source)
  }

  /** A model's files, one after another; how large they are together is known with the last one. */
  const getParts = async (
    { name, url, file, sha256 }: Source & { readonly url: string },
    signal: AbortSignal,
    tell: (completed: number, total: number | null) => void,
  ): Promise<void> => {
    const addresses = partAddresses(url)
    let had = 0
    for (const [at, to] of partsOf(file).entries()) {
      const address = addresses[at] ?? url
      const isLast = at === addresses.length - 1
      if (!existsSync(to))
        await download(guard, {
          ...{ url: address, to, signal, maxBytes: MAX_BYTES - had, policy: policyFor(address) },
          hash: sha256 === null ? null : { algorithm: 'sha256', hex: sha256 },
          progress: (completed, total) => {
            tell(had + completed, total === null || !isLast ? null : had + total)
          },
        }).catch((thrown: unknown) => {
          throw addresses.length === 1
            ? thrown
            : explainPart(thrown, { at, of: addresses.length, name, host: new URL(address).host })
        })
      had += statSync(to).size
    }
  }

  return {
    list,
    start,
    stop: (model) => {
      const one = running.get(insideIdOf(model) ?? model)
      if (one === undefined) throw new SatchelError('model_pull_unknown', { params: { model } })
      one.stopper.abort()
    },
    dismiss: (model) => {
      const { id, url, file } = rowOf(model)
      if (running.has(id)) throw new SatchelError('model_pull_unknown', { params: { model } })
      if (url !== null) {
        for (const part of partsOf(file)) forgetPart(part)
        removeWhole(file)
      }
      store.remove(id)
      changed('progress')
    },
    close: () => {
      closed = true
      for (const { stopper } of running.values()) stopper.abort()
    },
  }
}

/** A part that its server doesn't have is named: the others alone are no model. */
const explainPart = (
  thrown: unknown,
  {
    at,
    of,
    name,
    host,
  }: { readonly at: number; readonly of: number; readonly name: string; readonly host: string },
): unknown =>
  thrown instanceof SatchelError && thrown.code === 'model_download_refused'
    ? new SatchelError('model_part_refused', {
        params: { host, status: Number(thrown.params['status']), model: name, part: at + 1, count: of },
        cause: thrown,
      })
    : thrown
