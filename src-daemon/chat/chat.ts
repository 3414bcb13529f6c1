import { createSchemaChecker } from '../capabilities/index.ts'
import type { CapabilitiesService } from '../capabilities/types.ts'
import { SatchelError } from '../platform/errors.ts'
import { newId } from '../platform/ids.ts'
import type { StateService } from '../state/types.ts'
import type { Database } from '../storage/index.ts'
import { imagesOf, leftBehind, startOf } from './branches.ts'
import { createConversationLog } from './conversation-log.ts'
import { createChatEvents } from './events.ts'
import { dismissForms, filledValues, openFormAt, withForm } from './forms.ts'
import { readImages } from './images.ts'
import { readResources } from './core/resources.ts'
import { recoverTurns } from './recovery.ts'
import { isSkill } from './requirements.ts'
import { createRunningTurns } from './running.ts'
import { createChatStore, shown, withStack, type StoredConversation } from './store.ts'
import { pickSuggestions } from './suggestions.ts'
import { titleOf } from './title.ts'
import { createTurnRunner, type TurnDeps } from './turn.ts'
import type { TurnStart } from './core/turn.ts'
import type { ChatService } from './types.ts'
import type { Conversation, MemoryPart, Message, MessagePart } from '../contract/chat.ts'

export interface ChatDeps extends Omit<TurnDeps, 'now' | 'imageOf'> {
  readonly db: Database
  readonly capabilities: Pick<CapabilitiesService, 'list' | 'invoke' | 'recorded'> & {
    readonly approvals: Pick<CapabilitiesService['approvals'], 'dropConversation'>
  }
  readonly state: Pick<StateService, 'query' | 'update' | 'ownerAccess' | 'changesOf' | 'beforeReading'>
  readonly now?: () => Date
  readonly log: {
    info(data: object, message: string): void
    error(data: object, message: string): void
  }
}

/** A message of the user, and the empty answer to it; `user` is null where the same is answered again. */
interface Opening {
  readonly conversation: StoredConversation
  readonly parentId: string | null
  readonly user: readonly MessagePart[] | null
  /** What the answer says before its turn has begun. */
  readonly first?: readonly MessagePart[]
  readonly start: TurnStart
  readonly model: string | undefined
  /** Done in the same transaction, before the messages are added. */
  readonly before?: (userMessageId: string | null) => readonly Message[]
  /** The same, after. */
  readonly after?: (userMessageId: string) => void
}

/**
 * Conversations and their turns. What a turn says and does is stored as it happens; turns a crash cut off are settled here,
 * before anything else is answered.
 */
export const createChat = (deps: ChatDeps): ChatService => {
  const { db, capabilities, packages, state, memory, settings, log, now = () => new Date() } = deps
  const store = createChatStore(db)
  const turns = createTurnRunner({ ...deps, now, imageOf: ({ attachmentId }) => attachment(attachmentId) })
  const conversationLog = createConversationLog({ db, state, log })
  const checker = createSchemaChecker()
  let closing = false

  const known = (messageId: string): Message | null => {
    try {
      return running.live(messageId) ?? store.message(messageId)
    } catch {
      return null // Deleted since: there is nothing left to tell about it.
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
    language: () => settings.get().language,
    log,
  })

  /** What was said in a turn that has ended, for all devices; nothing when its conversation was deleted meanwhile. */
  function logTurn({ id, parentId, turnId }: Message): void {
    const [answer, asked] = [known(id), parentId === null ? null : known(parentId)]
    if (answer === null) return
    conversationLog.append(asked?.role === 'user' && asked.turnId === turnId ? [asked, answer] : [answer])
  }

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

  const send: ChatService['send'] = ({
    conversationId,
    text,
    capability,
    model,
    images = [],
    resources = [],
  }) => {
    refuseWhenClosing()
    refuseEmpty(text)
    refuseUnknown(capability)
    const pictures = readImages(images)
    const at = now().toISOString()
    const before = conversationId === undefined ? null : idle(conversationId)
    const conversation: StoredConversation =
      before === null ? { ...newConversation(text, at), model: model ?? null } : { ...before, updatedAt: at }
    const { turnId } = open({
      conversation,
      parentId: conversation.headId,
      user: [{ type: 'text', text }, ...pictures.map(({ part }) => part), ...readResources(resources)],
      start: {
        kind: 'message',
        text,
        explicit: capability ?? null,
        images: pictures.map(({ part }) => part),
      },
      model,
      before: () => (before === null ? [] : settleForms(before.id)),
      after: (messageId) => {
        for (const { part, bytes } of pictures)
          store.addAttachment({ id: part.attachmentId, messageId, mediaType: part.mediaType, bytes })
      },
    })
    return { conversationId: conversation.id, turnId }
  }

  const edit: ChatService['edit'] = ({ messageId, text, capability }) => {
    refuseWhenClosing()
    refuseEmpty(text)
    refuseUnknown(capability)
    const message = store.message(messageId)
    if (message.role !== 'user') throw new SatchelError('message_cannot_be_redone')
    const images = imagesOf(message)
    return open({
      conversation: turnBack(message),
      parentId: message.parentId,
      user: [{ type: 'text', text }, ...images, ...message.parts.filter(({ type }) => type === 'resource')],
      first: leftBehind(store, message),
      start: { kind: 'message', text, explicit: capability ?? null, images },
      model: undefined,
    })
  }

  const regenerate: ChatService['regenerate'] = ({ messageId, model }) => {
    refuseWhenClosing()
    const answer = store.message(messageId)
    if (answer.role !== 'assistant' || answer.parentId === null)
      throw new SatchelError('message_cannot_be_redone')
    const asked = store.message(answer.parentId)
    return open({
      conversation: turnBack(asked),
      parentId: asked.id,
      user: null,
      first: leftBehind(store, answer),
      start: startOf(answer, asked),
      model,
    })
  }

  const submitForm: ChatService['submitForm'] = ({ messageId, index, values }) => {
    refuseWhenClosing()
    const message = store.message(messageId)
    const form = openFormAt(message, index)
    const filled = filledValues(form, values, checker)
    const submitted = withForm(message, index, { ...form, values: filled, status: 'submitted' })
    const route = message.parts.find((part) => part.type === 'route')?.decision ?? null
    return open({
      conversation: { ...idle(message.conversationId), updatedAt: now().toISOString() },
      parentId: message.id,
      user: null,
      start: { kind: 'form', form, values: filled, route },
      model: message.model ?? undefined,
      before: () => {
        store.saveMessage(submitted)
        return [submitted]
      },
    })
  }

  /** Stores what begins a turn, tells it, and starts the turn. */
  const open = (opening: Opening): { turnId: string } => {
    const { conversation, parentId, user, first = [], start, model, before, after } = opening
    const turnId = newId()
    const blank = blankMessage(conversation.id, turnId, now().toISOString())
    const message: Message | null =
      user === null ? null : { ...blank(), role: 'user', parts: [...user], status: 'complete', parentId }
    const answer: Message = { ...blank(), parts: [...first], parentId: message?.id ?? parentId }
    // On the disk with the first of the answer, or before a tool does anything elsewhere: see `Draft`.
    const stored = store.noted(() => {
      const changed = before?.(message?.id ?? null) ?? []
      store.saveConversation({ ...conversation, headId: answer.id })
      const added = [message, answer].filter((item) => item !== null)
      const written = added.map((item) => store.addMessage(item, conversation.stack))
      if (message !== null) after?.(message.id)
      return [...changed, ...written]
    })
    emitConversation(conversation)
    for (const item of stored) events.publish({ type: 'message', message: item })
    running.begin(stored.at(-1) ?? answer, start, model)
    return { turnId }
  }

  const showBranch: ChatService['showBranch'] = (messageId) => {
    const { conversationId } = store.message(messageId)
    const conversation = idle(conversationId)
    const headId = store.newestEnd(messageId)
    const stack = store.stackOf(headId) ?? conversation.stack
    save({ ...withStack(conversation, stack), headId })
    events.publish({ type: 'branch', conversationId })
    return shown(store.conversation(conversationId))
  }

  const configure: ChatService['configure'] = ({ id, model, memory }) => {
    const conversation = store.conversation(id)
    const changed = {
      ...conversation,
      ...(model === undefined ? {} : { model }),
      ...(memory === undefined ? {} : { memory }),
    }
    save(changed)
    return shown(changed)
  }

  const decideFact: ChatService['decideFact'] = ({ messageId, index, keep }) => {
    const message = store.message(messageId)
    const part = message.parts[index]
    if (running.live(messageId) !== null) throw new SatchelError('conversation_busy')
    if (part?.type !== 'memory' || part.status !== 'proposed') throw new SatchelError('fact_not_proposed')
    const { conversationId, turnId } = message
    const decided: MemoryPart = keep
      ? {
          ...part,
          key: memory.remember({ value: part.value, source: { conversationId, turnId } }).key,
          status: 'kept',
        }
      : { ...part, status: 'declined' }
    const changed = { ...message, parts: message.parts.toSpliced(index, 1, decided) }
    store.saveMessage(changed)
    events.publish({ type: 'message', message: changed })
    return changed
  }

  const remove: ChatService['remove'] = (id, by) => {
    store.conversation(id)
    running.discard(id)
    store.atomically(() => {
      capabilities.approvals.dropConversation({ conversationId: id, by })
      store.removeConversation(id)
    })
    events.publish({ type: 'conversation_deleted', conversationId: id })
  }

  const rename: ChatService['rename'] = ({ id, title }) => {
    const trimmed = title.trim()
    if (trimmed === '') throw new SatchelError('invalid_request', { params: { problem: 'title' } })
    const conversation = { ...store.conversation(id), title: trimmed }
    save(conversation)
    return shown(conversation)
  }

  const messages: ChatService['messages'] = (input) => {
    store.conversation(input.conversationId)
    // What is being written now is newer than what is on the disk.
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
    await running.close()
    conversationLog.flush()
  }

  const refuseWhenClosing = (): void => {
    if (closing) throw new SatchelError('shutting_down')
  }

  const refuseUnknown = (capability: string | undefined): void => {
    if (capability !== undefined && packages.get(capability) === null)
      throw new SatchelError('capability_not_installed', { params: { name: capability } })
  }

  /** A conversation in which no turn runs. Errors: `conversation_not_found`, `conversation_busy`. */
  const idle = (id: string): StoredConversation => {
    const conversation = store.conversation(id)
    if (running.isBusy(id)) throw new SatchelError('conversation_busy')
    return conversation
  }

  /** The idle conversation as it stood when a message of the user was said. Errors: those of `idle`. */
  const turnBack = ({ id, conversationId }: Message): StoredConversation => {
    const conversation = { ...idle(conversationId), updatedAt: now().toISOString() }
    return withStack(conversation, store.stackOf(id) ?? conversation.stack)
  }

  /** A new message is an answer too: forms left open before it are dismissed. */
  const settleForms = (conversationId: string): Message[] => {
    const settled = store
      .messages({ conversationId, limit: 1 })
      .map(dismissForms)
      .filter((message) => message !== null)
    for (const message of settled) store.saveMessage(message)
    return settled
  }

  const save = (conversation: StoredConversation): void => {
    store.saveConversation(conversation)
    emitConversation(conversation)
  }

  const emitConversation = (conversation: StoredConversation): void => {
    events.publish({ type: 'conversation', conversation: shown(conversation) })
  }

  return {
    conversations: (input) => store.conversations(input),
    conversation: (id): Conversation => shown(store.conversation(id)),
    messages,
    send,
    edit,
    regenerate,
    showBranch,
    configure,
    decideFact,
    stop: running.stop,
    submitForm,
    rename,
    remove,
    attachment,
    suggestions: (limit, { skills = true } = {}) => {
      const offered = packages.installed().filter((acp) => skills || !isSkill(acp))
      return pickSuggestions(offered, settings.get().language, limit)
    },
    events: subscribe,
    finished: running.finished,
    close,
  }
}

const refuseEmpty = (text: string): void => {
  if (text.trim() === '') throw new SatchelError('invalid_request', { params: { problem: 'text' } })
}

const newConversation = (text: string, at: string): StoredConversation => ({
  id: newId(),
  title: titleOf(text),
  createdAt: at,
  updatedAt: at,
  activeCapability: null,
  model: null,
  memory: true,
  stack: [],
  headId: null,
})

const blankMessage = (conversationId: string, turnId: string, at: string) => (): Message => ({
  id: newId(),
  conversationId,
  turnId,
  role: 'assistant',
  parts: [],
  status: 'streaming',
  model: null,
  createdAt: at,
  parentId: null,
  siblings: [],
  context: null,
})
