import { on, EventEmitter } from 'node:events'

/** Sends each value to everyone who is listening at that moment. Later listeners do not get earlier values. */
export interface Broadcast<T> {
  send(value: T): void
  /** Listens from this call on, not only from the first `next()`; ends when `signal` fires. */
  listen(signal: AbortSignal): AsyncIterable<T>
}

export const createBroadcast = <T>(): Broadcast<T> => {
  const emitter = new EventEmitter<{ value: [T] }>()
  emitter.setMaxListeners(0)

  return {
    send: (value) => {
      emitter.emit('value', value)
    },
    listen: (signal) => values<T>(on(emitter, 'value', { signal }), signal),
  }
}

async function* values<T>(source: AsyncIterable<unknown[]>, signal: AbortSignal): AsyncGenerator<T> {
  try {
    for await (const [value] of source) yield value as T // the emitter is typed; `on` loses the type
  } catch (error) {
    if (!signal.aborted) throw error
  }
}
