/** Reads a stream until it ends or is stopped. */
import { onAbort } from '../../platform/abortable.ts'

/** The same, until `signal` fires; a source that does not listen is left alone. */
export async function* untilAborted<T>(source: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  const iterator = source[Symbol.asyncIterator]()
  const aborted = Promise.withResolvers<'aborted'>()
  const forget = onAbort(signal, () => {
    aborted.resolve('aborted')
  })
  try {
    while (!signal.aborted) {
      const next = await Promise.race([iterator.next(), aborted.promise])
      if (next === 'aborted' || next.done === true) return
      yield next.value
    }
  } finally {
    forget()
    // Not awaited: a hanging source would block its reader. Its further values aren't needed.
    iterator.return?.().catch(() => undefined) // no longer read
  }
}
