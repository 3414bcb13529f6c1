import { once } from 'node:events'
import * as library from '@modelcontextprotocol/client'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createClientTasks, type ClientTask } from './client-tasks.ts'
import { createServerLog } from '../transports/server-log.ts'
import { createTestSessions } from '../testing/sessions.ts'

describe('tasks for a server', () => {
  let call: AbortController | null
  let told: ClientTask[]
  beforeEach(() => {
    call = new AbortController()
    told = []
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })
  const start = () =>
    createClientTasks({
      library,
      call: () => call?.signal ?? null,
      told: (task) => told.push(task),
      now: () => new Date(),
    })
  const never = () => new Promise<never>(() => undefined)
  const unknown = { code: -32602, message: 'unknown task' }

  it('bring their result once, and say which task it was of', async () => {
    const tasks = start()
    const { task } = tasks.begin(5_000, () => Promise.resolve({ action: 'accept' }))
    expect(task).toMatchObject({ status: 'working', ttl: 5_000 })
    expect(await tasks.result(task.taskId)).toEqual({
      action: 'accept',
      _meta: { 'io.modelcontextprotocol/related-task': { taskId: task.taskId } },
    })
    expect(told.map(({ status }) => status)).toEqual(['completed'])
    await expect(tasks.result(task.taskId)).rejects.toMatchObject(unknown)
    expect(tasks.list()).toEqual([])
  })

  it('fail as the request would have', async () => {
    const tasks = start()
    const { task } = tasks.begin(undefined, () =>
      Promise.reject(new library.ProtocolError(-1, 'nobody agreed')),
    )
    await vi.waitFor(() => {
      expect(tasks.get(task.taskId)).toMatchObject({ status: 'failed', statusMessage: 'nobody agreed' })
    })
    expect(() => tasks.cancel(task.taskId)).toThrow('the task is over')
    await expect(tasks.result(task.taskId)).rejects.toMatchObject({ code: -1 })
  })

  it('are over when the server says so, whatever is answered later', async () => {
    const tasks = start()
    const answer = Promise.withResolvers<{ action: string }>()
    let over: AbortSignal | null = null
    const { task } = tasks.begin(undefined, (signal) => {
      over = signal
      return answer.promise
    })
    const result = tasks.result(task.taskId)
    expect(over).toMatchObject({ aborted: false })
    expect(tasks.cancel(task.taskId).status).toBe('cancelled')
    expect(over).toMatchObject({ aborted: true })
    answer.resolve({ action: 'accept' })
    await expect(result).rejects.toThrow('the task was cancelled')
    expect(told.map(({ status }) => status)).toEqual(['cancelled'])
  })

  it('are kept as long as the server wants, half an hour at most', async () => {
    const tasks = start()
    const { task } = tasks.begin(1e12, never)
    const short = tasks.begin(-1, never).task
    expect([task.ttl, short.ttl]).toEqual([30 * 60_000, 0])
    vi.advanceTimersByTime(1)
    expect(() => tasks.get(short.taskId)).toThrow('unknown task')
    const result = tasks.result(task.taskId)
    vi.advanceTimersByTime(30 * 60_000)
    await expect(result).rejects.toMatchObject(unknown)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('end with the call that asked, and begin in none', async () => {
    const tasks = start()
    const { task } = tasks.begin(undefined, never)
    const result = tasks.result(task.taskId)
    call?.abort()
    await expect(result).rejects.toMatchObject(unknown)
    expect(told).toMatchObject([{ status: 'cancelled' }])
    expect(() => tasks.begin(undefined, never)).toThrow('no call is running')
    call = null
    expect(() => tasks.begin(undefined, never)).toThrow('no call is running')
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe.skipIf(process.platform !== 'linux')('a server that asks for tasks', () => {
  const sessions = createTestSessions()
  afterEach(() => sessions.end())
  afterAll(() => {
    sessions.remove()
  })
  const start = async (...args: string[]) => {
    const log = createServerLog(() => new Date())
    const session = await sessions.open([sessions.fixture('task-wanting-server.mjs'), ...args], { log })
    const heard = (words: string) => expect.poll(() => log.tail(), { timeout: 20_000 }).toContain(words)
    let withdrawn: Promise<unknown> = Promise.resolve()
    const act = (mode: string, signal: AbortSignal) =>
      session.call(
        'act',
        { mode },
        {
          signal,
          onQuestion: (_question, options) => {
            withdrawn = once(options?.withdrawn ?? signal, 'abort')
            return new Promise(() => undefined)
          },
        },
      )
    return { heard, act, withdrawn: () => withdrawn }
  }

  it('learns which requests may be tasks, and gets none before or after a call', async () => {
    const { heard, act, withdrawn } = await start()
    await heard('offered: {"list":{},"cancel":{},"requests":{"elicitation":{"create":{}}}}')
    await heard('without a call: -32600')
    await heard('sampling: -32601')
    await act('once', new AbortController().signal)
    await heard('told: cancelled')
    await withdrawn()
    await heard('result after the call: -32602')
    await heard('known after the call: -32602')
  })

  it('gets no more than sixteen at once, and no more questions to the person for cancelling them', async () => {
    const { heard, act } = await start()
    await heard('without a call: -32600')
    const stopping = new AbortController()
    const call = act('flood', stopping.signal)
    call.catch(() => undefined) // awaited below
    await heard(
      `flood: ${[...Array<string>(16).fill('working'), ...Array<number>(4).fill(-32600)].join(' ')}`,
    )
    await heard('listed: 16')
    await heard('cancelled: true')
    await heard('and then: -32600')
    stopping.abort(new Error('stopped'))
    await expect(call).rejects.toThrow('stopped')
  })

  it('of an older protocol is answered as ever', async () => {
    const { heard } = await start('2025-06-18')
    await heard('without a call: cancel')
  })
})
