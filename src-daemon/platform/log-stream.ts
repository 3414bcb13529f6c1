import { closeSync, fstatSync, openSync, readdirSync, renameSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { isLogFile } from './log-files.ts'

export interface LogStream {
  /** Accepts one complete line. */
  write(line: string): void
  close(): void
}

/**
 * Rotating log files in `dir`: before `daemon.log` would exceed `maxBytes` it becomes `daemon.1.log`, that one
 * `daemon.2.log`, and so on, up to `files` files in all. `write` hands the line to the system before it returns, so the
 * last lines before a crash are there. We do not use a library, because the available one takes a third of the start to
 * load.
 *
 * A full disk must not stop the user's work: lines that can't be written are counted, and the count is logged once
 * there is space again.
 */
export const openLogStream = (input: { dir: string; maxBytes: number; files: number }): LogStream => {
  const current = join(input.dir, 'daemon.log')
  const numbered = (number: number): string => join(input.dir, `daemon.${String(number)}.log`)
  let file = openSync(current, 'a', 0o600)
  let size = fstatSync(file).size
  let lost = 0

  const rotate = (): void => {
    for (let number = input.files - 1; number > 0; number--)
      moveIfThere(number === 1 ? current : numbered(number - 1), numbered(number))
    size = 0 // Reset even if no new file can be opened: the old one then takes another `maxBytes`, and nothing is rotated twice.
    const next = openSync(current, 'a', 0o600)
    closeSync(file)
    file = next
  }

  const put = (line: string): void => {
    const bytes = Buffer.from(line)
    const written = writeSync(file, bytes)
    size += written
    // A disk that fills up writes only the first part of a line, without an error.
    if (written < bytes.length) throw new Error('the disk took only a part of a line')
  }

  removeBeyond(input.dir, input.files)
  return {
    write: (line) => {
      try {
        if (size > 0 && size + Buffer.byteLength(line) > input.maxBytes) rotate()
        if (lost > 0)
          put(`${JSON.stringify({ level: 40, time: Date.now(), lost, msg: 'lines were lost' })}\n`)
        lost = 0
        put(line)
      } catch {
        lost += 1 // Counted, and reported as soon as a line can be written again; see above.
      }
    },
    close: () => {
      closeSync(file)
    },
  }
}

const moveIfThere = (from: string, to: string): void => {
  try {
    renameSync(from, to)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
}

/** Removes files with higher numbers, left by an earlier setting or by hand. */
const removeBeyond = (dir: string, files: number): void => {
  for (const name of readdirSync(dir)) {
    const number = /^daemon\.(\d+)\.log$/.exec(name)?.[1]
    if (isLogFile(name) && number !== undefined && Number(number) >= files)
      rmSync(join(dir, name), { force: true })
  }
}
