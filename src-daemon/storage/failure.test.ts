import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { toSatchelError } from '../platform/errors.ts'
import { writeFailure } from './failure.ts'

const failedWith = (code: string): Error => Object.assign(new Error('disk I/O error'), { code })

it.skipIf(process.platform !== 'linux')(
  'takes a write that failed for a full disk where there is no room',
  () => {
    // A file system without room that every Linux has.
    const path = '/proc/state.db'
    for (const code of ['SQLITE_IOERR_WRITE', 'SQLITE_IOERR_FSYNC', 'SQLITE_IOERR_SHMSIZE'])
      expect(toSatchelError(writeFailure(path, failedWith(code)))).toMatchObject({
        code: 'disk_full',
        details: { systemCode: code, room: 0 },
      })
    // Room has nothing to do with reading.
    const reading = failedWith('SQLITE_IOERR_READ')
    expect(writeFailure(path, reading)).toBe(reading)
  },
)

it('takes it for a failed disk if there is space, or it is unknown', () => {
  const failed = failedWith('SQLITE_IOERR_WRITE')
  for (const path of [join(tmpdir(), 'state.db'), join(tmpdir(), 'is-not-there', 'state.db')]) {
    expect(writeFailure(path, failed)).toBe(failed)
    expect(toSatchelError(failed).code).toBe('disk_failed')
  }
})
