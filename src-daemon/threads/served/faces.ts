import { createHash } from 'node:crypto'
import { z } from 'zod'
import {
  THREADS_PATH,
  type AdmittedCaller,
  type Face,
  type FaceAnswer,
  type FaceRequest,
  type Reception,
} from '../../agents/index.ts'
import { ownDeclaration } from '../negotiation/declared.ts'
import { LIMITS } from '../kept/limits.ts'
import type { ThreadRecord } from '../kept/record.ts'
import type { KeptThread, ThreadActor } from '../kept/store.ts'
import { MAX_MESSAGE_BYTES, type ReadContent } from '../messages/read-content.ts'
import type { Declared } from '../negotiation/actors.ts'
import { listJson, messageJson, noThread, problem, refusedBy, threadJson } from './api-answers.ts'
import { eventStream } from './event-stream.ts'
import { readPostedMessage, readPostedThread, type PostedThread, type Unreadable } from './read-post.ts'

export interface ThreadFaceDeps {
  readonly record: ThreadRecord
  readonly read: () => Promise<ReadContent>
  /** Whether the owner holds conversations at all. */
  readonly isOffered: () => boolean
  /** The id under which they are opened to an agent. */
  readonly toolId: string
  /** The DID that we are in new conversations. */
  readonly us: () => string
  readonly now: () => Date
}

/** Under this id the owner opens conversations to an agent, as tools are opened. */
export const THREAD_TOOL = 'satchel:threads'
/** A message with every character escaped is twice as large. */
const MAX_BODY = 2 * MAX_MESSAGE_BYTES + 16 * 1024
const PAGE = 100

const keySchema = z.string().regex(/^[\x21-\x7e]{1,200}$/)
const idSchema = z.string().min(1).max(200)
const pageSchema = z.object({
  after: idSchema.optional(),
  before: idSchema.optional(),
  limit: z.coerce.number().int().min(1).max(PAGE).default(20),
  order: z.enum(['asc', 'desc']).default('desc'),
})

/** A request of an agent that the owner holds conversations with. */
interface Admitted {
  readonly request: FaceRequest
  readonly did: string
  readonly headers: AdmittedCaller['headers']
}

/**
 * Conversations that are kept here, for the agents in them: the Thread API of AITP (aitp.md 6), with `POST …/leave`. An agent must prove
 * its DID as for any other call, and the owner must have opened conversations to it; in one, it is its DID, whatever it calls itself.
 */
export const createThreadFaces = (
  reception: Pick<Reception, 'admit' | 'refusedUse' | 'mayUse'>,
  deps: ThreadFaceDeps,
): readonly Face[] => {
  const { record, isOffered, toolId, us, now } = deps
  const { store } = record
  const streams = new Map<string, number>()

  const admitted = async (
    request: FaceRequest,
    method: string,
    params: unknown,
    work: (admitted: Admitted) => FaceAnswer | Promise<FaceAnswer>,
  ): Promise<FaceAnswer> => {
    if (!isOffered()) return problem(404, 'not_offered', 'this agent holds no conversations')
    const caller = await reception.admit(request)
    if (!caller.ok) return refusedBy(caller)
    const refused = await reception.refusedUse(caller, { toolId, method, params })
    if (refused !== null) return refusedBy(refused)
    const answer = await work({ request, did: caller.did, headers: caller.headers })
    return { ...answer, headers: { ...caller.headers, ...answer.headers } }
  }

  /** The conversation, if it is kept here and the agent is in it, or asked to be where `invited` will do. */
  const threadOf = (
    id: string,
    did: string,
    states: readonly ThreadActor['state'][] = ['in'],
  ): KeptThread | null => {
    const thread = store.get(id)
    const state =
      thread?.address === null ? thread.actors.find((actor) => actor.did === did)?.state : undefined
    return thread !== null && state !== undefined && states.includes(state) ? thread : null
  }

  /** Does what a request asks once, however often it comes; `make` returns the conversation and the message it made. */
  const once = (
    { request, did }: Admitted,
    make: () => { readonly thread: string; readonly message: string | null } | FaceAnswer,
    show: (made: { readonly thread: string; readonly message: string | null }) => FaceAnswer,
  ): FaceAnswer => {
    const given = request.header('idempotency-key')
    if (given === undefined) {
      const made = make()
      return 'status' in made ? made : show(made)
    }
    if (!keySchema.safeParse(given).success)
      return problem(400, 'invalid_idempotency_key', 'an Idempotency-Key has 1 to 200 visible characters')
    const digest = createHash('sha256').update(`${request.path}\n${request.body}`).digest('hex')
    const before = record.posts.find(did, given)
    if (before !== null)
      return before.digest === digest
        ? show(before)
        : problem(409, 'idempotency_key_reused', 'another request had this Idempotency-Key')
    const made = record.atOnce(() => {
      const first = make()
      if (!('status' in first)) record.posts.add({ ...first, did, key: given, digest, at: now().getTime() })
      return first
    })
    return 'status' in made ? made : show(made)
  }

  const create = async (request: FaceRequest): Promise<FaceAnswer> => {
    const read = await deps.read()
    const posted = readPostedThread(request.body, read)
    const params = posted.ok ? wantedOf(posted.value) : {}
    return admitted(request, 'threads/create', params, (caller) => {
      if (!posted.ok) return unreadable(posted.why)
      return once(caller, () => begin(posted.value, caller.did, read), showThread)
    })
  }

  const begin = ({ messages, actors }: PostedThread, did: string, read: ReadContent) => {
    if (store.countOpen(did) >= LIMITS.threads)
      return problem(429, 'too_many_threads', `an agent may have ${String(LIMITS.threads)} threads here`)
    const own: ThreadActor = { did: us(), named: '', capabilities: ownDeclaration(), state: 'in' }
    const others = actorsOf(actors ?? [], did).filter((actor) => actor.did !== own.did)
    if (others.length >= LIMITS.actors) return tooManyActors
    const thread = record.create({
      address: null,
      contact: null,
      us: own.did,
      title: '',
      actors: [own, ...others],
    })
    for (const message of messages) record.add(thread.id, { ...message, actor: did }, read)
    return { thread: thread.id, message: null }
  }

  const showThread = ({ thread: id }: { readonly thread: string }): FaceAnswer => {
    const thread = store.get(id)
    return thread === null ? noThread : ok(threadJson(thread))
  }

  /** Joins an agent that was asked to, or changes what it declares; it may ask others, whom the owner must know as well. */
  const update = async (request: FaceRequest, id: string): Promise<FaceAnswer> => {
    const posted = readPostedThread(request.body, await deps.read())
    return admitted(request, 'threads/join', { thread: id }, ({ did }) => {
      if (!posted.ok) return unreadable(posted.why)
      const thread = threadOf(id, did, ['in', 'invited', 'left'])
      if (thread === null) return noThread
      if (thread.closedAt !== null) return closed
      const known = new Set(thread.actors.map((actor) => actor.did))
      const others = actorsOf(posted.value.actors ?? [], did).filter(
        (actor) => actor.did === did || !known.has(actor.did),
      )
      if (known.size + others.length > LIMITS.actors + 1) return tooManyActors
      let changed = thread
      for (const actor of others) changed = record.setActor(changed, actor)
      return ok(threadJson(changed))
    })
  }

  const leave = (request: FaceRequest, id: string): Promise<FaceAnswer> =>
    admitted(request, 'threads/leave', { thread: id }, ({ did }) => {
      const thread = threadOf(id, did)
      const actor = thread?.actors.find((one) => one.did === did)
      if (thread === null || actor === undefined) return noThread
      const left = record.setActor(thread, { ...actor, state: 'left' })
      const isAlone = left.actors.every((one) => one.did === left.us || one.state === 'left')
      return ok(threadJson(isAlone && left.closedAt === null ? record.close(left) : left))
    })

  const post = async (request: FaceRequest, id: string): Promise<FaceAnswer> => {
    const read = await deps.read()
    const posted = readPostedMessage(request.body, read, id)
    return admitted(request, 'threads/post', { thread: id }, (caller) => {
      const { did } = caller
      if (!posted.ok) return unreadable(posted.why)
      const thread = threadOf(id, did)
      if (thread === null) return noThread
      return once(
        caller,
        () => {
          if (thread.closedAt !== null) return closed
          const { count, bytes } = store.size(id)
          if (count >= LIMITS.messages || bytes >= LIMITS.bytes)
            return problem(429, 'thread_full', 'this thread can take no more messages')
          const message = record.add(id, { ...posted.value, actor: did }, read)
          return message === null ? noThread : { thread: id, message: message.id }
        },
        (made) => {
          const message = store.message(made.thread, made.message ?? '')
          return message === null ? noThread : ok(messageJson(message, record, did))
        },
      )
    })
  }

  const messages = (request: FaceRequest, id: string): Promise<FaceAnswer> =>
    admitted(request, 'threads/read', { thread: id }, ({ did }) => {
      if (threadOf(id, did) === null) return noThread
      const page = pageSchema.safeParse(Object.fromEntries(new URL(request.targetUri).searchParams))
      if (!page.success)
        return problem(400, 'invalid', 'after, before, limit (1 to 100) and order (asc, desc) are known')
      const { after, before, limit, order } = page.data
      const bounds = [after, before].map((one) =>
        one === undefined ? undefined : store.message(id, one)?.number,
      )
      if (
        (after !== undefined && bounds[0] === undefined) ||
        (before !== undefined && bounds[1] === undefined)
      )
        return problem(400, 'invalid', 'after and before name messages of the thread')
      // In a list from new to old, what comes after a message is older.
      const [from, to] = order === 'asc' ? bounds : bounds.toReversed()
      const found = store.page(id, { after: from, before: to, limit, order })
      return ok(
        listJson(
          found.messages.map((one) => messageJson(one, record, did)),
          found.hasMore,
        ),
      )
    })

  const list = (request: FaceRequest): Promise<FaceAnswer> =>
    admitted(request, 'threads/list', {}, ({ did }) => {
      const own = store.of(did, PAGE).filter(({ id }) => threadOf(id, did, ['in', 'invited']) !== null)
      return ok(listJson(own.map(threadJson), false))
    })

  const events = (request: FaceRequest, id: string): Promise<FaceAnswer> =>
    admitted(request, 'threads/follow', { thread: id }, ({ did }) => {
      if (threadOf(id, did) === null) return noThread
      const own = streams.get(did) ?? 0
      const all = [...streams.values()].reduce((sum, one) => sum + one, 0)
      if (own >= LIMITS.streams || all >= LIMITS.allStreams)
        return problem(429, 'too_many_streams', 'too many streams at once')
      const last = request.header('last-event-id')
      const after = last === undefined ? record.lastEvent(id) : /^\d{1,15}$/.test(last) ? Number(last) : 0
      const mayRead = async () => threadOf(id, did) !== null && (await reception.mayUse(did, toolId))
      const input = { record, thread: id, reader: did, after, signal: request.signal, mayRead }
      return {
        status: 200,
        headers: { 'Content-Type': 'text/event-stream' },
        body: counted(did, eventStream(input)),
      }
    })

  /** Counts a stream as long as it is read. */
  async function* counted(did: string, stream: AsyncIterable<string>): AsyncGenerator<string> {
    streams.set(did, (streams.get(did) ?? 0) + 1)
    try {
      yield* stream
    } finally {
      const left = (streams.get(did) ?? 1) - 1
      if (left === 0) streams.delete(did)
      else streams.set(did, left)
    }
  }

  const at = (request: FaceRequest): FaceAnswer | Promise<FaceAnswer> => {
    const [, id = '', what = ''] =
      /^\/v1\/threads\/([\w-]{1,200})(?:\/(messages|events|leave))?$/.exec(request.path) ?? []
    const work = WORK[`${request.method} ${what}`]
    return id === '' || work === undefined ? noThread : work(request, id)
  }
  const WORK: Readonly<
    Record<string, (request: FaceRequest, id: string) => FaceAnswer | Promise<FaceAnswer>>
  > = {
    'GET ': (request, id) =>
      admitted(request, 'threads/read', { thread: id }, ({ did }) => {
        const thread = threadOf(id, did, ['in', 'invited'])
        return thread === null ? noThread : ok(threadJson(thread))
      }),
    'POST ': update,
    'GET messages': messages,
    'POST messages': post,
    'GET events': events,
    'POST leave': leave,
  }

  // A large body is read only of who at least says who they are.
  const maxBytes: Face['maxBytes'] = ({ header }) =>
    header('signature') === undefined && header('authorization') === undefined ? undefined : MAX_BODY
  return [
    { method: 'POST', path: THREADS_PATH, maxBytes, answer: create },
    { method: 'POST', path: '/v1/thread', maxBytes, answer: create },
    { method: 'GET', path: THREADS_PATH, answer: list },
    { method: 'POST', path: `${THREADS_PATH}/*`, maxBytes, answer: at },
    { method: 'GET', path: `${THREADS_PATH}/*`, answer: at },
  ]
}

const ok = (value: unknown): FaceAnswer => ({ status: 200, body: JSON.stringify(value) })

const unreadable = ({ code, words }: Unreadable): FaceAnswer => problem(400, code, words)

const closed = problem(409, 'thread_closed', 'this thread is closed')
const tooManyActors = problem(400, 'too_many_actors', `a thread may have ${String(LIMITS.actors)} actors`)

const MAX_CAPABILITIES = 64
const MAX_URL = 300
const MAX_NAME = 200

/** Who speaks, as they declare themselves, and the others they name by DID: those are asked to join. */
const actorsOf = (declared: readonly Declared[], did: string): readonly ThreadActor[] => {
  const own = declared.find(({ id }) => id === did) ?? declared.find(({ id }) => !id.startsWith('did:'))
  const capabilities = (own?.capabilities ?? [])
    .filter(({ length }) => length <= MAX_URL)
    .slice(0, MAX_CAPABILITIES)
  const others = declared.filter(({ id }) => id !== did && id.startsWith('did:') && id.length <= 2048)
  return [
    { did, named: (own?.id ?? '').slice(0, MAX_NAME).toWellFormed(), capabilities, state: 'in' },
    ...others.map(({ id }): ThreadActor => ({ did: id, named: '', capabilities: [], state: 'invited' })),
  ]
}

/** What the owner reads of an agent that isn't allowed yet. */
const wantedOf = ({ messages, actors }: PostedThread) => ({
  messages: messages.map(({ content }) => content.map((text) => text.slice(0, 500))),
  actors: (actors ?? []).map(({ id }) => id),
})
