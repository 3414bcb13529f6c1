import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isLogFile } from './log-files.ts'
import { openLogStream } from './log-stream.ts'
import { openLog } from './log.ts'

describe('the log', () => {
  let dir: string
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'satchel-'))
  })
  afterEach(() => {
    rmSync(dir, { recursive: true })
  })

  const read = (name = 'daemon.log') => readFileSync(join(dir, name), 'utf8')
  const linesOf = (name: string) => read(name).trimEnd().split('\n')

  it('starts a new file before one grows over 5 MB, and keeps five', () => {
    const { log, close } = openLog({ logsDir: dir, level: 'info' })
    const filler = 'x'.repeat(100_000)
    const lines = 300 // 30 MB
    for (let number = 0; number < lines; number++) log.info({ number, filler })
    close()
    const files = readdirSync(dir).sort()
    expect(files).toEqual(['daemon.1.log', 'daemon.2.log', 'daemon.3.log', 'daemon.4.log', 'daemon.log'])
    expect(files.every(isLogFile)).toBe(true)
    for (const name of files) expect(statSync(join(dir, name)).size).toBeLessThanOrEqual(5_000_000)

    const kept = [...files.slice(0, -1).reverse(), 'daemon.log'].flatMap(linesOf)
    const numbers = kept.map((line) => (JSON.parse(line) as { number: number }).number)
    // Whole lines, in order, with no gap, up to the last.
    expect(numbers).toEqual(numbers.map((_, index) => lines - numbers.length + index))
  })

  it('goes on in the file it finds, and removes what an earlier setting left', () => {
    writeFileSync(join(dir, 'daemon.log'), 'before\n')
    writeFileSync(join(dir, 'daemon.9.log'), 'old')
    writeFileSync(join(dir, 'notes.txt'), 'mine')
    const stream = openLogStream({ dir, maxBytes: 20, files: 3 })
    stream.write('one\n')
    expect(read()).toBe('before\none\n')
    stream.write('a line that is longer than a file may be\n')
    stream.close()
    expect(read()).toBe('a line that is longer than a file may be\n')
    expect(readdirSync(dir).sort()).toEqual(['daemon.1.log', 'daemon.log', 'notes.txt'])
  })

  it('is readable by its owner alone', () => {
    openLog({ logsDir: dir, level: 'info' }).close()
    expect(statSync(join(dir, 'daemon.log')).mode & 0o777).toBe(0o600)
  })

  it('never holds what a secret field says', () => {
    const { log, close } = openLog({ logsDir: dir, level: 'trace' })
    const secret = 'correct horse battery'
    for (const field of ['passphrase', 'secret', 'secretKey', 'privateKey', 'password', 'token', 'apiKey']) {
      log.info({ [field]: secret }, 'top')
      log.info({ input: { [field]: secret } }, 'one down')
      log.error({ call: { input: { [field]: secret } } }, 'two down')
      log.error({ err: Object.assign(new Error('no'), { details: { [field]: secret } }) }, 'in an error')
    }
    close()
    const lines = linesOf('daemon.log')
    expect(lines).toHaveLength(28)
    expect(lines.filter((line) => line.includes(secret))).toEqual([])
    expect(read()).toContain('[redacted]')
  })

  it('writes at the given level, or at info if the level is invalid', () => {
    const { log, close } = openLog({ logsDir: dir, level: 'loud' })
    log.debug('not this')
    log.info('but this')
    close()
    expect(linesOf('daemon.log')).toHaveLength(1)
  })

  it.skipIf(process.platform !== 'linux')('does not throw where a full disk takes nothing', () => {
    // Writing to this device fails with ENOSPC, as on a disk without room.
    symlinkSync('/dev/full', join(dir, 'daemon.log'))
    const stream = openLogStream({ dir, maxBytes: 10_000, files: 2 })
    for (let line = 0; line < 3; line++) stream.write('lost\n')
    stream.close()
    expect(readdirSync(dir)).toEqual(['daemon.log'])
  })
})
