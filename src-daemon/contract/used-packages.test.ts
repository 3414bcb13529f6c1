import { expect, it } from 'vitest'
import type { MessagePart } from './chat.ts'
import { usedPackages } from './used-packages.ts'

/** As far as it is read here. */
const route = (capability: string | null) =>
  ({ type: 'route', decision: { capability } }) as unknown as MessagePart
const call = (id: string) => ({ type: 'tool', ref: { capability_id: id } }) as unknown as MessagePart
const text = { type: 'text', text: 'Done.' } as MessagePart

it('is the one that a turn was routed to', () => {
  expect(usedPackages([route('diary'), text])).toEqual(['diary'])
})

it('is every one whose tools an open turn used, each once, although it was routed to none', () => {
  const parts = [
    route(null),
    call('acp:diary/state.create'),
    text,
    call('acp:garden/look_up'),
    call('acp:diary/state.query'),
  ]
  expect(usedPackages(parts)).toEqual(['diary', 'garden'])
})

it('is none of servers, skills and built-in tools', () => {
  expect(usedPackages([route(null), call('mcp:files/read'), call('skill:acp/run'), call('system')])).toEqual(
    [],
  )
})
