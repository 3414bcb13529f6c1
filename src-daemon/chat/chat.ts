import type { CapabilitiesService } from '../capabilities/types.ts'
import { SatchelError } from '../platform/errors.ts'
import type { StateService } from '../state/types.ts'
import type { Database } from '../storage/index.ts'
import { createApps, type AppsDeps } from './apps/apps.ts'
import { createConversationLog } from './conversation-log.ts'
import { createConversations } from './conversations.ts'
import { createChatEvents } from './events.ts'
import { createOpenings } from './openings.ts'
import { recoverTurns } from './recovery.ts'
import { isSkill } from './requirements.ts'
import { createRunningTurns } from './running.ts'
import { createFork } from './fork.ts'
import type { PromptsService } from './prompts/prompts.ts'
import { createQueue } from './queue.ts'
import { shown, withStack, type StoredConversation } from './store.ts'
import { pickSuggestions } from './suggestions.ts'
import { createTransfer } from './transfer.ts'
import { createTieredStore } from './temporary.ts'
import { createTurnRunner, type TurnDeps } from './turn.ts'
import type { ChatService } from './types.ts'
import type { Conversation, Message } from '../contract/chat.ts'

/** Between two batches of older messages that are indexed. */
const INDEX_PAUSE_MS = 50

export interface ChatDeps extends Omit<TurnDeps, 'imageOf'> {
  readonly prompts: Pick<PromptsService, 'persona'>
  readonly servers: AppsDeps['servers']
  readonly db: Database
  readonly capabilities: Pick<CapabilitiesService, 'list' | 'invoke' | 'recorded' | 'onChange'> & {
    readonly approvals: Pick<CapabilitiesService['approvals'], 'dropConversation'>
  }
  readonly state: Pick<
    StateService,
    'query' | 'labelOf' | 'get' | 'update' | 'ownerAccess' | 'changesOf' | 'beforeReading'
  >
  readonly log: {
    info(data: object, message: string): void
    error(data: object, message: string): void
  }
}

/**
 * Conversations and their turns. What a turn says and does is stored as it happens; turns interrupted by a crash are settled here,
 * before anything else is answered.
 */
export const createChat = (deps: ChatDeps): ChatService => {
  const { db, capabilities, packages, state, memory, settings, log, now } = deps
  const store = createTieredStore(db)
  const turns = createTurnRunner({ ...deps, imageOf: ({ attachmentId }) => attachment(attachmentId) })
  const conversationLog = createConversationLog({ db, state, log })
  let closing = false

  const known = (messageId: string): Message | null => {
    try {
      return running.live(messageId) ?? store.message(messageId)
    } catch {
      return null // Deleted since, so there is nothing to report.
    }
  }
  const events = createChatEvents(known)
  const running = createRunningTurns({
    store,
    publish: events.publish,
    run: turns.run,
    saveStack: (id, stack) => {
      store.saveConversation(withStack(store.conversation(id), stack))
    },
    emitStack: (id, stack) => {
      emitConversation(withStack(store.conversation(id), stack))
    },
    onEnd: (answer) => {
      logTurn(answer)
    },
    onFree: (answer) => {
      if (!closing) queue.turnEnded(answer)
    },
    language: () => settings.get().language,
    limits: () => {
      const { turnTokens: tokens, turnMinutes } = settings.get()
      return { tokens, ms: turnMinutes * 60_000 }
    },
    log,
  })

  /** The messages of an ended turn, for all devices; none if its conversation was deleted meanwhile. */
  function logTurn({ id, parentId, turnId }: Message): void {
    const [answer, asked] = [known(id), parentId === null ? null : known(parentId)]
    if (answer === null || store.conversation(answer.conversationId).temporary) return
    conversationLog.append(asked?.role === 'user' && asked.turnId === turnId ? [asked, answer] : [answer])
  }

  if (!db.readonly) store.cutOffImports().forEach(store.removeConversation)
  const recovered = db.readonly
    ? []
    : recoverTurns({ store, capabilities, state, language: settings.get().language })
  if (recovered.length > 0) {
    log.info({ turns: recovered.length }, 'turns that were cut off are settled')
    recovered.forEach(logTurn)
  }

  function attachment(id: string): ReturnType<ChatService['attachment']> {
    const { mediaType, bytes } = store.attachment(id)
    return { mediaType, base64: Buffer.from(bytes).toString('base64') }
  }

  const messages: ChatService['messages'] = (input) => {
    store.conversation(input.conversationId)
    // The message being written is newer than its stored version.
    return store.messages(input).map((message) => running.live(message.id) ?? message)
  }

  const subscribe: ChatService['events'] = ({ conversationId, signal }) => {
    const first = running
      .drafts()
      .filter((message) => conversationId === undefined || message.conversationId === conversationId)
    return events.subscribe({
      conversationId,
      signal,
      first: first.map((message) => ({ type: 'message', message })),
    })
  }

  const close: ChatService['close'] = async () => {
    closing = true
    clearTimeout(indexing)
    await running.close()
    conversationLog.flush()
    store.close()
  }

  const refuseWhenClosing = (): void => {
    if (closing) throw new SatchelError('shutting_down')
  }

  /** A conversation in which no turn runs. Errors: `conversation_not_found`, `conversation_busy`. */
  const idle = (id: string): StoredConversation => {
    const conversation = store.conversation(id)
    if (running.isBusy(id)) throw new SatchelError('conversation_busy')
    return conversation
  }

  const emitConversation = (conversation: StoredConversation): void => {
    const queued = store.queued(conversation.id)
    events.publish({ type: 'conversation', conversation: shown({ ...conversation, queued }) })
  }

  const { sayForApp, ...openings } = createOpenings({
    store,
    events,
    running,
    packages,
    personas: deps.prompts,
    now,
    idle,
    emitConversation,
    refuseWhenClosing,
  })

  const apps = createApps({
    message: (id) => running.live(id) ?? store.message(id),
    conversation: (id) => store.conversation(id),
    capabilities,
    servers: deps.servers,
    say: sayForApp,
    now,
  })

  const queue = createQueue({ store, running, send: openings.send, emitConversation, log })

  /** Messages of before there was a search become findable little by little. */
  const indexOlder = (): void => {
    // Closed under it, as when the process ends without a word.
    if (!db.open) return
    if (store.indexSome()) indexing = setTimeout(indexOlder, INDEX_PAUSE_MS)
  }
  let indexing: NodeJS.Timeout | undefined
  if (!db.readonly) indexing = setTimeout(indexOlder, INDEX_PAUSE_MS)

  return {
    ...openings,
    apps,
    enqueue: (input) => {
      refuseWhenClosing()
      return queue.enqueue(input)
    },
    unqueue: queue.unqueue,
    sendQueued: queue.sendQueued,
    fork: createFork({ store, running, now, emitConversation }),
    search: (input) => store.search(input),
    ...createTransfer({
      store,
      personas: deps.prompts,
      now,
      language: () => settings.get().language,
      emitConversation,
      refuseWhenClosing,
    }),
    draft: (id) => store.draft(id),
    saveDraft: (id, draft) => {
      store.saveDraft(id, draft)
      events.publish({ type: 'draft', conversationId: id })
    },
    ...createConversations({
      store,
      events,
      running,
      memory,
      personas: deps.prompts,
      approvals: capabilities.approvals,
      idle,
      emitConversation,
    }),
    conversations: (input) => store.conversations(input),
    conversation: (id): Conversation => shown(store.conversation(id)),
    cost: (id) => {
      store.conversation(id)
      return store.costOf(id)
    },
    messages,
    versions: (id) =>
      store.message(id).siblings.map((sibling) => running.live(sibling) ?? store.message(sibling)),
    stop: running.stop,
    extend: running.extend,
    extendIn: (id) => {
      if (id !== undefined) store.conversation(id)
      return running.extendIn(id)
    },
    stopIn: async (id) => {
      if (id !== undefined) store.conversation(id)
      return running.stopIn(id)
    },
    attachment,
    suggestions: (limit, { skills = true } = {}) => {
      const offered = packages.installed().filter((acp) => skills || !isSkill(acp))
      return pickSuggestions(offered, settings.get().language, limit)
    },
    events: subscribe,
    prepare: turns.prepare,
    isAnswering: () => running.drafts().length > 0,
    finished: running.finished,
    close,
  }
}
