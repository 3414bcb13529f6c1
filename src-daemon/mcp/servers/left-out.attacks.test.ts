import { expect, it } from 'vitest'
import { createLeftOut } from './left-out.ts'

const entry = (name: string) => ({ name, field: 'inputSchema', reason: 'missing' as const, whole: true })

it('a name of 5,000 letters fills no screen', () => {
  const lists = createLeftOut()
  lists.note('tools', [entry('n'.repeat(5000))])
  const [one] = lists.view('en')
  expect(one?.name?.length).toBeLessThanOrEqual(100)
  expect(one?.message.length).toBeLessThan(200)
})

it('the same list is no news, however long its names and itself are', () => {
  const lists = createLeftOut()
  const entries = Array.from({ length: 300 }, (_, n) => entry(`${'n'.repeat(200)}${String(n)}`))
  expect(lists.note('tools', entries)).toBe(true)
  expect(lists.note('tools', entries)).toBe(false)
})
