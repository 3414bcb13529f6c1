/** Takes exported conversations in. */
import type { Message } from '../../contract/chat.ts'
import type { ImportReport } from '../../contract/chat-transfer.ts'
import { FILES, labelled } from '../../contract/labels.ts'
import { newId } from '../../platform/ids.ts'
import { sha256Hex } from '../../platform/sha256.ts'
import { readConversation, type ForeignConversation } from './read-conversation.ts'
import { fillsSlice, inSlices, type Steps } from './slices.ts'

/** The conversation that messages are imported into. */
export interface ImportedConversation {
  readonly id: string
  readonly title: string
  readonly createdAt: string
  readonly updatedAt: string
}

/** What becomes of a conversation that was read. */
export interface Importing {
  /** Whether there is a conversation of that id. */
  readonly has: (id: string) => boolean
  /** Begins a hidden one. */
  readonly begin: (conversation: ImportedConversation) => void
  /** Stores some more of its messages, oldest first. */
  readonly add: (messages: readonly Message[]) => void
  /** Shows it, with its last message. */
  readonly finish: (conversation: ImportedConversation, last: Message) => void
  /** Removes what was begun and can't be finished. */
  readonly giveUp: (id: string) => void
  readonly titleOf: (text: string) => string
  readonly now: () => Date
}

/**
 * Reads conversations one by one, and takes in those that are known and not there yet, each whole or not at all. Others
 * are served meanwhile. What can't be read is counted and left out; nothing is done twice if it is called again.
 */
export const importConversations = (
  exported: readonly unknown[],
  importing: Importing,
): Promise<ImportReport> => inSlices(importAll(exported, importing))

function* importAll(exported: readonly unknown[], importing: Importing): Steps<ImportReport> {
  const report = { imported: 0, messages: 0, known: 0, unreadable: 0, cut: 0 }
  for (const one of exported) {
    const read = yield* readConversation(one)
    if (read === null) {
      report.unreadable += 1
      continue
    }
    const id = importedId(read)
    if (importing.has(id) || (read.source === 'satchel' && importing.has(read.id))) {
      report.known += 1
      continue
    }
    yield* take(read, id, importing)
    report.imported += 1
    report.messages += read.messages.length
    if (read.isCut) report.cut += 1
  }
  return report
}

/** The same for the same conversation, so that it is recognized. */
const importedId = ({ source, id }: ForeignConversation): string =>
  `imported-${sha256Hex(JSON.stringify([source, id])).slice(0, 32)}`

function* take(read: ForeignConversation, id: string, importing: Importing): Steps<void> {
  const first = read.messages.at(0)
  const createdAt = read.createdAt ?? first?.createdAt ?? importing.now().toISOString()
  const updatedAt = read.updatedAt ?? read.messages.at(-1)?.createdAt ?? createdAt
  const title = read.title === '' ? importing.titleOf(first?.text ?? '') : read.title
  const conversation = { id, title, createdAt, updatedAt }
  importing.begin(conversation)
  try {
    let last: Message | null = null
    let turnId = newId()
    let [batch, characters]: [Message[], number] = [[], 0]
    for (const { role, text, createdAt: at, keepers } of read.messages) {
      if (role === 'user') turnId = newId()
      last = imported({
        ...{ id, turnId, role, text, source: read.source, keepers: keepers ?? [] },
        ...{ createdAt: at ?? createdAt, parentId: last?.id ?? null },
      })
      batch.push(last)
      characters += text.length
      if (!fillsSlice(batch.length, characters)) continue
      importing.add(batch)
      ;[batch, characters] = [[], 0]
      // What is written, others are served after.
      yield Infinity
    }
    importing.add(batch)
    if (last !== null) importing.finish(conversation, last)
    yield Infinity
  } catch (cause) {
    importing.giveUp(id)
    throw cause
  }
}

const imported = ({
  id,
  text,
  source,
  keepers,
  ...said
}: Pick<Message, 'turnId' | 'role' | 'createdAt' | 'parentId'> & {
  readonly id: string
  readonly text: string
  readonly source: ForeignConversation['source']
  readonly keepers: readonly string[]
}): Message => ({
  ...said,
  id: newId(),
  conversationId: id,
  parts: [
    { type: 'text', text, imported: source, ...labelled('foreign', [...new Set([FILES, ...keepers])]) },
  ],
  status: 'complete',
  model: null,
  siblings: [],
  context: null,
})
