import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resultOf } from '../results.ts'
import { createServerLog } from '../../transports/server-log.ts'
import type { Session } from '../session.ts'
import { createTestSessions } from '../../testing/sessions.ts'

const sessions = createTestSessions()
const log = createServerLog(() => new Date())
let session: Session

beforeAll(async () => {
  session = await sessions.open([sessions.official('server-sequential-thinking')], {
    env: { DISABLE_THOUGHT_LOGGING: 'false' },
    log,
  })
})
afterAll(async () => {
  await sessions.end()
  sessions.remove()
})

const think = async (args: Record<string, unknown>) =>
  resultOf(await session.call('sequentialthinking', args, { signal: new AbortController().signal }), {
    server: 'x',
    tool: 'sequentialthinking',
  })
const step = (thoughtNumber: number, more: Record<string, unknown> = {}) =>
  think({
    thought: `Step ${String(thoughtNumber)}`,
    nextThoughtNeeded: true,
    thoughtNumber,
    totalThoughts: 3,
    ...more,
  })

describe.skipIf(process.platform !== 'linux')('server-sequential-thinking, all it has', () => {
  it('takes thoughts in sequence, revisions and branches, and reports its position', async () => {
    expect((await session.tools()).map(({ name }) => name)).toEqual(['sequentialthinking'])
    expect(await step(1)).toMatchObject({ thoughtNumber: 1, totalThoughts: 3, thoughtHistoryLength: 1 })
    expect(await step(2, { isRevision: true, revisesThought: 1 })).toMatchObject({ thoughtHistoryLength: 2 })
    expect(await step(3, { branchFromThought: 1, branchId: 'other' })).toMatchObject({ branches: ['other'] })
    // More than were planned: the plan grows.
    expect(await step(5, { needsMoreThoughts: true, nextThoughtNeeded: false })).toMatchObject({
      thoughtNumber: 5,
      totalThoughts: 5,
      nextThoughtNeeded: false,
    })
    await expect(think({ thought: 'no number' })).rejects.toMatchObject({ code: 'server_tool_failed' })
  })

  it('logs its thoughts to standard error, which is kept', () => {
    expect(log.lines().some(({ text }) => text.includes('Step 1'))).toBe(true)
  })
})
