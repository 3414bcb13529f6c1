import { describe, expect, it } from 'vitest'
import type { ToolDefinition } from './definitions.ts'
import { sortTools } from './listed-tools.ts'

const tool = (name: string, more: Partial<ToolDefinition> = {}): ToolDefinition => ({
  name,
  inputSchema: { type: 'object' },
  ...more,
})
const refusedOf = (...tools: readonly ToolDefinition[]) =>
  sortTools(tools).refused.map(({ name, reason, like }) => [name, reason, like])

describe('the tools a server lists', () => {
  it('are used when their names are of MCP, and no two look alike', () => {
    const names = ['act', 'list_notes', 'notes.list', 'a-b', 'X', '7', 'a'.repeat(128)]
    const { tools, refused } = sortTools(names.map((name) => tool(name)))
    expect([...tools.keys()]).toEqual(names)
    expect(refused).toEqual([])
  })

  it.each([
    ['another script', '\u0430ct'],
    ['a blank at the end', 'act '],
    ['a zero-width character', 'a\u200Bct'],
    ['full-width letters', '\uFF41\uFF43\uFF54'],
    ['other case', 'Act'],
  ])('are refused both where one is the other in %s', (_what, twin) => {
    expect(refusedOf(tool('act'), tool('other'), tool(twin))).toMatchObject([
      ['act', 'look_alike', expect.stringContaining(twin)],
      [expect.stringContaining(twin), 'look_alike', 'act'],
    ])
    expect([...sortTools([tool('act'), tool('other'), tool(twin)]).tools.keys()]).toEqual(['other'])
  })

  it('are refused after the first one of the same name, which is used', () => {
    const first = tool('act', { description: 'The first.' })
    const { tools, refused, refusedByName } = sortTools([first, tool('other'), tool('act')])
    expect([...tools.keys()]).toEqual(['act', 'other'])
    expect(tools.get('act')).toBe(first)
    expect(refused).toEqual([{ name: 'act', reason: 'same_name', like: null, problem: null }])
    expect(refusedByName.has('act')).toBe(false)
  })

  it.each(['', ' ', 'with blank', '搜索', 'a/b', 'a\u202Eb', 'näme', 'a'.repeat(129)])(
    'are refused alone for the name %j',
    (name) => {
      expect(refusedOf(tool('act'), tool(name))).toEqual([
        [expect.stringContaining(name.slice(0, 64)), 'name', null],
      ])
    },
  )

  it('are shown with what tells them apart', () => {
    expect(refusedOf(tool('act'), tool('\u0430ct '))[1]).toEqual([
      '\u0430ct  (U+0430 U+0020)',
      'look_alike',
      'act',
    ])
  })

  it('are shown with the beginning of an endless name', () => {
    const [refused] = sortTools([tool('a'.repeat(5000))]).refused
    expect(refused?.name).toHaveLength(65)
  })

  it('are refused if their texts are too long to read', () => {
    expect(
      refusedOf(
        tool('one', { title: 'a'.repeat(257) }),
        tool('two', { description: 'a'.repeat(16_385) }),
        tool('huge', { inputSchema: { description: 'a'.repeat(66_000) } }),
        tool('three', { title: 'a'.repeat(256), description: 'a'.repeat(16_384) }),
      ),
    ).toEqual([
      ['one', 'too_long', null],
      ['two', 'too_long', null],
      ['huge', 'too_long', null],
    ])
  })

  it('are refused if checking their arguments would take too long', () => {
    const twice = (next: string) => ({ anyOf: [{ $ref: next }, { $ref: next }] })
    const $defs: Record<string, object> = { d30: { type: 'string' } }
    for (let at = 0; at < 30; at++) $defs[`d${String(at)}`] = twice(`#/$defs/d${String(at + 1)}`)
    const costly = tool('slow', {
      inputSchema: { type: 'object', $defs, properties: { a: { $ref: '#/$defs/d0' } } },
    })
    const { tools, refused, refusedByName } = sortTools([tool('fast'), costly])
    expect([...tools.keys()]).toEqual(['fast'])
    expect(refused).toEqual([
      {
        name: 'slow',
        reason: 'costly',
        like: null,
        problem: expect.stringContaining('inputSchema') as string,
      },
    ])
    expect(refusedByName.get('slow')).toBe(refused[0])
  })
})
