import { describe, expect, it } from 'vitest'
import { sampleKey } from '../../../testing/keys.ts'
import { keyMenu } from './key-menu.ts'

const labels = (change: Parameters<typeof sampleKey>[0]) =>
  keyMenu(sampleKey(change), () => undefined)
    .flat()
    .filter((item) => item.disabled !== true)
    .map((item) => item.label)

describe('what can be done with a key', () => {
  it('is everything for one of several', () => {
    expect(labels({})).toEqual(['Show QR code', 'Rename', 'Make default', 'Export', 'Rotate', 'Retire'])
  })

  it('leaves out what the owner’s and the default key cannot have', () => {
    expect(labels({ isOwner: true, isDefault: true })).toEqual(['Show QR code', 'Rename', 'Export', 'Rotate'])
    for (const account of [{ isChainAccount: true }, { wallet: 'evm' as const }])
      expect(labels(account)).toEqual(['Show QR code', 'Rename', 'Export', 'Retire'])
    expect(labels({ isDefault: true })).toEqual(['Show QR code', 'Rename', 'Export', 'Rotate'])
  })

  it('is looking, naming and keeping for a retired one', () => {
    expect(labels({ retiredAt: '2026-11-02T10:00:00.000Z' })).toEqual(['Show QR code', 'Rename', 'Export'])
  })
})
