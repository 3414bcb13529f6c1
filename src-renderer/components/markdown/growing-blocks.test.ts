import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { effort } from '../../../src-daemon/testing/effort.ts'
import { createGrowingBlocks } from './growing-blocks.ts'
import { markdownBlocks } from './markdown-html.ts'

const whole = (text: string): string[] => markdownBlocks(text).map(({ html }) => html)

/** Pieces that open, close, go on with or interrupt blocks. */
const piece = fc.constantFrom(
  ...[
    'a',
    'b c',
    ' ',
    '  ',
    '    ',
    '\n',
    '\n',
    '\n\n',
    '- ',
    '1. ',
    '10) ',
    '> ',
    '# ',
    '---',
    '===',
    '```',
    '~~~',
    '`',
  ],
  ...[
    '| a | b |',
    '|---|---|',
    '**',
    '_',
    '\t',
    '\\',
    '<b>',
    '&amp;',
    '![x](y)',
    '[x](https://x.example)',
    '+ ',
    '*',
    '[ ] ',
    '[x] ',
    '$',
    '$$',
    '\\[',
    '\\]',
    '\\(',
  ],
)
const text = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''))

describe('Markdown that grows', () => {
  it('shows at each length what the whole text until there would show', () => {
    fc.assert(
      fc.property(text, (said) => {
        const blocksOf = createGrowingBlocks()
        for (let end = 1; end <= said.length; end += 1)
          expect(blocksOf(said.slice(0, end), true)).toEqual(whole(said.slice(0, end)))
        expect(blocksOf(said, false)).toEqual(whole(said))
      }),
      // A second line that is no table's after all.
      { numRuns: effort(500, 20_000), examples: [['a\n| a | b |\n|---|---|a']] },
    )
  })

  it('reads a finished block only once', () => {
    const blocksOf = createGrowingBlocks()
    const first = blocksOf(`${'word '.repeat(1000)}\n\nsecond\n\nthird`, true)
    const next = blocksOf(`${'word '.repeat(1000)}\n\nsecond\n\nthird and more`, true)
    expect(next.slice(0, 2)).toEqual(first.slice(0, 2))
    expect(next[2]).toBe('<p>third and more</p>\n')
  })
})
