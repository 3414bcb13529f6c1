import { describe, expect, it } from 'vitest'
import {
  allOffersOf,
  instructionsOf,
  withEveryOffer,
  withGrant,
  withOffer,
  givenOf,
  isGiven,
  isSameGrant,
  lockedOf,
  withEvery,
  withItem,
} from './grants.ts'

const tool = (id: string) => ({
  id,
  kind: 'tool' as const,
  name: id,
  description: '',
  effect: 'none' as const,
})
const note = {
  source: 'acp:note',
  items: [{ ...tool('acp:note'), kind: 'skill' as const }, tool('acp:note/create'), tool('acp:note/query')],
}

describe('what is given to a program', () => {
  it('waits for the vault where a server of which something is given does', () => {
    const entries = [
      { id: 'mcp:files', title: 'files', health: 'locked' as const },
      { id: 'mcp:files-too', title: 'others', health: 'locked' as const },
      { id: 'mcp:open', title: 'open', health: 'ok' as const },
    ]
    expect(lockedOf(['mcp:files/read', 'mcp:open/*'], entries)).toEqual(['files'])
    expect(lockedOf(['mcp:files-too/*'], entries)).toEqual(['others'])
    expect(lockedOf(['resource:mcp:files/*'], entries)).toEqual(['files'])
    expect(lockedOf(['acp:note/*'], entries)).toEqual([])
  })

  it('by every tool covers the tools, and never the skill', () => {
    expect(note.items.map((item) => isGiven(['acp:note/*'], note, item))).toEqual([false, true, true])
    expect(givenOf(['acp:note', 'acp:note/query'], note)).toBe(2)
  })

  it('of resources and prompts are apart from those of tools', () => {
    const all = allOffersOf('resource', 'mcp:x')
    const ids = ['resource:mcp:x/a:1', 'resource:mcp:x/a:2']
    const some = ['mcp:x/*', 'prompt:mcp:x/p', 'resource:mcp:xy/a:1']
    expect(withEveryOffer([...some, ...ids], all, true)).toEqual([...some, all])
    expect(withEveryOffer([...some, all], all, false)).toEqual(some)
    expect(withOffer([...some, all], { all, ids, id: 'resource:mcp:x/a:1', on: false })).toEqual([
      ...some,
      'resource:mcp:x/a:2',
    ])
    expect(withOffer(some, { all, ids, id: 'resource:mcp:x/a:1', on: true })).toEqual([...some, ids[0]])
    expect(withGrant(['acp:note'], instructionsOf('acp:note'), true)).toEqual(['acp:note', 'prompt:acp:note'])
    expect(givenOf(['prompt:acp:note'], note)).toBe(0)
  })

  it('keeps the others when one of a whole source is removed', () => {
    expect(withItem(['mcp:x/y', 'acp:note/*'], note, { id: 'acp:note/create', on: false })).toEqual([
      'mcp:x/y',
      'acp:note/query',
    ])
    expect(withItem([], note, { id: 'acp:note', on: true })).toEqual(['acp:note'])
    expect(withItem(['acp:note', 'acp:note/*'], note, { id: 'acp:note', on: false })).toEqual(['acp:note/*'])
  })

  it('takes every tool at once, and lets the skill be', () => {
    expect(withEvery(['acp:note', 'acp:note/create'], note, true)).toEqual(['acp:note', 'acp:note/*'])
    expect(withEvery(['acp:note', 'acp:note/*', 'mcp:x/y'], note, false)).toEqual(['acp:note', 'mcp:x/y'])
    expect(isSameGrant(['a', 'b', 'a'], ['b', 'a'])).toBe(true)
  })
})
