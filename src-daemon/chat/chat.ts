import { createSchemaChecker } from '../capabilities/index.ts'
import type { CapabilitiesService } from '../capabilities/types.ts'
import { SatchelError, toErrorView } from '../platform/errors.ts'
import { newId } from '../platform/ids.ts'
import type { StateService } from '../state/types.ts'
import type { Database } from '../storage/index.ts'
import { createDraft, type Draft } from './draft.ts'
import { createChatEvents } from './events.ts'
import { dismissForms, filledValues, openFormAt, withForm } from './forms.ts'
import { recoverTurns } from './recovery.ts'
import { createChatStore, shown, withStack, type StoredConversation } from './store.ts'
import { pickSuggestions } from './suggestions.ts'
import { titleOf } from './title.ts'
import { createTurnRunner, historyWanted, type TurnDeps, type TurnStart } from './turn.ts'
import type { ChatService, Conversation, Message } from './types.ts'

export interface ChatDeps extends Omit<TurnDeps, 'now'> {
  readonly db: Database
  readonly capabilities: Pick<CapabilitiesService, 'list' | 'invoke' | 'recorded'>
  readonly state: Pick<StateService, 'changesOf'>
  readonly now?: () => Date
  readonly log: {
    info(data: object, message: string): void
    error(data: object, message: string): void
  }
}

interface Running {
  readonly draft: Draft
  readonly controller: AbortController
  readonly ended: Promise<void>
}

/**
 * Conversations and their turns. What a turn says and does is stored as it happens; turns a crash cut off are settled here,
 * before anything else is answered.
 */
export const createChat = (deps: ChatDeps): ChatService => {
  const { db, router, capabilities, packages, state, settings, log, now = () => new Date() } = deps
  const store = createChatStore(db)
  const turns = createTurnRunner({ ...deps, now })
  const checker = createSchemaChecker()
  const running = new Map<string, Running>()
  let closing = false

  const live = (messageId: string): Message | null => {
    for (const { draft } of running.values()) if (draft.id === messageId) return draft.message()
    return null
  }
  const known = (messageId: string): Message | null => {
    try {
      return live(messageId) ?? store.message(messageId)
    } catch {
      return null // Deleted since: there is nothing left to tell about it.
    }
  }
  const events = createChatEvents(known)

  const recovered = db.readonly
    ? 0
    : recoverTurns({ store, capabilities, state, language: settings.get().language })
  if (recovered > 0) log.info({ turns: recovered }, 'turns that were cut off are settled')

  const send: ChatService['send'] = ({ conversationId, text, capability, model }) => {
    refuseWhenClosing()
    if (text.trim() === '') throw new SatchelError('invalid_request', { params: { problem: 'text' } })
    if (capability !== undefined && packages.get(capability) === null) {
      throw new SatchelError('capability_not_installed', { params: { name: capability } })
    }
    const at = now().toISOString()
    const turnId = newId()
    const before = conversationId === undefined ? null : idle(conversationId)
    const conversation = before === null ? newConversation(text, at) : { ...before, updatedAt: at }
    const message: Message = {
      ...blank(conversation.id, turnId, at),
      role: 'user',
      parts: [{ type: 'text', text }],
      status: 'complete',
    }
    const answer = blank(conversation.id, turnId, at)
    const dismissed = store.atomically(() => {
      const settled = before === null ? [] : settleForms(before.id)
      if (before === null) store.addConversation(conversation)
      else store.saveConversation(conversation)
      store.addMessage(message)
      store.addMessage(answer)
      return settled
    })
    tellConversation(conversation)
    for (const item of [...dismissed, message, answer]) events.publish({ type: 'message', message: item })
    begin(answer, { kind: 'message', text, explicit: capability ?? null }, model)
    return { conversationId: conversation.id, turnId }
  }

  const submitForm: ChatService['submitForm'] = ({ messageId, index, values }) => {
    refuseWhenClosing()
    const message = store.message(messageId)
    const form = openFormAt(message, index)
    const filled = filledValues(form, values, checker)
    const at = now().toISOString()
    const conversation = { ...idle(message.conversationId), updatedAt: at }
    const submitted = withForm(message, index, { ...form, values: filled, status: 'submitted' })
    const answer = blank(conversation.id, newId(), at)
    store.atomically(() => {
      store.saveConversation(conversation)
      store.saveMessage(submitted)
      store.addMessage(answer)
    })
    tellConversation(conversation)
    for (const item of [submitted, answer]) events.publish({ type: 'message', message: item })
    const route = message.parts.find((part) => part.type === 'route')?.decision ?? null
    begin(answer, { kind: 'form', form, values: filled, route }, message.model ?? undefined)
    return { turnId: answer.turnId }
  }

  /** Starts the turn after the caller has its answer. */
  const begin = (answer: Message, start: TurnStart, model: string | undefined): void => {
    const draft = createDraft({ message: answer, store, publish: events.publish })
    const controller = new AbortController()
    const { promise, resolve } = Promise.withResolvers<undefined>()
    setImmediate(resolve, undefined)
    const ended = promise
      .then(() => runTurn(draft, start, model, controller.signal))
      .catch((err: unknown) => {
        log.error({ err, turnId: draft.turnId }, 'the end of a turn could not be stored')
      })
      .finally(() => {
        running.delete(draft.turnId)
      })
    running.set(draft.turnId, { draft, controller, ended })
  }

  const runTurn = async (
    draft: Draft,
    start: TurnStart,
    model: string | undefined,
    signal: AbortSignal,
  ): Promise<void> => {
    const { conversationId } = draft
    try {
      const history = store.messages({ conversationId, limit: historyWanted, before: draft.id })
      const stack = () => store.conversation(conversationId).stack
      const setStack = (next: readonly string[]) => {
        const conversation = withStack(store.conversation(conversationId), next)
        store.saveConversation(conversation)
        tellConversation(conversation)
      }
      if (!signal.aborted) await turns.run({ draft, start, model, history, stack, setStack, signal })
      draft.finish(signal.aborted ? 'stopped' : 'complete')
    } catch (thrown) {
      if (signal.aborted) {
        draft.finish('stopped')
        return
      }
      log.error({ err: thrown, turnId: draft.turnId }, 'a turn failed')
      draft.fail(toErrorView(thrown, settings.get().language))
    }
  }

  const stop: ChatService['stop'] = (turnId) => {
    running.get(turnId)?.controller.abort()
  }

  const remove: ChatService['remove'] = (id) => {
    store.conversation(id)
    for (const { draft, controller } of running.values()) {
      if (draft.conversationId !== id) continue
      draft.discard()
      controller.abort()
    }
    store.removeConversation(id)
    events.publish({ type: 'conversation_deleted', conversationId: id })
  }

  const rename: ChatService['rename'] = ({ id, title }) => {
    const trimmed = title.trim()
    if (trimmed === '') throw new SatchelError('invalid_request', { params: { problem: 'title' } })
    const conversation = { ...store.conversation(id), title: trimmed }
    store.saveConversation(conversation)
    tellConversation(conversation)
    return shown(conversation)
  }

  const messages: ChatService['messages'] = (input) => {
    store.conversation(input.conversationId)
    // What is being written now is newer than what is on the disk.
    return store.messages(input).map((message) => live(message.id) ?? message)
  }

  const subscribe: ChatService['events'] = ({ conversationId, signal }) => {
    const drafts = [...running.values()].map(({ draft }) => draft.message())
    const first = drafts.filter(
      (message) => conversationId === undefined || message.conversationId === conversationId,
    )
    return events.subscribe({
      conversationId,
      signal,
      first: first.map((message) => ({ type: 'message', message })),
    })
  }

  const close: ChatService['close'] = async () => {
    closing = true
    const left = [...running.values()]
    for (const { controller } of left) controller.abort()
    await Promise.all(left.map(({ ended }) => ended))
    router.close()
  }

  const refuseWhenClosing = (): void => {
    if (closing) throw new SatchelError('shutting_down')
  }

  /** A conversation in which no turn runs. Errors: `conversation_not_found`, `conversation_busy`. */
  const idle = (id: string): StoredConversation => {
    const conversation = store.conversation(id)
    for (const { draft } of running.values()) {
      if (draft.conversationId === id) throw new SatchelError('conversation_busy')
    }
    return conversation
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

  const tellConversation = (conversation: StoredConversation): void => {
    events.publish({ type: 'conversation', conversation: shown(conversation) })
  }

  return {
    conversations: (input) => store.conversations(input),
    conversation: (id): Conversation => shown(store.conversation(id)),
    messages,
    send,
    stop,
    submitForm,
    rename,
    remove,
    suggestions: (limit) => pickSuggestions(packages.installed(), settings.get().language, limit),
    events: subscribe,
    finished: (turnId) => running.get(turnId)?.ended ?? Promise.resolve(),
    close,
  }
}

const newConversation = (text: string, at: string): StoredConversation => ({
  id: newId(),
  title: titleOf(text),
  createdAt: at,
  updatedAt: at,
  activeCapability: null,
  stack: [],
})

const blank = (conversationId: string, turnId: string, at: string): Message => ({
  id: newId(),
  conversationId,
  turnId,
  role: 'assistant',
  parts: [],
  status: 'streaming',
  model: null,
  createdAt: at,
})
