import { describe, expect, it } from 'vitest'
import { countLines } from './diff-lines.ts'

describe('the lines of a difference', () => {
  it('are counted by what they do', () => {
    expect(
      countLines([
        { kind: 'same', text: 'a' },
        { kind: 'added', text: 'b' },
        { kind: 'added', text: '' },
        { kind: 'removed', text: 'c' },
        { kind: 'gap', text: '12 lines unchanged' },
      ]),
    ).toEqual({ added: 2, removed: 1 })
  })
})
