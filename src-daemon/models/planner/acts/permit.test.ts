import { expect, it } from 'vitest'
import { permit } from './permit.ts'

const calls = [{ tool: { name: 'state__delete', description: '', parameters: {} }, args: { id: '1' } }]
const first = (question: string | null, isConfirmed: boolean) =>
  permit(calls, question, { language: 'en', isConfirmed }).next([])

it('asks before what it is not sure of, and does it after a yes', () => {
  expect(first('Shall I?', false)).toEqual({ done: true, value: { say: 'Shall I?' } })
  expect(first('Shall I?', true)).toEqual({ done: false, value: { calls } })
})

it('does what is sure at once, and not again after a yes to something else', () => {
  expect(first(null, false)).toEqual({ done: false, value: { calls } })
  expect(first(null, true)).toMatchObject({ done: true })
})
