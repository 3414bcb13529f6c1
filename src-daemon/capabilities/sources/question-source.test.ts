import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { openDatabase } from '../../storage/index.ts'
import { DENY, ALLOW_ONCE, personAnswers } from '../../testing/approvals.ts'
import { invokeForAgent } from '../agents.ts'
import { OWNER } from '../core/principal.ts'
import { plainCapabilities } from '../testing.ts'
import {
  createQuestionSource,
  QUESTION_TOOL,
  QUESTION_VERSION,
  type QuestionAnswerer,
} from './question-source.ts'

const DID = 'did:wba:caller.example'
const never = new AbortController().signal

const start = () => {
  const db = openDatabase({ path: ':memory:', log: { info: () => undefined } })
  const answer = vi.fn<QuestionAnswerer>(({ onText }) => {
    onText('Th')
    return Promise.resolve({ ok: true, text: 'Three.', changes: [] })
  })
  const capabilities = plainCapabilities({
    sources: [createQuestionSource({ answer, language: () => 'en' })],
    db,
    now: () => new Date(),
    language: () => 'en',
    log: { error: () => undefined },
  })
  onTestFinished(() => {
    capabilities.close()
    db.close()
  })
  const ask = (more: Partial<Parameters<typeof invokeForAgent>[1]> = {}) =>
    invokeForAgent(capabilities, {
      toolId: QUESTION_TOOL,
      params: { question: 'How far?', tools: ['acp:units/convert'] },
      did: DID,
      signal: never,
      ...more,
    })
  return { capabilities, answer, ask }
}

describe('a question of another agent', () => {
  it('is checked, answered and logged like a call, and in no list', async () => {
    const { capabilities, answer, ask } = start()
    const pieces: string[] = []
    expect(await ask({ onText: (text) => pieces.push(text) })).toEqual({
      ok: true,
      output: { answer: 'Three.' },
    })
    expect(pieces).toEqual(['Th'])
    expect(answer).toHaveBeenCalledWith(
      expect.objectContaining({ question: 'How far?', tools: ['acp:units/convert'], did: DID }),
    )
    expect(await ask({ params: { question: 1, tools: [] } })).toMatchObject({ code: 'INVALID_INPUT' })
    expect(capabilities.activity({ limit: 5 })).toMatchObject([
      { capabilityId: QUESTION_TOOL, client: DID, outcome: 'failed' },
      { capabilityId: QUESTION_TOOL, caller: 'agent', client: DID, decision: { kind: 'opened', did: DID } },
    ])
    expect(capabilities.list()).toEqual([])
  })

  it('isn’t how the owner or a program asks', async () => {
    const { capabilities, answer } = start()
    for (const principal of [OWNER, { kind: 'program', name: 'editor' } as const]) {
      const ref = { capability_id: QUESTION_TOOL, version: QUESTION_VERSION }
      const input = { question: 'How far?', tools: [] }
      const result = await capabilities.invoke(ref, input, { caller: 'cli', principal, turn: null })
      expect(result.error?.code).toBe('PERMISSION_DENIED')
    }
    expect(answer).not.toHaveBeenCalled()
  })
})

describe('a call of another agent about which the owner is asked', () => {
  it('runs when they agree to this one call, and is refused when they don’t', async () => {
    const { capabilities, answer, ask } = start()
    const asked: (string | null)[] = []
    let says = ALLOW_ONCE
    personAnswers(capabilities.approvals, ({ client, always, choices }) => {
      asked.push(client)
      expect(always).toBe(true)
      expect(choices.flatMap(({ until }) => until)).toEqual(['once'])
      return says
    })
    expect(await ask({ asksOwner: true })).toMatchObject({ ok: true })
    says = DENY
    expect(await ask({ asksOwner: true })).toMatchObject({ ok: false, code: 'PERMISSION_DENIED' })
    expect(answer).toHaveBeenCalledTimes(1)
    expect(asked).toEqual([DID, DID])
    expect(await ask()).toMatchObject({ ok: true })
    expect(asked).toHaveLength(2)
  })
})
