import { describe, expect, it } from 'vitest'
import { statusLook } from '../../../components/capability-status.ts'
import { capabilityItems, matching } from './capability-list.ts'
import { catalogueEntry, installedPackage, packageDifference } from '../../../testing/packages.ts'

describe('the list of capabilities', () => {
  it('offers from the catalogue only what is not installed, by title', () => {
    const { installed, offered } = capabilityItems(
      [installedPackage('note')],
      [catalogueEntry('note'), catalogueEntry('tasks'), catalogueEntry('bookmarks')],
    )
    expect(installed.map((item) => item.name)).toEqual(['note'])
    expect(offered.map((item) => item.name)).toEqual(['bookmarks', 'tasks'])
  })

  it('names a newer version of the catalogue, and the copy of the very file that is installed', () => {
    const of = (change: Parameters<typeof catalogueEntry>[1]) =>
      capabilityItems([installedPackage('note')], [catalogueEntry('note', change)]).installed[0]
    const newer = { sha256: 'f'.repeat(64), version: '1.1.0', difference: packageDifference() }
    expect(of(newer)?.update?.review.version).toBe('1.1.0')
    expect(of(newer)?.original).toBeNull()
    expect(of({ ...newer, difference: packageDifference({ direction: 'downgrade' }) })?.update).toBeNull()
    expect(of({})?.update).toBeNull()
    expect(of({})?.original?.id).toBe('note')
  })

  it('says what cannot be used, and whether a person or damage did it', () => {
    const look = (change: Parameters<typeof installedPackage>[1]) =>
      statusLook(installedPackage('note', change))?.word ?? null
    expect(look({})).toBeNull()
    expect(look({ status: 'disabled', disabledBy: 'user' })).toBe('switchedOff')
    expect(look({ status: 'disabled', disabledBy: 'damaged' })).toBe('damaged')
    expect(statusLook(null)).toBeNull()
  })

  it('is searched by title, description and tool, whatever the width or case of the letters', () => {
    const { offered } = capabilityItems([], [catalogueEntry('note'), catalogueEntry('tasks')])
    expect(matching(offered, 'ＮＯＴＥ').map((item) => item.name)).toEqual(['note'])
    expect(matching(offered, 'state.create')).toHaveLength(2)
    expect(matching(offered, 'nothing like it')).toEqual([])
  })
})
