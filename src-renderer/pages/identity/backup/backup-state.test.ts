import { describe, expect, it } from 'vitest'
import { sampleKey } from '../../../testing/keys.ts'
import { backupState } from './backup-state.ts'

const EARLY = '2026-11-01T10:00:00.000Z'
const LATE = '2026-11-02T10:00:00.000Z'

describe('the state of the backup', () => {
  it('is none before the first', () => {
    expect(backupState([], true)).toEqual({ kind: 'none' })
    expect(backupState([sampleKey(), sampleKey()], false)).toEqual({ kind: 'none' })
  })

  it('counts the keys that came since', () => {
    expect(backupState([sampleKey({ backedUpAt: EARLY }), sampleKey(), sampleKey()], true)).toEqual({
      kind: 'behind',
      missing: 2,
      at: EARLY,
    })
  })

  it('is whole when every key that signs is in one, and the key of the data', () => {
    const keys = [
      sampleKey({ backedUpAt: EARLY }),
      sampleKey({ backedUpAt: LATE }),
      sampleKey({ retiredAt: EARLY }),
    ]
    expect(backupState(keys, false)).toEqual({ kind: 'whole', at: LATE })
    expect(backupState(keys, true)).toEqual({ kind: 'dataKey', at: LATE })
  })
})
