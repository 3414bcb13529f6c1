import { expect, it } from 'vitest'
import { kindsOf } from '../base/kinds.ts'
import type { Situation } from '../base/situation.ts'
import { GRAMMARS } from '../grammar/index.ts'
import { taskTool } from '../testing.ts'
import { permitted, propose } from './permit.ts'

const [kind] = kindsOf([taskTool()])
if (kind === undefined) throw new Error('the tool keeps nothing')
const milk = { id: '1', title: 'Buy milk', object: { title: 'Buy milk' } }
const effects = [{ tool: taskTool(), args: { id: '1' }, kind, item: milk }]
const calls = effects.map(({ tool, args }) => ({ tool, args }))
const question = 'Shall I?'
const first = (isSure: boolean, isConfirmed: boolean, message = 'delete the milk') => {
  const grammar = GRAMMARS.en
  const situation: Situation = {
    ...{ message, grammar, nouns: grammar.nouns, language: 'en' as const, kinds: [kind], tools: [] },
    ...{ now: new Date(2026, 10, 20), recent: { act: null, objects: [], isStale: false }, isConfirmed },
  }
  return permitted(propose(effects, { question, isSure }), situation).next([])
}

it('asks before what it is not sure of, and does it after a yes', () => {
  expect(first(false, false)).toEqual({ done: true, value: question })
  expect(first(false, true)).toMatchObject({ done: false, value: { calls } })
})

it('does what is sure at once, and not again after a yes to something else', () => {
  expect(first(true, false)).toMatchObject({ done: false, value: { calls } })
  expect(first(true, true)).toMatchObject({ done: true })
})

it('asks where the message says more than it would do, but not where it is polite', () => {
  expect(first(true, false, 'if you were me, would you delete the milk?').value).toEqual(question)
  expect(first(true, false, 'delete the milk and call Ann').value).toEqual(question)
  expect(first(true, false, 'delete the milk if you can').value).toMatchObject({ calls })
})
