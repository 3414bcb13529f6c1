import type { Database } from '../../storage/index.ts'
import { createEmitter } from '../../platform/emitter.ts'
import { newId } from '../../platform/ids.ts'
import type { SecretMask } from '../../platform/redact.ts'
import { cutText } from '../../platform/cut-text.ts'
import type { ReadContent } from '../messages/read-content.ts'
import type { ThreadMessage } from '../transcript/read-messages.ts'
import { LIMITS } from './limits.ts'
import { createThreadEvents, type ThreadEventName } from './events.ts'
import { createLoadedForms } from './loaded-forms.ts'
import { createPosts } from './posts.ts'
import { createSecretAnswers, maskAnswers } from './secret-answers.ts'
import { createThreadStore, type KeptMessage, type KeptThread, type ThreadActor } from './store.ts'

/** A message to be added; `id` and `at` are new ones unless another agent gave them. */
export interface SaidMessage {
  readonly id?: string | undefined
  readonly actor: string
  readonly at?: number | undefined
  readonly content: readonly string[]
  readonly metadata?: Readonly<Record<string, unknown>> | undefined
}

export interface RecordDeps {
  readonly db: Database
  readonly now: () => Date
  /** The mask of what an agent (its DID) was told in confidence: it may say it again. */
  readonly told: (agent: string) => Pick<SecretMask, 'hide' | 'masked'>
}

export type ThreadRecord = ReturnType<typeof createRecord>

const MAX_TITLE = 100

/** Conversations with other agents as they are kept, whoever keeps the original: what is said, who is there, and who is told. */
export const createRecord = ({ db, now, told }: RecordDeps) => {
  const store = createThreadStore(db)
  const events = createThreadEvents(db)
  const posts = createPosts(db)
  const secrets = createSecretAnswers()
  const forms = createLoadedForms()
  /** With the id of the conversation that changed. */
  const { listen, emit } = createEmitter<string>()

  /** Only what is kept here is told to others. */
  const tell = (thread: KeptThread, event: ThreadEventName, data: unknown): void => {
    if (thread.address === null) events.add(thread.id, event, data)
  }

  const transcript = (thread: string): readonly ThreadMessage[] =>
    store.page(thread, { limit: LIMITS.messages }).messages.map(asThreadMessage)

  const add = db.transaction((id: string, said: SaidMessage, read: ReadContent): KeptMessage | null => {
    const thread = store.get(id)
    if (thread === null) return null
    const at = now().getTime()
    const masked = maskAnswers(said.content, () => transcript(id), { read, filled: forms.filled })
    const { actor, metadata = {} } = said
    const message = store.add({
      ...{ thread: id, id: said.id ?? newId(), actor, at: said.at ?? at },
      ...{ content: told(actor).masked(masked.kept), metadata },
    })
    if (message === null) return null
    const { reader } = masked
    if (reader !== null) {
      secrets.put(message.id, said.content, reader)
      for (const secret of masked.secrets) told(reader).hide(secret)
    }
    const title = thread.title === '' ? titleOf(said.content, read) : thread.title
    // What we say ourselves needn't be looked at.
    const seen = actor === thread.us ? message.number : thread.seen
    store.put({
      ...thread,
      title,
      seen: Math.max(seen, thread.seen),
      updatedAt: Math.max(at, thread.updatedAt),
    })
    tell(thread, 'message.created', message.id)
    return message
  })

  return {
    store,
    posts,
    forms,
    transcript,
    listen,
    /** Runs several changes as one. */
    atOnce: <T>(work: () => T): T => db.transaction(work)(),
    create: (
      thread: Omit<KeptThread, 'id' | 'createdAt' | 'updatedAt' | 'closedAt' | 'seen' | 'cursor'>,
    ): KeptThread => {
      const at = now().getTime()
      const made = {
        ...thread,
        id: newId(),
        createdAt: at,
        updatedAt: at,
        closedAt: null,
        seen: 0,
        cursor: null,
      }
      store.put(made)
      emit(made.id)
      return made
    },
    /** Null if the conversation is gone or has a message of that id already. */
    add: (thread: string, said: SaidMessage, read: ReadContent): KeptMessage | null => {
      const message = add(thread, said, read)
      if (message !== null) emit(thread)
      return message
    },
    /** Puts somebody in the place of who has the same DID, and tells the others. */
    setActor: (thread: KeptThread, actor: ThreadActor): KeptThread => {
      const before = thread.actors.find(({ did }) => did === actor.did)
      const actors = [...thread.actors.filter(({ did }) => did !== actor.did), actor]
      const changed = { ...thread, actors, updatedAt: now().getTime() }
      store.put(changed)
      if (actor.state !== 'invited')
        tell(
          thread,
          actor.state === 'left' ? 'actor.left' : before?.state === 'in' ? 'actor.updated' : 'actor.joined',
          wireActor(actor),
        )
      emit(thread.id)
      return changed
    },
    close: (thread: KeptThread): KeptThread => {
      const closed = { ...thread, closedAt: now().getTime() }
      store.put(closed)
      tell(thread, 'thread.closed', { id: thread.id })
      emit(thread.id)
      return closed
    },
    eventsAfter: events.after,
    lastEvent: events.last,
    /** The content of a message as this reader may have it. */
    contentFor: (message: KeptMessage, reader: string): readonly string[] =>
      secrets.for(message.id, reader) ?? message.content,
  }
}

/** Somebody as the Thread API has them (aitp.md 6): the DID is proven, `client_id` is what they call themselves. */
export const wireActor = ({ did, named, capabilities }: ThreadActor) => ({
  id: did,
  client_id: named === '' ? did : named,
  capabilities,
})

export const asThreadMessage = ({ id, actor, at, content, metadata }: KeptMessage): ThreadMessage => ({
  ...{ id, actor, at, content, metadata },
})

/** The first words that anybody said. */
const titleOf = (content: readonly string[], read: ReadContent): string => {
  const words = content.find((raw) => read(raw).kind === 'text') ?? ''
  return cutText(words.trim().replace(/\s+/gu, ' '), MAX_TITLE)
}
