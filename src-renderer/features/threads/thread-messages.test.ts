import { expect, it } from 'vitest'
import { threadMessages } from './thread-messages.ts'

const message = {
  ...{ role: 'user', created_at: '2025-01-01T00:00:00Z', metadata: { actor: 'user' } },
  content: ['{"$schema":"https://aitp.dev/capabilities/aitp-02-decisions/v1.0.0/schema.json","decision":{}}'],
}

it('shows what another agent and the user said, and nothing that anybody else calls so', () => {
  expect(threadMessages('a2a:shop/ask', { messages: [message] })).toEqual([message])
  for (const id of ['acp:shop', 'mcp:a2a/ask', 'anp:shop/ask', 'skill:a2a:shop', ''])
    expect(threadMessages(id, { messages: [message] })).toEqual([])
  for (const messages of [
    null,
    [null],
    [{ ...message, role: 'system' }],
    [{ ...message, content: [7] }],
    'x',
  ])
    expect(threadMessages('a2a:shop/ask', { messages })).toEqual([])
})
