import { describe, expect, it } from 'vitest'
import type { ScopeSummary } from '../../../../src-daemon/contract/state.ts'
import { dayFrom, placeOf, secondsUntil, shareChoices } from './share-choices.ts'

const schema = (name: string, visibility: 'private' | 'shared' | 'public') => ({
  schemaUri: `did:nuwa:cap:diary:state:${name}#v1`,
  title: name,
  schema: {},
  presentation: { view: 'cards' as const, title: null, summary: null, date: null, done: null },
  visibility,
  count: 0,
  bytes: 0,
  conflicts: 0,
  invalid: 0,
})

it('offers for sharing what is not private', () => {
  const scope: ScopeSummary = {
    scope: 'sc:diary',
    owner: 'did:nuwa:cap:diary',
    title: 'Diary',
    schemas: [schema('Secret', 'private'), schema('Entry', 'shared'), schema('Place', 'public')],
  }
  expect(shareChoices([scope]).map(({ title, keeper }) => `${keeper}: ${title}`)).toEqual([
    'Diary: Entry',
    'Diary: Place',
  ])
})

describe('the end of sharing', () => {
  const noon = new Date(2026, 10, 26, 12).getTime()

  it('is the end of the day that was chosen', () => {
    expect(dayFrom(noon, 30)).toBe('2026-12-26')
    expect(secondsUntil('2026-11-26', noon)).toBe(12 * 3600 - 1)
    expect(secondsUntil('2026-11-25', noon)).toBe(0)
    expect(secondsUntil('', noon)).toBe(0)
  })
})

it('reads whose data a target is', () => {
  expect(placeOf('urn:nuwa:scope:did:key:z6Mk/did:nuwa:cap:diary/sc:diary')).toEqual({
    capUri: 'did:nuwa:cap:diary',
    scope: 'sc:diary',
  })
})
