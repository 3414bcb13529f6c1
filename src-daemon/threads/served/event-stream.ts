import { onAbort } from '../../platform/abortable.ts'
import type { ThreadRecord } from '../kept/record.ts'
import type { ThreadEvent } from '../kept/events.ts'
import { messageJson } from './api-answers.ts'

export interface StreamInput {
  readonly record: ThreadRecord
  readonly thread: string
  readonly reader: string
  /** The last event that the reader has. */
  readonly after: number
  readonly signal: AbortSignal
  /** Whether the reader may still read it; asked before anything is sent. */
  readonly mayRead: () => Promise<boolean>
}

/** Readers, and what stands between us, give up on a connection that is silent. */
const BEAT_MS = 20_000
const AT_ONCE = 50

/** A conversation's events as they happen, each with its number, until it is closed, the reader leaves or may read no more. */
export async function* eventStream({
  record,
  thread,
  reader,
  after,
  signal,
  mayRead,
}: StreamInput): AsyncGenerator<string> {
  let last = after
  let wake = Promise.withResolvers<undefined>()
  const stop = record.listen((changed) => {
    if (changed === thread) wake.resolve(undefined)
  })
  const forget = onAbort(signal, () => {
    wake.resolve(undefined)
  })
  try {
    // So that the reader sees at once that it is connected.
    yield 'retry: 1000\n: following\n\n'
    while (!signal.aborted) {
      wake = Promise.withResolvers<undefined>()
      const events = record.eventsAfter(thread, last, AT_ONCE)
      if (!(await mayRead())) return
      for (const event of events) {
        last = event.number
        yield lineOf(event, record, { thread, reader })
        if (event.event === 'thread.closed') return
      }
      if (events.length > 0) continue
      if (record.store.get(thread) === null) return
      if (!(await wokenWithin(BEAT_MS, wake.promise))) yield ': still here\n\n'
    }
  } finally {
    stop()
    forget()
  }
}

const wokenWithin = async (ms: number, woken: Promise<undefined>): Promise<boolean> => {
  const late = Promise.withResolvers<'late'>()
  const timer = setTimeout(() => {
    late.resolve('late')
  }, ms)
  try {
    return (await Promise.race([woken, late.promise])) !== 'late'
  } finally {
    clearTimeout(timer)
  }
}

const lineOf = (
  { number, event, data }: ThreadEvent,
  record: ThreadRecord,
  { thread, reader }: { readonly thread: string; readonly reader: string },
): string => {
  const message = event === 'message.created' ? record.store.message(thread, String(data)) : null
  const told = message === null ? data : messageJson(message, record, reader)
  return `id: ${String(number)}\nevent: ${event}\ndata: ${JSON.stringify(told)}\n\n`
}
