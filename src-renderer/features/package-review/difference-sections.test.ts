import { describe, expect, it } from 'vitest'
import { packageDifference } from '../../testing/packages.ts'
import { isChanged, sectionsOf } from './difference-sections.ts'

describe('the parts of a difference', () => {
  it('are six, and without changes all of them are still', () => {
    expect(sectionsOf(packageDifference()).map(({ name }) => name)).toEqual([
      'permissions',
      'hosts',
      'tools',
      'prompt',
      'schema',
      'other',
    ])
    expect(sectionsOf(packageDifference()).some(isChanged)).toBe(false)
  })

  it('count what comes, goes and changes, and how long it is to read', () => {
    const lines = [
      { kind: 'removed' as const, text: 'a' },
      { kind: 'added' as const, text: 'b' },
      { kind: 'same' as const, text: 'c' },
    ]
    const sections = sectionsOf(
      packageDifference({
        tools: { added: ['x'], removed: [], changed: [{ name: 'y', changes: ['parameters'], lines }] },
        prompt: lines,
      }),
    )
    expect(sections.filter(isChanged)).toEqual([
      { name: 'tools', added: 1, removed: 0, changed: 1, length: 4 },
      { name: 'prompt', added: 1, removed: 1, changed: 0, length: 3 },
    ])
  })
})
