import { describe, expect, it } from 'vitest'
import { isResumable, stepsOf, stepsPlanned } from './publish-steps.ts'

const states = (...given: Parameters<typeof stepsOf>) => stepsOf(...given).map(({ state }) => state)

describe('the steps of a publication', () => {
  it('are done up to the one it is at', () => {
    expect(states({ step: 'add', state: 'running' })).toEqual(['done', 'done', 'now', 'waiting', 'waiting'])
    expect(states({ step: 'check', state: 'running' })[0]).toBe('now')
    expect(states({ step: 'done', state: 'published' })).toEqual(Array.from({ length: 5 }, () => 'done'))
  })

  it('stop where Satchel ended, and fail where something failed; both can be gone on with', () => {
    expect(states({ step: 'submit', state: 'interrupted' })[3]).toBe('stopped')
    expect(states({ step: 'submit', state: 'failed' })[3]).toBe('failed')
    expect(
      (['interrupted', 'failed', 'running', 'published'] as const).map((state) => isResumable({ state })),
    ).toEqual([true, true, false, false])
  })

  it('of a plan are those left to do', () => {
    expect(
      stepsPlanned({
        steps: [
          { step: 'check', done: true },
          { step: 'sign', done: true },
          { step: 'add', done: false },
        ],
      }).map(({ state }) => state),
    ).toEqual(['done', 'done', 'waiting'])
  })
})
