import { afterEach, describe, expect, it, vi } from 'vitest'
import { EngineFailure, type Engine } from './engine-process.ts'
import { createEngines, type LoadableModel } from './engines.ts'

const model = (id: string, embeds = false): LoadableModel => ({
  ...{ id: `inside:${id}`, name: id, embeds },
  file: `/models/${id}.gguf`,
  sizeBytes: 1000,
})

/** Engines of processes that do nothing, with what began and what ended. */
const openAll = (keepAliveMinutes: number | null = null, failure: EngineFailure | null = null) => {
  const events: string[] = []
  const engines = createEngines({
    watchTree: () => () => undefined,
    runtime: { use: () => ({ module: 'file:///llama.js', gpu: false }) },
    keepAliveMinutes: () => keepAliveMinutes,
    changed: () => undefined,
    open: ({ file, window, purpose }): Promise<Engine> => {
      if (failure !== null) return Promise.reject(failure)
      const name = `${file.slice('/models/'.length, -'.gguf'.length)} ${purpose} ${String(window)}`
      events.push(`begins ${name}`)
      let isOver = false
      return Promise.resolve({
        window,
        chat: async function* () {
          // it has nothing to say
        },
        embed: () => Promise.resolve([]),
        onEnd: () => undefined,
        end: () => {
          if (!isOver) events.push(`ends ${name}`)
          isOver = true
        },
      })
    },
  })
  return { engines, events }
}

describe('models in memory', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  it('are unloaded when nobody has used them for five minutes, or as long as the owner says', async () => {
    vi.useFakeTimers()
    for (const [minutes, wait] of [
      [null, 5],
      [2, 2],
    ] as const) {
      const { engines, events } = openAll(minutes)
      const first = await engines.use(model('a'), 100)
      await vi.advanceTimersByTimeAsync(60 * 60_000)
      first.release()
      await vi.advanceTimersByTimeAsync(wait * 60_000 - 1000)
      const again = await engines.use(model('a'), 100)
      again.release()
      await vi.advanceTimersByTimeAsync(wait * 60_000 - 1000)
      expect(engines.loaded()).toMatchObject([{ id: 'inside:a', until: expect.any(String) as string }])
      await vi.advanceTimersByTimeAsync(1000)
      expect(events).toEqual(['begins a chat 100', 'ends a chat 100'])
      expect(engines.loaded()).toEqual([])
    }
  })

  it('stay for good, or not at all, if the owner says so', async () => {
    vi.useFakeTimers()
    const kept = openAll(-1)
    ;(await kept.engines.use(model('a'), 100)).release()
    await vi.advanceTimersByTimeAsync(24 * 60 * 60_000)
    expect(kept.events).toEqual(['begins a chat 100'])
    const dropped = openAll(0)
    ;(await dropped.engines.use(model('a'), 100)).release()
    await vi.advanceTimersByTimeAsync(0)
    expect(dropped.events).toEqual(['begins a chat 100', 'ends a chat 100'])
  })

  it('are one for conversation and one that embeds: another ends the one before, once nobody uses it', async () => {
    const { engines, events } = openAll()
    const a = await engines.use(model('a'), 100)
    ;(await engines.use(model('e', true), 50)).release()
    ;(await engines.use(model('b'), 100)).release()
    expect(events).toEqual(['begins a chat 100', 'begins e embed 50', 'begins b chat 100'])
    a.release()
    await Promise.resolve()
    expect(events.at(-1)).toBe('ends a chat 100')
    expect(engines.loaded().map(({ id }) => id)).toEqual(['inside:e', 'inside:b'])
    engines.close()
    await Promise.resolve()
    expect(events.slice(-2).toSorted()).toEqual(['ends b chat 100', 'ends e embed 50'])
  })

  it('are loaded again for a larger window, not for a smaller one', async () => {
    const { engines, events } = openAll()
    ;(await engines.use(model('a'), 100)).release()
    ;(await engines.use(model('a'), 50)).release()
    ;(await engines.use(model('a'), 200)).release()
    await Promise.resolve()
    expect(events).toEqual(['begins a chat 100', 'begins a chat 200', 'ends a chat 100'])
  })

  it('that can’t be loaded say why, and are tried again', async () => {
    for (const [failure, code] of [
      [new EngineFailure('unloadable', 'no GGUF'), 'model_unloadable'],
      [new EngineFailure('memory', '1'), 'model_memory'],
    ] as const) {
      const { engines } = openAll(null, failure)
      await expect(engines.use(model('a'), 100)).rejects.toMatchObject({ code, params: { model: 'a' } })
      expect(engines.loaded()).toEqual([])
    }
  })
})
