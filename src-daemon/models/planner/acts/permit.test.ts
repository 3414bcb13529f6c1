import { expect, it } from 'vitest'
import { GRAMMARS } from '../grammar/index.ts'
import { permit } from './permit.ts'

const calls = [{ tool: { name: 'state__delete', description: '', parameters: {} }, args: { id: '1' } }]
const question = 'Shall I?'
const first = (isSure: boolean, isConfirmed: boolean, message = 'delete it') =>
  permit(calls, { question, isSure }, { language: 'en', grammar: GRAMMARS.en, isConfirmed, message }).next([])

it('asks before what it is not sure of, and does it after a yes', () => {
  expect(first(false, false)).toEqual({ done: true, value: { say: question } })
  expect(first(false, true)).toEqual({ done: false, value: { calls } })
})

it('does what is sure at once, and not again after a yes to something else', () => {
  expect(first(true, false)).toEqual({ done: false, value: { calls } })
  expect(first(true, true)).toMatchObject({ done: true })
})

it('asks where the message only supposes it, but not where it is polite', () => {
  expect(first(true, false, 'if you were me, would you delete it?').value).toEqual({ say: question })
  expect(first(true, false, 'delete it if you can').value).toEqual({ calls })
})
