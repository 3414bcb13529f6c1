import { onTestFinished, vi } from 'vitest'
import { createMemorySigner } from '../../../identity/index.ts'
import type { NetworkGuard } from '../../../network/index.ts'
import { openTestEndpoint } from '../../testing/endpoint.ts'
import { createCallbacks, type Callbacks, type TaskOutcome } from '../callbacks/callbacks.ts'
import { CALLBACKS_PATH } from '../callbacks/face.ts'
import { createKeptCallbacks } from '../callbacks/kept.ts'
import { CALL_LIMITS, type CallLimits } from '../client/limits.ts'
import { createA2aProtocol } from '../protocol.ts'

/** Nothing is found out by asking: only who is called back hears of the end. */
const LIMITS: CallLimits = {
  ...CALL_LIMITS,
  totalMs: 20_000,
  pollMs: [60_000, 60_000],
  calledMs: 60_000,
  callbackMs: 1,
  handOverMs: 60_000,
}

/** Our client with an endpoint that others can call back, and a database that survives its restarts. */
export const openCalledBack = async () => {
  const reached: string[] = []
  let callbacks: Callbacks | null = null
  const endpoint = await openTestEndpoint({
    reaches: () => reached,
    faces: () => ({
      faces: [
        {
          method: 'POST',
          path: `${CALLBACKS_PATH}/*`,
          maxBytes: (request) => callbacks?.face.maxBytes?.(request),
          answer: (request) => callbacks?.face.answer(request) ?? { status: 503 },
        },
      ],
      resume: () => Promise.resolve(),
      close: () => undefined,
    }),
  })
  const { db, dids, didAuth, now, port } = endpoint
  /** How often agents were asked about tasks, and have answered. */
  let asked = 0
  let deleted = 0
  const guard: Pick<NetworkGuard, 'fetch'> = {
    fetch: async (url, init, policy) => {
      if (typeof init.body === 'string' && init.body.includes('"DeleteTaskPush')) deleted += 1
      const response = await endpoint.guard.fetch(url, init, policy)
      if (typeof init.body === 'string' && init.body.includes('"GetTask"')) asked += 1
      return response
    },
  }
  const host = `localhost:${String(port)}`
  const caller = createMemorySigner()
  const agents = new Map<string, { readonly did: string | null }>()
  const tell = vi.fn<(outcome: TaskOutcome) => void>()
  const warn = vi.fn<(data: object, message: string) => void>()
  let isServed = true
  const start = (limits: Partial<CallLimits> = {}) => {
    const made = createCallbacks({
      db,
      guard,
      didAuth,
      originFor: () => (isServed ? `http://${host}` : null),
      agentOf: (id) => agents.get(id) ?? null,
      signer: () => caller,
      now,
      log: { warn },
      limits: { ...LIMITS, ...limits },
    })
    callbacks = made
    made.start(tell)
    const protocol = createA2aProtocol({
      guard,
      dids,
      developmentHosts: () => [host, ...reached],
      now,
      callbacks: made,
      log: { warn },
      limits: { ...LIMITS, ...limits },
    })
    return { callbacks: made, protocol }
  }
  onTestFinished(async () => {
    await callbacks?.close()
    await endpoint.close()
  })
  return {
    ...endpoint,
    caller,
    agents,
    host,
    reached,
    asked: () => asked,
    /** How often they were told to forget a callback. */
    deleted: () => deleted,
    start,
    tell,
    warn,
    kept: createKeptCallbacks(db),
    /** Whether others can reach us. */
    serve: (value: boolean) => (isServed = value),
    post: (
      id: string,
      { token = '', body = '{}', headers = {} }: { token?: string; body?: string; headers?: object } = {},
    ) =>
      fetch(`http://${host}${CALLBACKS_PATH}/${id}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-a2a-notification-token': token, ...headers },
        body,
      }),
  }
}
