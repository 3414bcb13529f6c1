import { describe, expect, it } from 'vitest'
import { sampleKey } from '../../../testing/keys.ts'
import { backupState } from './backup-state.ts'

const EARLY = '2026-11-01T10:00:00.000Z'
const LATE = '2026-11-02T10:00:00.000Z'

describe('the state of the backup', () => {
  it('is none before the first', () => {
    expect(backupState([])).toEqual({ kind: 'none' })
    expect(backupState([sampleKey(), sampleKey()])).toEqual({ kind: 'none' })
  })

  it('counts the keys that came since', () => {
    expect(backupState([sampleKey({ backedUpAt: EARLY }), sampleKey(), sampleKey()])).toEqual({
      kind: 'behind',
      missing: 2,
      at: EARLY,
    })
  })

  it('is whole when every key that signs is in one', () => {
    expect(
      backupState([
        sampleKey({ backedUpAt: EARLY }),
        sampleKey({ backedUpAt: LATE }),
        sampleKey({ retiredAt: EARLY }),
      ]),
    ).toEqual({ kind: 'whole', at: LATE })
  })
})
