import type { JSONRPCMessage } from '@modelcontextprotocol/client'
import type { MessageReader } from '../wire/messages.ts'

/** What became of a line: what was held before it turned out to be `others`, lines of a log. */
interface ReadLine {
  readonly messages: readonly JSONRPCMessage[] | null
  readonly others: readonly string[]
}

/**
 * Reads messages from lines, also one that is written over several, as a printer for people does: from a brace alone on its
 * line to the one that closes it. A line that is a message by itself ends what was held.
 */
export const createMessageLines = (reader: MessageReader, maxLength: number) => {
  let held: string[] = []
  let length = 0

  const release = (): readonly string[] => {
    const lines = held
    held = []
    length = 0
    return lines
  }

  const read = (line: string): ReadLine | 'held' => {
    const text = line.trimEnd()
    if (held.length === 0) {
      if (text !== '{') return { messages: reader.read(line), others: [] }
    } else if (text.trimStart().startsWith('{')) {
      const messages = reader.read(line)
      if (messages !== null) return { messages, others: release() }
    }
    held.push(text)
    length += text.length + 1
    if (length > maxLength) return { messages: null, others: release().slice(0, -1) }
    if (text !== '}') return 'held'
    const messages = reader.read(held.join('\n'))
    const lines = release()
    return { messages, others: messages === null ? lines.slice(0, -1) : [] }
  }

  return { read }
}
