import { describe, expect, it } from 'vitest'
import { sampleKey } from '../../../testing/keys.ts'
import { FEW, shownKeys } from './shown-keys.ts'

const keys = Array.from({ length: 50 }, (_, at) =>
  sampleKey({
    keyId: String(at),
    label: at === 40 ? 'Clé de María' : `Key ${String(at)}`,
    retiredAt: at > 47 ? 'then' : null,
  }),
)

describe('the keys that are shown', () => {
  it('are few until all are asked for, and the retired ones apart', () => {
    const few = shownKeys(keys, { search: '', all: false })
    expect([few.active.length, few.more, few.retired.length]).toEqual([FEW, 48 - FEW, 2])
    const all = shownKeys(keys, { search: '', all: true })
    expect([all.active.length, all.more]).toEqual([48, 0])
  })

  it('are found by their label, whatever its accents and case, or by their DID', () => {
    expect(shownKeys(keys, { search: ' MARIA ', all: false }).active.map((key) => key.keyId)).toEqual(['40'])
    expect(shownKeys(keys, { search: 'z6MkhaXg', all: false }).active).toHaveLength(48)
    expect(shownKeys(keys, { search: 'nowhere', all: false }).active).toEqual([])
  })
})
