import { onAbort } from '../../platform/abortable.ts'
import type { CapabilityCatalog } from '../../packages/types.ts'
import type { AcpPackage } from '../../contract/packages.ts'
import type { Database } from '../../storage/index.ts'
import type { ClassifierCapability } from '../classifier/index.ts'
import { lessonOf, lessonOfNone, withAuthors, type Corrected } from '../classifier/lesson.ts'
import type { SlowLearner } from './slow-learner.ts'
import { THRESHOLD } from './calibration.ts'
import { NEUTRAL } from './neutral.ts'
import { createSpace, type Space } from './space.ts'
import { vectorsOf } from './text-vectors.ts'
import type { TextEmbedder } from './types.ts'
import { createVectorStore } from './vectors.ts'

export interface MeaningDeps {
  readonly db: Database
  readonly packages: CapabilityCatalog
  readonly corrections: Corrected
  /** The embedding model to use; null if there is none. Never throws. */
  readonly embedder: () => Promise<TextEmbedder | null>
  /** Calls the listener when the model may have changed. Returns the function that removes it. */
  readonly onModelChange: (listener: () => void) => () => void
  readonly log: { debug(data: object, message: string): void }
  /** How long a message waits for its vector, in milliseconds. */
  readonly timeoutMs?: number
  /** How long learning pauses after a failure of the model, in milliseconds. */
  readonly restMs?: number
}

/**
 * Similarity by an embedding model: learns what is installed in the background, and waits only briefly for a
 * message's vector.
 */
export interface Meaning extends SlowLearner {
  /** Learns new capabilities. Resolves when that is done, or has failed. */
  learn(): Promise<void>
  close(): void
}

interface Learned {
  readonly model: string
  /** `sha256` of the packages, by name. */
  readonly packages: ReadonlyMap<string, string>
  readonly space: Space
}

/** Hardly noticeable in a turn that takes seconds, and enough for a model in memory. */
const TIMEOUT_MS = 400
const REST_MS = 30_000
/** As many characters of a text as the router reads. */
const LONGEST = 2_000
const MAX_TEXTS = 100
/** How many messages' vectors are cached, for repeated answers and for explanations. */
const REMEMBERED = 32

/** Creates the learner. It sends no request before the first `learn`, message or change. */
export const createMeaning = (deps: MeaningDeps): Meaning => {
  const { corrections, embedder, log, timeoutMs = TIMEOUT_MS, restMs = REST_MS } = deps
  const packages = withAuthors(deps.packages)
  const store = createVectorStore(deps.db)
  const ending = new AbortController()
  const said = new Map<string, Float32Array>()
  let learned: Learned | null = null
  let working: Promise<void> | null = null
  let changed = false
  let failedAt: number | null = null
  /** The late vector of a message: only one is awaited at a time. */
  let outstanding: Promise<unknown> | null = null

  const learn = (): Promise<void> => {
    changed = true
    working ??= work().finally(() => {
      working = null
    })
    return working
  }

  const work = async (): Promise<void> => {
    try {
      while (changed && !isEnding()) {
        changed = false
        await learnOnce()
      }
      failedAt = null
    } catch (thrown) {
      failedAt = performance.now()
      if (!isEnding()) log.debug({ err: thrown }, 'an embedding model could not be asked')
    }
  }

  const learnOnce = async (): Promise<void> => {
    const acps = packages.installed().flatMap(({ name }) => packages.get(name) ?? [])
    if (acps.length === 0) {
      store.clear()
      return
    }
    const model = await embedder()
    if (model === null || isEnding()) return
    const lessons = acps.map((acp) => toMean(lessonOf(acp, corrections.of(acp.name))))
    const forNone = toMean(lessonOfNone(corrections.of(null)))
    const all = forNone.texts.length === 0 ? lessons : [...lessons, forNone]
    const wanted = [...Object.values(NEUTRAL).flat(), ...all.flatMap(({ texts }) => texts)]
    const vectors = await vectorsOf({ store, model, texts: wanted, signal: ending.signal })
    if (vectors === null) return
    store.keepOnly(model.id, wanted)
    const of = (texts: readonly string[]) => texts.flatMap((text) => vectors.get(text) ?? [])
    const meant = all.map(({ name, texts }) => ({ name, texts, vectors: of(texts) }))
    const space = await createSpace(meant, Object.values(NEUTRAL).map(of))
    learned = {
      model: model.id,
      packages: new Map(acps.map(({ name, sha256 }) => [name, sha256])),
      space,
    }
  }

  const likeness: SlowLearner['likeness'] = async (text, capabilities, { signal }) => {
    if (outstanding !== null) return unheard('late')
    const asking = ask(text.slice(0, LONGEST).toWellFormed(), capabilities).catch((thrown: unknown) => {
      if (!isEnding()) log.debug({ err: thrown }, 'an embedding model could not be asked')
      return unheard('failed')
    })
    const answer = await withTimeout(asking, signal, timeoutMs)
    if (answer !== null) return answer
    // It continues in the background: a server that has to load its model is ready for a later message.
    outstanding = asking.finally(() => {
      outstanding = null
    })
    return unheard('late')
  }

  const ask = async (text: string, capabilities: readonly AcpPackage[]): Promise<Answer> => {
    const model = await embedder()
    if (model === null) return unheard('none')
    const now = learned
    const knowsAll =
      now?.model === model.id && capabilities.every((acp) => now.packages.get(acp.name) === acp.sha256)
    if (!knowsAll) {
      const rests = failedAt !== null && performance.now() - failedAt < restMs
      if (!rests) void learn()
      return unheard(failedAt === null ? 'learning' : 'failed')
    }
    const vector = await vectorOf(model, text)
    if (vector.length !== now.space.dimensions) {
      said.clear()
      store.clear()
      void learn()
      return unheard('learning')
    }
    return { state: 'used', scores: now.space.likeness(vector), threshold: THRESHOLD }
  }

  const vectorOf = async (model: TextEmbedder, text: string): Promise<Float32Array> => {
    const key = JSON.stringify([model.id, text])
    const vector = said.get(key) ?? (await model.embed([text], { signal: ending.signal }))[0]
    if (vector === undefined) throw new Error('no vector was answered')
    said.delete(key)
    said.set(key, vector)
    for (const oldest of [...said.keys()].slice(0, -REMEMBERED)) said.delete(oldest)
    return vector
  }

  const isEnding = (): boolean => ending.signal.aborted
  const changedSomething = (): void => {
    if (!isEnding()) void learn()
  }
  /** Progress of a download also counts as a change: only another model matters. */
  const learnAnew = async (): Promise<void> => {
    const model = await embedder()
    if (model !== null && model.id !== learned?.model) changedSomething()
  }
  const forget = [
    packages.onChange(changedSomething),
    corrections.onChange(changedSomething),
    deps.onModelChange(() => void learnAnew()),
  ]

  return {
    likeness,
    learn,
    close: () => {
      ending.abort()
      for (const stop of forget) stop()
    },
  }
}

type Answer = Awaited<ReturnType<SlowLearner['likeness']>>

const unheard = (state: 'none' | 'learning' | 'late' | 'failed'): Answer => ({
  state,
  scores: [],
  threshold: THRESHOLD,
})

/** The result of `work`, or null if it takes longer than `ms` or `signal` fires. */
const withTimeout = <T>(work: Promise<T>, signal: AbortSignal, ms: number): Promise<T | null> =>
  new Promise((resolve, reject) => {
    let forget = (): void => undefined
    const giveUp = (): void => {
      settle()
      resolve(null)
    }
    const timer = setTimeout(giveUp, ms)
    const settle = (): void => {
      clearTimeout(timer)
      forget()
    }
    forget = onAbort(signal, giveUp)
    void work.then(resolve, reject).finally(settle)
  })

/**
 * The texts of a capability to embed: its description, its examples, and the user's latest corrections.
 */
const toMean = ({ name, description, keywords, examples, corrections = [] }: ClassifierCapability) => {
  const own = description.trim() === '' ? (keywords[0] ?? '') : description
  const texts = [...corrections.slice(-MAX_TEXTS / 2), own, ...examples]
    .map((text) => text.trim().slice(0, LONGEST).toWellFormed())
    .filter((text) => text !== '')
  return { name, texts: [...new Set(texts)].slice(0, MAX_TEXTS) }
}
