import { Writable } from 'node:stream'
import { expect, it } from 'vitest'
import type { Message, MessagePart, ToolPart } from '../../contract/chat.ts'
import { labelled } from '../../contract/labels.ts'
import { createOutput } from '../console/output.ts'
import { createPrinter } from './chat-print.ts'

/** What a terminal shows of an answer. */
const linesOf = (
  part: MessagePart,
  context: Partial<NonNullable<Message['context']>> = {},
): readonly string[] => {
  let said = ''
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      said += String(chunk)
      done()
    },
  })
  const output = createOutput({ json: false, language: 'en', stream })
  const message: Message = {
    ...{ id: 'm', conversationId: 'c', turnId: 't', role: 'assistant', parts: [part], status: 'complete' },
    ...{ model: null, createdAt: '2026-11-20T19:00:00.000Z', parentId: null, siblings: ['m'] },
    context: {
      ...{ window: 4096, reported: null, truncated: false, facts: [], objects: 0 },
      estimated: { prompt: 0, tools: 0, history: 0, summary: 0, memory: 0, state: 0 },
      ...context,
    },
  }
  const printer = createPrinter(output, false, () => undefined)
  printer.message(message)
  printer.message(message)
  return said.trimEnd().split('\n')
}
const called: ToolPart = {
  ...{ type: 'tool', callId: 'c', ref: { capability_id: 'mcp:mail/read', version: '1' }, tool: 'read' },
  ...{ arguments: {}, status: 'ok', output: {}, error: null, durationMs: 1, changes: [] },
  startedAt: '2026-11-20T19:00:00.000Z',
}
const failed: ToolPart = {
  ...called,
  ...{ status: 'failed', output: null, error: { code: 'EXECUTION_FAILED', message: 'No.' } },
}
const summary: MessagePart = {
  ...{ type: 'summary', text: 'Said before.\nAnd more.', by: 'extract', tokens: 3 },
  replaced: { through: 'm', messages: 2, tokens: 9 },
}
const image: MessagePart = {
  ...{ type: 'image', attachmentId: 'a', mediaType: 'image/png', name: 'poster.png', bytes: 9 },
}
const file: MessagePart = {
  ...{ type: 'resource', server: null, resource: 'f', name: 'plan.txt', mediaType: null },
  ...{ text: 'x', characters: 1 },
}
const MARK = ' (others may have written this)'

it.each<[string, MessagePart, readonly string[]]>([
  ['a call', called, ['✓ read']],
  ['one that failed', failed, ['✗ read', '  EXECUTION_FAILED: No.']],
  ['a summary', summary, ['≡ Said before.', '  And more.']],
  ['a picture', image, ['▣ poster.png']],
  ['a file', file, ['▤ plan.txt']],
])('%s says in a terminal if others may have written it', (_what, part, lines) => {
  expect(linesOf({ ...part, ...labelled('state') })).toEqual(lines)
  const marked = linesOf({ ...part, ...labelled('foreign') }).join('\n')
  expect(marked.replace(MARK, '')).toBe(lines.join('\n'))
  expect(marked).toContain(MARK)
})

it('and so does what of the saved objects was put before the model, once', () => {
  expect(linesOf(called, { outside: ['Diary'] })).toEqual(['✓ read', `◇ Diary${MARK}`])
})
