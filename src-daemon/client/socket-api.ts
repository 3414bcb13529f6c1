import { TRPCClientError, type TRPCClient } from '@trpc/client'
import type { TRPCResponseMessage } from '@trpc/server/rpc'
import type { WebSocket } from 'ws'
import type { AppRouter } from '../api/index.ts'

interface Listener {
  readonly onStarted?: (context: object) => void
  readonly onData?: (data: unknown) => void
  readonly onError?: (error: Error) => void
  readonly onComplete?: () => void
}

interface Pending {
  answer(message: TRPCResponseMessage): void
  fail(error: Error): void
}

/**
 * The contract's calls over one open or opening socket: `api.area.name.query(input)`, `.mutate`, `.subscribe`. tRPC's
 * own client is made for reconnecting and batching; a command needs neither, and would pay a timer tick for it or,
 * without `wsLink`, about as much time as the rest of the call.
 */
export const createSocketApi = (socket: WebSocket): TRPCClient<AppRouter> => {
  const pending = new Map<number, Pending>()
  let lastId = 0

  socket.on('message', (data) => {
    // The message is tRPC's own; its shape is checked where it is made.
    const message = JSON.parse(textOf(data)) as TRPCResponseMessage
    if (typeof message.id === 'number') pending.get(message.id)?.answer(message)
  })
  socket.on('close', () => {
    const waiting = [...pending.values()]
    pending.clear()
    for (const one of waiting) one.fail(ended())
  })

  const send = (message: object): void => {
    const text = JSON.stringify(message)
    if (socket.readyState === socket.OPEN) socket.send(text)
    else if (socket.readyState === socket.CONNECTING)
      socket.once('open', () => {
        socket.send(text)
      })
    else throw ended()
  }

  const request = (method: 'query' | 'mutation', path: string, input: unknown): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const id = ++lastId
      pending.set(id, {
        fail: reject,
        answer: (message) => {
          pending.delete(id)
          if ('error' in message) reject(TRPCClientError.from(message))
          else if ('result' in message)
            resolve(message.result.type === 'data' ? message.result.data : undefined)
        },
      })
      try {
        send({ id, method, params: { path, input } })
      } catch (error) {
        pending.delete(id)
        reject(asError(error))
      }
    })

  const subscribe = (path: string, input: unknown, listener: Listener): { unsubscribe: () => void } => {
    const id = ++lastId
    const fail = (error: Error): void => {
      pending.delete(id)
      listener.onError?.(error)
    }
    pending.set(id, {
      fail,
      answer: (message) => {
        if ('error' in message) {
          fail(TRPCClientError.from(message))
          return
        }
        if (!('result' in message)) return
        if (message.result.type === 'started') listener.onStarted?.({})
        else if (message.result.type === 'data') listener.onData?.(message.result.data)
        else {
          pending.delete(id)
          listener.onComplete?.()
        }
      },
    })
    try {
      send({ id, method: 'subscription', params: { path, input } })
    } catch (error) {
      fail(asError(error))
    }
    return {
      unsubscribe: () => {
        if (pending.delete(id) && socket.readyState === socket.OPEN) send({ id, method: 'subscription.stop' })
      },
    }
  }

  const call = (path: readonly string[], [input, listener]: readonly unknown[]): unknown => {
    const name = path.slice(0, -1).join('.')
    switch (path.at(-1)) {
      case 'query':
        return request('query', name, input)
      case 'mutate':
        return request('mutation', name, input)
      case 'subscribe':
        return subscribe(name, input, listener as Listener) // the contract's type guarantees it; see below
      default:
        throw new TypeError(`${path.join('.')} is no call`)
    }
  }

  // Only the contract's type describes the members; none exists at run time.
  return branch([], call) as TRPCClient<AppRouter>
}

/** A name in the contract: another name leads further, a call calls it. Branches are cached. */
const branch = (
  path: readonly string[],
  call: (path: readonly string[], args: readonly unknown[]) => unknown,
): unknown => {
  const next = new Map<string, unknown>()
  return new Proxy(() => undefined, {
    get: (_target, name) => {
      // When a promise resolves to an api, it must not take the api for another promise.
      if (typeof name !== 'string' || name === 'then') return undefined
      let found = next.get(name)
      if (found === undefined) {
        found = branch([...path, name], call)
        next.set(name, found)
      }
      return found
    },
    apply: (_target, _self, args) => call(path, args),
  })
}

const ended = (): Error => TRPCClientError.from(new Error('the connection to the daemon ended'))

const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)))

const textOf = (data: Buffer | ArrayBuffer | Buffer[]): string => {
  if (Array.isArray(data)) return Buffer.concat(data).toString('utf8')
  return (data instanceof ArrayBuffer ? Buffer.from(data) : data).toString('utf8')
}
