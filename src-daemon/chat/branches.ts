import { declaresSecret } from '../capabilities/index.ts'
import { SatchelError } from '../platform/errors.ts'
import type { ChatStore } from './store.ts'
import { textOf } from './core/transcript.ts'
import type { TurnStart } from './core/turn.ts'
import type { LeftBehindPart, Message } from '../contract/chat.ts'

/** How far down a branch its changes are searched. */
const FURTHEST = 1000

/** How the turn of an answer began, to begin it again. Errors: `message_cannot_be_redone`. */
export const startOf = (answer: Message, asked: Message): TurnStart => {
  const [route] = answer.parts.flatMap((part) => (part.type === 'route' ? [part.decision] : []))
  const said = asked.parts.find((part) => part.type === 'text')
  if (said?.app !== undefined) {
    if (route === undefined || route.capability === null) throw new SatchelError('message_cannot_be_redone')
    return { kind: 'app', text: textOf(asked), capability: route.capability }
  }
  const client = asked.parts.flatMap((part) => (part.type === 'text' ? (part.client ?? []) : [])).at(0)
  // What it may use was decided when it asked.
  if (asked.parts.some((part) => part.type === 'text' && part.agent !== undefined))
    throw new SatchelError('message_cannot_be_redone')
  if (client !== undefined) {
    // Another try is that program's, too: it didn't become the owner's word.
    const capability = route?.capability ?? null
    if (capability === null) throw new SatchelError('message_cannot_be_redone')
    return { kind: 'task', text: textOf(asked), capability, principal: { kind: 'program', name: client } }
  }
  if (asked.role === 'user') {
    const explicit = route?.reason === 'explicit' ? route.capability : null
    return { kind: 'message', text: textOf(asked), explicit, images: imagesOf(asked) }
  }
  const form = asked.parts.findLast((part) => part.type === 'form')
  // What was secret in it wasn't kept.
  if (form?.status !== 'submitted' || declaresSecret(form.schema, form.values))
    throw new SatchelError('message_cannot_be_redone')
  return { kind: 'form', form, values: form.values, route: route ?? null }
}

/** Image parts of a message. */
export const imagesOf = ({ parts }: Message) => parts.filter((part) => part.type === 'image')

/**
 * The changes of the turns from `message` to the end of the branch being left: they stay, and the user is offered to
 * undo them. Empty if they changed nothing.
 */
export const leftBehind = (
  store: Pick<ChatStore, 'messages'>,
  message: Message,
): readonly LeftBehindPart[] => {
  const branch = store.messages({ conversationId: message.conversationId, limit: FURTHEST })
  const from = branch.findIndex(({ id }) => id === message.id)
  const turns = (from === -1 ? [message] : branch.slice(from)).flatMap(({ turnId, parts }) => {
    const changes = parts.flatMap((part) => (part.type === 'tool' ? part.changes : []))
    return changes.length === 0 ? [] : [{ turnId, changes }]
  })
  return turns.length === 0 ? [] : [{ type: 'left_behind', turns }]
}
