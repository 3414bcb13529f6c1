import { describe, expect, it } from 'vitest'
import { marketFile } from '../../../testing/marketplace.ts'
import { lineDifference, versionDifference } from './version-difference.ts'

const gap = (count: number) => `… ${String(count)}`

describe('what differs between two versions', () => {
  it('is nothing where they are the same', () => {
    const difference = versionDifference(marketFile('note'), marketFile('note'), gap)
    expect(difference).toMatchObject({ widens: [], prompt: [], schema: [], other: [] })
    expect(difference.tools).toEqual({ added: [], removed: [], changed: [] })
  })

  it('names first what the other one may do more', () => {
    const from = marketFile('note')
    const to = marketFile('note', {
      facts: {
        ...from.facts,
        permissions: [
          ...from.facts.permissions,
          { key: 'state.delete', text: 'Delete note', risk: 'medium' },
        ],
        hosts: ['api.example'],
      },
      tools: [
        { name: 'state.create', description: 'Makes one, really.', parameters: { type: 'object' } },
        { name: 'state.delete', description: 'Removes one.', parameters: {} },
      ],
    })
    const difference = versionDifference(from, to, gap)
    expect(difference.widens).toEqual(['Delete note', 'api.example'])
    expect(difference.tools).toMatchObject({
      added: ['state.delete'],
      removed: [],
      changed: [{ name: 'state.create', changes: ['description'] }],
    })
    expect(versionDifference(to, from, gap)).toMatchObject({
      widens: [],
      hosts: { removed: ['api.example'] },
    })
  })

  it('is shown line by line, with what is unchanged far from it left out and counted', () => {
    const before = Array.from({ length: 20 }, (_, at) => `line ${String(at)}`)
    const after = before.with(10, 'another')
    expect(lineDifference(before.join('\n'), after.join('\n'), gap)).toEqual([
      { kind: 'gap', text: '… 7' },
      ...['7', '8', '9'].map((at) => ({ kind: 'same', text: `line ${at}` })),
      { kind: 'removed', text: 'line 10' },
      { kind: 'added', text: 'another' },
      ...['11', '12', '13'].map((at) => ({ kind: 'same', text: `line ${at}` })),
      { kind: 'gap', text: '… 6' },
    ])
  })
})
