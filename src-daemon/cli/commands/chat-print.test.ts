import { expect, it } from 'vitest'
import type { MessagePart } from '../../contract/chat.ts'
import { labelled } from '../../contract/labels.ts'
import { createPrinter } from './chat-print.ts'

/** What a terminal shows of a part. */
const linesOf = (part: MessagePart): readonly string[] => {
  const lines: string[] = []
  const output = {
    ...{ language: 'en' as const, line: (line: string) => lines.push(line), piece: () => undefined },
  }
  createPrinter(output as unknown as Parameters<typeof createPrinter>[0], false, () => undefined).part(
    'message',
    0,
    part,
  )
  return lines
}
const tool = (more: object): MessagePart =>
  ({
    ...{ type: 'tool', callId: 'c', ref: { capability_id: 'mcp:mail/read', version: '1' }, tool: 'read' },
    ...{ arguments: {}, status: 'ok', output: {}, error: null, startedAt: '', durationMs: 1, changes: [] },
    ...more,
  }) as MessagePart
const summary = {
  ...({ type: 'summary', text: 'Said before.\nAnd more.', by: 'extract', tokens: 3 } as const),
  replaced: { through: 'm', messages: 2, tokens: 9 },
}
const image = {
  ...({ type: 'image', attachmentId: 'a', mediaType: 'image/png', name: 'poster.png', bytes: 9 } as const),
}
const file = {
  ...({ type: 'resource', server: null, resource: 'f', name: 'plan.txt', mediaType: null } as const),
  ...{ text: 'x', characters: 1 },
}

it.each([
  ['a call', tool({}), ['✓ read']],
  [
    'one that failed',
    tool({ status: 'failed', error: { code: 'EXECUTION_FAILED', message: 'No.' } }),
    ['✗ read', '  EXECUTION_FAILED: No.'],
  ],
  ['a summary', summary, ['≡ Said before.', '  And more.']],
  ['a picture', image, ['▣ poster.png']],
  ['a file', file, ['▤ plan.txt']],
])('%s says in a terminal if others may have written it', (_what, part, lines) => {
  expect(linesOf({ ...part, ...labelled('state') })).toEqual(lines)
  const marked = linesOf({ ...part, ...labelled('foreign') })
  expect(marked.join('\n').replace(' (others may have written this)', '')).toBe(lines.join('\n'))
  expect(marked.join('\n')).toContain('others may have written this')
})
