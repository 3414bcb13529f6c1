/** Takes exported conversations in. */
import type { ImportReport, Message } from '../../contract/chat.ts'
import { newId } from '../../platform/ids.ts'
import { sha256Hex } from '../../platform/sha256.ts'
import { readConversation, type ForeignConversation } from './read-conversation.ts'

/** What becomes of a conversation that was read. */
export interface Importing {
  /** Whether there is a conversation of that id. */
  readonly has: (id: string) => boolean
  /** Stores it whole, or not at all. */
  readonly store: (
    conversation: {
      readonly id: string
      readonly title: string
      readonly createdAt: string
      readonly updatedAt: string
    },
    messages: readonly Message[],
  ) => void
  readonly titleOf: (text: string) => string
  readonly now: () => Date
}

/**
 * Reads conversations one by one, and takes in those that are known and not there yet. Between two of them others are
 * served. What can't be read is counted and left out; nothing is done twice if it is called again.
 */
export const importConversations = async (
  exported: readonly unknown[],
  importing: Importing,
): Promise<ImportReport> => {
  const report = { imported: 0, messages: 0, known: 0, unreadable: 0, cut: 0 }
  for (const one of exported) {
    await new Promise((resolve) => setImmediate(resolve))
    const read = readConversation(one)
    if (read === null) {
      report.unreadable += 1
      continue
    }
    const id = importedId(read)
    if (importing.has(id) || (read.source === 'satchel' && importing.has(read.id))) {
      report.known += 1
      continue
    }
    take(read, id, importing)
    report.imported += 1
    report.messages += read.messages.length
    if (read.isCut) report.cut += 1
  }
  return report
}

/** The same for the same conversation, so that it is recognized. */
const importedId = ({ source, id }: ForeignConversation): string =>
  `imported-${sha256Hex(JSON.stringify([source, id])).slice(0, 32)}`

const take = (read: ForeignConversation, id: string, { store, titleOf, now }: Importing): void => {
  const first = read.messages.at(0)
  const createdAt = read.createdAt ?? first?.createdAt ?? now().toISOString()
  const updatedAt = read.updatedAt ?? read.messages.at(-1)?.createdAt ?? createdAt
  let turnId = newId()
  let parentId: string | null = null
  const messages = read.messages.map(({ role, text, createdAt: at }): Message => {
    if (role === 'user') turnId = newId()
    const message: Message = {
      id: newId(),
      conversationId: id,
      turnId,
      role,
      parts: [{ type: 'text', text }],
      status: 'complete',
      model: null,
      createdAt: at ?? createdAt,
      parentId,
      siblings: [],
      context: null,
    }
    parentId = message.id
    return message
  })
  const title = read.title === '' ? titleOf(first?.text ?? '') : read.title
  store({ id, title, createdAt, updatedAt }, messages)
}
