import { expect, it } from 'vitest'
import type { Message } from '../../contract/chat.ts'
import { labelled } from '../../contract/labels.ts'
import { createReadLog } from './read-log.ts'

it('what a server’s interface says may be what its server keeps, in words that nobody asked for', () => {
  const said: Message = {
    ...{ id: 'm', conversationId: 'c', turnId: 't', role: 'user', status: 'complete', model: null },
    ...{ createdAt: '2026-11-29T08:00:00.000Z', parentId: null, siblings: ['m'], context: null },
    parts: [{ type: 'text', text: 'The code is 4711.', app: 'mail' }],
  }
  const log = createReadLog(() => [said], { titleOf: (id) => id, isForeign: () => false })
  expect(log.before()).toEqual(labelled('foreign', ['mcp:mail']))
  expect(log.foreign()).toMatchObject([{ of: null, asked: [] }])
  expect(log.kept()).toMatchObject([{ of: 'mcp:mail', title: 'mail', output: 'The code is 4711.' }])
})
