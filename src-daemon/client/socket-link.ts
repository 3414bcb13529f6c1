import { TRPCClientError, type TRPCLink } from '@trpc/client'
import { observable } from '@trpc/server/observable'
import type { TRPCResponseMessage } from '@trpc/server/rpc'
import type { WebSocket } from 'ws'
import type { AppRouter } from '../api/index.ts'

interface Pending {
  answer(message: TRPCResponseMessage): void
  fail(cause: Error): void
}

/**
 * tRPC over one socket that is already on its way. `wsLink` waits a timer tick before every call, to batch and to reconnect;
 * a command does neither, and the tick costs it forty times the call itself.
 */
export const socketLink = (socket: WebSocket): TRPCLink<AppRouter> => {
  const pending = new Map<number, Pending>()
  let lastId = 0

  socket.on('message', (data) => {
    // What the daemon sends is tRPC's own; its shape is checked where it is made.
    const message = JSON.parse(textOf(data)) as TRPCResponseMessage
    if (typeof message.id === 'number') pending.get(message.id)?.answer(message)
  })
  socket.on('close', () => {
    const waiting = [...pending.values()]
    pending.clear()
    for (const one of waiting) one.fail(new Error('the connection to the daemon ended'))
  })

  const send = (message: object): void => {
    const text = JSON.stringify(message)
    if (socket.readyState === socket.OPEN) socket.send(text)
    else if (socket.readyState === socket.CONNECTING)
      socket.once('open', () => {
        socket.send(text)
      })
    else throw new Error('the connection to the daemon ended')
  }

  return () =>
    ({ op }) =>
      observable((observer) => {
        const id = ++lastId
        const fail = (cause: Error): void => {
          pending.delete(id)
          observer.error(TRPCClientError.from(cause))
        }
        pending.set(id, {
          fail,
          answer: (message) => {
            if ('error' in message) {
              pending.delete(id)
              observer.error(TRPCClientError.from(message))
              return
            }
            if (!('result' in message)) return
            observer.next({ result: message.result })
            const isOver = op.type !== 'subscription' || message.result.type === 'stopped'
            if (!isOver) return
            pending.delete(id)
            observer.complete()
          },
        })
        try {
          send({ id, method: op.type, params: { path: op.path, input: op.input } })
        } catch (error) {
          fail(error instanceof Error ? error : new Error(String(error)))
        }
        return () => {
          if (!pending.delete(id) || socket.readyState !== socket.OPEN) return
          socket.send(JSON.stringify({ id, method: 'subscription.stop' }))
        }
      })
}

const textOf = (data: Buffer | ArrayBuffer | Buffer[]): string => {
  if (Array.isArray(data)) return Buffer.concat(data).toString('utf8')
  return (data instanceof ArrayBuffer ? Buffer.from(data) : data).toString('utf8')
}
