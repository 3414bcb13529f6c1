import { expect, it } from 'vitest'
import { nearestName } from './nearest-name.ts'

const MEMBERS = ['select', 'from', 'where', 'order', 'limit', 'cursor', 'group']

it.each([
  ['orderBy', 'order'],
  ['order_by', 'order'],
  ['ORDER', 'order'],
  ['wher', 'where'],
  ['form', 'from'],
  ['lmit', 'limit'],
  ['groups', 'group'],
])('takes %s for %s', (name, meant) => {
  expect(nearestName(name, MEMBERS)).toBe(meant)
})

it.each(['colour', 'title', 'x', '', 'a'.repeat(100_000)])('takes %.20s for none of them', (name) => {
  expect(nearestName(name, MEMBERS)).toBeNull()
})
