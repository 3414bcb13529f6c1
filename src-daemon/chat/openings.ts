import { clientOf, hideInArguments } from '../capabilities/index.ts'
import type { CapabilityCatalog } from '../packages/types.ts'
import type { Message, MessagePart } from '../contract/chat.ts'
import { labelled } from '../contract/labels.ts'
import { SatchelError } from '../platform/errors.ts'
import { newId } from '../platform/ids.ts'
import { createSchemaChecker } from '../schemas/index.ts'
import type { AppsDeps } from './apps/apps.ts'
import { imagesOf, leftBehind, startOf } from './branches.ts'
import { labelOfPart } from './core/part-label.ts'
import { readResources } from './core/resources.ts'
import type { TurnStart } from './core/turn.ts'
import type { ChatEvents } from './events.ts'
import { dismissForms, filledValues, openFormAt, withForm } from './forms.ts'
import type { PromptsService } from './prompts/prompts.ts'
import { readImages } from './images.ts'
import type { RunningTurns } from './running.ts'
import { withStack, type ChatStore, type StoredConversation } from './store.ts'
import { titleOf } from './title.ts'
import type { ChatService } from './types.ts'

/** A message of the user, and the empty answer to it; `user` is null if a message is answered again. */
interface Opening {
  readonly conversation: StoredConversation
  readonly parentId: string | null
  readonly user: readonly MessagePart[] | null
  /** The content of the answer before its turn starts. */
  readonly first?: readonly MessagePart[]
  readonly start: TurnStart
  readonly model: string | undefined
  /** Done in the same transaction, before the messages are added. */
  readonly before?: (userMessageId: string | null) => readonly Message[]
  /** The same, after. */
  readonly after?: (userMessageId: string) => void
}

export interface OpeningsDeps {
  readonly store: ChatStore
  readonly events: Pick<ChatEvents, 'publish'>
  readonly running: Pick<RunningTurns, 'begin'>
  readonly packages: Pick<CapabilityCatalog, 'get'>
  readonly personas: Pick<PromptsService, 'persona'>
  readonly now: () => Date
  /** A conversation in which no turn runs. Errors: `conversation_not_found`, `conversation_busy`. */
  readonly idle: (id: string) => StoredConversation
  readonly emitConversation: (conversation: StoredConversation) => void
  /** Errors: `shutting_down`. */
  readonly refuseWhenClosing: () => void
}

/** What begins a turn: a message, a task, the same message in other words, another answer to it, or a form that was filled in. */
export const createOpenings = (
  deps: OpeningsDeps,
): Pick<ChatService, 'send' | 'runTask' | 'runQuestion' | 'edit' | 'regenerate' | 'submitForm'> & {
  /** What a server's interface says in a conversation. Errors: `conversation_not_found`, `conversation_busy`. */
  sayForApp: AppsDeps['say']
} => {
  const { store, events, running, packages, now, idle, emitConversation, refuseWhenClosing } = deps
  const checker = createSchemaChecker()

  const send: ChatService['send'] = ({
    conversationId,
    text,
    capability,
    model,
    images = [],
    resources = [],
    temporary = false,
    approvals = 'default',
    persona = null,
    unattended = false,
  }) => {
    refuseWhenClosing()
    refuseEmpty(text)
    refuseUnknown(capability)
    const pictures = readImages(images)
    const at = now().toISOString()
    const before = conversationId === undefined ? null : idle(conversationId)
    const conversation: StoredConversation =
      before === null
        ? {
            ...{ ...newConversation(text, at), model: model ?? null, temporary, approvals },
            ...{ persona: knownPersona(persona), memory: !temporary },
          }
        : { ...before, updatedAt: at, archived: false }
    const { turnId } = open({
      conversation,
      parentId: conversation.headId,
      user: [{ type: 'text', text }, ...pictures.map(({ part }) => part), ...readResources(resources)],
      start: {
        kind: 'message',
        text,
        explicit: capability ?? null,
        images: pictures.map(({ part }) => part),
        unattended,
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

  const runTask: ChatService['runTask'] = ({ text, capability, principal }) => {
    refuseWhenClosing()
    refuseEmpty(text)
    refuseUnknown(capability)
    const at = now().toISOString()
    const conversation = { ...newConversation(text, at), memory: principal.kind === 'owner' }
    const client = clientOf(principal)
    const { turnId } = open({
      conversation,
      parentId: null,
      user: [{ type: 'text', text, ...(client === null ? {} : { client }) }],
      start: { kind: 'task', text, capability, principal },
      model: undefined,
    })
    return { conversationId: conversation.id, turnId }
  }

  const runQuestion: ChatService['runQuestion'] = ({ text, tools, did }) => {
    refuseWhenClosing()
    refuseEmpty(text)
    const conversation = { ...newConversation(text, now().toISOString()), memory: false }
    const { turnId } = open({
      conversation,
      parentId: null,
      user: [{ type: 'text', text, agent: did }],
      start: { kind: 'question', text, tools, did },
      model: undefined,
    })
    return { conversationId: conversation.id, turnId }
  }

  const sayForApp: AppsDeps['say'] = ({ conversationId, text, server, capability }) => {
    refuseWhenClosing()
    refuseEmpty(text)
    const conversation = { ...idle(conversationId), updatedAt: now().toISOString(), archived: false }
    return open({
      conversation,
      parentId: conversation.headId,
      user: [{ type: 'text', text, app: server }],
      start: { kind: 'app', text, capability },
      model: undefined,
      before: () => settleForms(conversation.id),
    })
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

  const submitForm: ChatService['submitForm'] = async ({ messageId, index, values }) => {
    const filled = await filledValues(openFormAt(store.message(messageId), index), values, checker)
    refuseWhenClosing()
    // It may have been submitted meanwhile.
    const message = store.message(messageId)
    const form = openFormAt(message, index)
    const submitted = withForm(message, index, {
      ...form,
      values: hideInArguments(form.schema, filled),
      status: 'submitted',
    })
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

  /** Stores the messages that open a turn, emits them, and starts the turn. */
  const open = (opening: Opening): { turnId: string } => {
    const { conversation, parentId, user, first = [], start, model, before, after } = opening
    const turnId = newId()
    const blank = blankMessage(conversation.id, turnId, now().toISOString())
    const message: Message | null =
      user === null
        ? null
        : { ...blank(), role: 'user', parts: user.map(withLabel), status: 'complete', parentId }
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

  const knownPersona = (id: string | null): string | null => {
    if (id !== null && deps.personas.persona(id) === null) throw new SatchelError('persona_not_found')
    return id
  }

  const refuseUnknown = (capability: string | undefined): void => {
    if (capability !== undefined && packages.get(capability) === null)
      throw new SatchelError('capability_not_installed', { params: { name: capability } })
  }

  /** The idle conversation in its state when a message of the user was said. Errors: those of `idle`. */
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

  return { send, runTask, runQuestion, sayForApp, edit, regenerate, submitForm }
}

const refuseEmpty = (text: string): void => {
  if (text.trim() === '') throw new SatchelError('invalid_request', { params: { problem: 'text' } })
}

/** A conversation that begins with a text. */
export const newConversation = (text: string, at: string): StoredConversation => ({
  id: newId(),
  title: titleOf(text),
  createdAt: at,
  updatedAt: at,
  activeCapability: null,
  model: null,
  memory: true,
  pinned: false,
  archived: false,
  temporary: false,
  approvals: 'default',
  persona: null,
  queued: [],
  stack: [],
  headId: null,
})

/** Words of the owner's, unless a program, an agent or a server's interface said them; files are somebody's. */
const withLabel = (part: MessagePart): MessagePart => {
  const isOwners =
    part.type === 'text' && part.client === undefined && part.agent === undefined && part.app === undefined
  return { ...part, ...(isOwners ? labelled('owner') : labelOfPart(part, () => true)) }
}

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
