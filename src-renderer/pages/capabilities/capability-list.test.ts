import { describe, expect, it } from 'vitest'
import { capabilityItems, matching } from './capability-list.ts'
import { catalogueEntry, installedPackage } from './sample.ts'

describe('the list of capabilities', () => {
  it('offers from the catalogue only what is not installed, by title', () => {
    const { installed, offered } = capabilityItems(
      [installedPackage('note')],
      [catalogueEntry('note'), catalogueEntry('tasks'), catalogueEntry('bookmarks')],
    )
    expect(installed.map((item) => item.name)).toEqual(['note'])
    expect(offered.map((item) => item.name)).toEqual(['bookmarks', 'tasks'])
  })

  it('names the offer when the catalogue has another build of what is installed', () => {
    const other = catalogueEntry('note', { sha256: 'f'.repeat(64), version: '1.1.0' })
    expect(capabilityItems([installedPackage('note')], [other]).installed[0]?.offer?.review.version).toBe(
      '1.1.0',
    )
    expect(
      capabilityItems([installedPackage('note')], [catalogueEntry('note')]).installed[0]?.offer,
    ).toBeNull()
  })

  it('is searched by title, description and tool, whatever the width or case of the letters', () => {
    const { offered } = capabilityItems([], [catalogueEntry('note'), catalogueEntry('tasks')])
    expect(matching(offered, 'ＮＯＴＥ').map((item) => item.name)).toEqual(['note'])
    expect(matching(offered, 'state.create')).toHaveLength(2)
    expect(matching(offered, 'nothing like it')).toEqual([])
  })
})
