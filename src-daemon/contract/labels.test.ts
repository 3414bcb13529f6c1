import { expect, it } from 'vitest'
import { joined, labelled } from './labels.ts'

it('what is made of several has the least trusted integrity, and all their keepers once', () => {
  expect(joined([])).toEqual({ integrity: 'owner', confidentiality: 'public', keepers: [] })
  expect(joined([labelled('state', ['acp:note']), labelled('foreign'), labelled('owner')])).toEqual({
    integrity: 'foreign',
    confidentiality: 'owner',
    keepers: ['acp:note'],
  })
  const twice = joined([labelled('state', ['acp:note']), labelled('owner', ['mcp:mail', 'acp:note'])])
  expect(twice).toEqual(labelled('state', ['acp:note', 'mcp:mail']))
})

it('and the order says nothing', () => {
  const [a, b] = [labelled('foreign'), labelled('owner', ['mcp:mail'])]
  expect(joined([a, b])).toEqual(joined([b, a]))
})
