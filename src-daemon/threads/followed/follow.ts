import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { readStrictJson } from '../../identity/index.ts'
import { pause } from '../../platform/abortable.ts'
import { toSatchelError, type SatchelError } from '../../platform/errors.ts'
import { isRecord } from '../../platform/is-record.ts'
import { LIMITS } from '../kept/limits.ts'
import type { ThreadRecord } from '../kept/record.ts'
import type { KeptThread, ThreadActor } from '../kept/store.ts'
import type { ReadContent } from '../messages/read-content.ts'
import type { AgentThreads, AtAgent, ForeignThread } from './agent-threads.ts'
import { readForeignMessage } from './foreign-message.ts'

/** How a conversation is heard. */
export type Hearing = 'live' | 'waiting' | 'stopped'

export interface FollowDeps {
  readonly record: ThreadRecord
  readonly read: () => Promise<ReadContent>
  readonly agents: AgentThreads
  /** The agent that keeps a conversation, if it may be spoken to now. */
  readonly at: (thread: KeptThread) => (AtAgent & { readonly did: string }) | null
  readonly now: () => Date
  readonly changed: (thread: string) => void
  readonly log: { warn(data: object, message: string): void }
  /** Milliseconds before the first and the longest wait for an agent that isn't reached. */
  readonly waits?: readonly [number, number]
}

export type Follower = ReturnType<typeof createFollower>

const MAX_CAPABILITIES = 64

/**
 * Follows conversations that other agents keep: by their events, and by what they list after each break, so that nothing is missed and
 * nothing counts twice. Who an agent says wrote something is its word; that we did, it can't say.
 */
export const createFollower = (deps: FollowDeps) => {
  const { record, agents, at, now, changed, log, waits = [500, 60_000] } = deps
  const following = new Map<string, AbortController>()
  const hearing = new Map<string, Hearing>()

  const hear = (id: string, how: Hearing): void => {
    if (hearing.get(id) === how) return
    hearing.set(id, how)
    changed(id)
  }

  const setActors = (thread: KeptThread, { actors, isClosed }: ForeignThread): void => {
    const current = record.store.get(thread.id)
    if (current === null) return
    const listed = actorsOf(actors)
    const gone = current.actors.flatMap((one): ThreadActor[] =>
      listed.some(({ did }) => did === one.did) ? [] : [{ ...one, state: 'left' }],
    )
    const next = { ...current, actors: [...listed, ...gone].slice(0, 2 * LIMITS.actors) }
    if (JSON.stringify(next.actors) !== JSON.stringify(current.actors)) {
      record.store.put(next)
      changed(thread.id)
    }
    if (isClosed && current.closedAt === null) record.close(next)
  }

  /** False once the conversation has more than is kept. */
  const take = (thread: KeptThread, keeper: string, foreign: unknown, read: ReadContent): boolean => {
    const message = readForeignMessage(foreign, { keeper, now: now().getTime() })
    if (message === null) return true
    const { count, bytes } = record.store.size(thread.id)
    if (count >= LIMITS.messages || bytes >= LIMITS.bytes) return false
    // What we said is kept when we say it; nobody else can say that we did.
    if (message.actor !== thread.us) record.add(thread.id, message, read)
    return true
  }

  const catchUp = async (
    thread: KeptThread & { readonly address: string },
    { who, read, signal }: Session,
  ): Promise<boolean> => {
    const list = (after: string | null) => agents.messages(thread.address, who, after, signal)
    // Others may have said something before what we said last, and we haven't heard of it.
    let after = record.store.lastOfOthers(thread)
    for (let page = 0; page < LIMITS.messages / 100; page += 1) {
      const { messages, hasMore } = await list(after).catch((thrown: unknown) => {
        // It forgot that message: from the first one, of which those we know count once.
        if (after === null || statusOf(toSatchelError(thrown)) !== 400) throw thrown
        return list(null)
      })
      for (const one of messages) if (!take(thread, who.did, one, read)) return false
      after = readForeignMessage(messages.at(-1), { keeper: who.did, now: now().getTime() })?.id ?? null
      if (!hasMore || after === null) return true
    }
    return true
  }

  interface Session {
    readonly who: AtAgent & { readonly did: string }
    readonly read: ReadContent
    readonly signal: AbortSignal
  }

  /** Until the stream ends; false if there is no use in another one. */
  const once = async (
    thread: KeptThread & { readonly address: string },
    session: Session,
  ): Promise<boolean> => {
    const { who, read, signal } = session
    const { id, address } = thread
    const stream = await agents.events(address, who, thread.cursor, signal)
    setActors(thread, await agents.get(address, who, signal))
    if (!(await catchUp(thread, session))) return false
    hear(id, 'live')
    const heard = (event: EventSourceMessage): 'full' | 'actors' | null => {
      const data = readStrictJson(event.data)
      if (event.event === 'message.created' || event.event === 'message.completed') {
        if (data.ok && !take(thread, who.did, data.value, read)) return 'full'
      } else if (event.event?.startsWith('actor.') === true || event.event === 'thread.closed')
        return 'actors'
      return null
    }
    const events: EventSourceMessage[] = []
    const parser = createParser({ onEvent: (event) => events.push(event) })
    const decoder = new TextDecoder()
    for await (const chunk of stream) {
      parser.feed(decoder.decode(chunk, { stream: true }))
      for (const event of events.splice(0)) {
        const what = heard(event)
        if (what === 'full') return false
        if (what === 'actors') setActors(thread, await agents.get(address, who, signal))
        const current = record.store.get(id)
        if (current === null || current.closedAt !== null) return false
        // Only what was taken is behind us.
        if (event.id !== undefined && event.id.length <= 200)
          record.store.put({ ...current, cursor: event.id })
      }
    }
    return true
  }

  const run = async (id: string, signal: AbortSignal): Promise<void> => {
    const read = await deps.read()
    let wait = waits[0]
    while (!signal.aborted) {
      const thread = record.store.get(id)
      const who = thread === null ? null : at(thread)
      if (thread === null || thread.closedAt !== null || thread.address === null) return
      if (who === null) {
        hear(id, 'stopped')
        return
      }
      try {
        if (!(await once({ ...thread, address: thread.address }, { who, read, signal }))) {
          hear(id, 'stopped')
          return
        }
        wait = waits[0]
      } catch (thrown) {
        if (isAborted(signal)) return
        const error = toSatchelError(thrown)
        if (error.code === 'internal')
          log.warn({ err: thrown, thread: id }, 'a conversation of another agent')
        if (isOver(error)) {
          hear(id, 'stopped')
          return
        }
      }
      hear(id, 'waiting')
      await pause(wait, signal)
      wait = Math.min(wait * 2, waits[1])
    }
  }

  const start = (id: string): void => {
    if (following.has(id)) return
    const controller = new AbortController()
    following.set(id, controller)
    run(id, controller.signal)
      .catch((thrown: unknown) => {
        log.warn({ err: thrown, thread: id }, 'a conversation is not followed any more')
      })
      .finally(() => {
        if (following.get(id) === controller) following.delete(id)
      })
  }

  const stop = (id: string): void => {
    following.get(id)?.abort()
    following.delete(id)
  }

  return {
    start,
    stop,
    /** Follows all whose agents may be spoken to now, and no others. */
    startAll: () => {
      for (const thread of record.store.elsewhere()) {
        if (at(thread) === null) {
          stop(thread.id)
          hear(thread.id, 'stopped')
        } else start(thread.id)
      }
    },
    hearing: (id: string): Hearing => hearing.get(id) ?? 'waiting',
    setActors,
    close: () => {
      for (const controller of following.values()) controller.abort()
      following.clear()
    },
  }
}

/** The signal may have fired meanwhile. */
const isAborted = (signal: AbortSignal): boolean => signal.aborted

/** The agent knows the conversation no more, or doesn't let us into it. */
const isOver = (error: SatchelError): boolean => [404, 410].includes(statusOf(error) ?? 0)

/** With what status the agent refused; null if it is another error. */
const statusOf = ({ code, details }: SatchelError): number | null =>
  code === 'agent_refused' && isRecord(details) ? Number(details['status']) : null

/** Who an agent says is in a conversation. */
export const actorsOf = (declared: ForeignThread['actors']): readonly ThreadActor[] =>
  declared.slice(0, LIMITS.actors).map(({ id, capabilities }) => ({
    did: id.slice(0, 2048).toWellFormed(),
    named: '',
    capabilities: capabilities.filter(({ length }) => length <= 300).slice(0, MAX_CAPABILITIES),
    state: 'in',
  }))
