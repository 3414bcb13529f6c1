import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { effort } from '../testing/effort.ts'

const program = join(import.meta.dirname, 'testing', 'full-disk.ts')
const TIMEOUT = 240_000
let directory = ''

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'satchel-full-'))
})
afterEach(() => {
  rmSync(directory, { recursive: true, force: true })
})

const reportSchema = z.object({
  outcomes: z.record(z.string(), z.array(z.string())),
  left: z.array(z.string()),
  backups: z.int(),
})

/** Whether an ordinary user may mount a file system of a given size here. */
const hasSmallDisks =
  process.platform === 'linux' &&
  spawnSync('unshare', ['-Urm', 'mount', '-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', tmpdir()]).status === 0
if (!hasSmallDisks)
  process.stderr.write(
    'NOT TESTED: backups on a full disk. `unshare -Urm` with a tmpfs is not allowed on this machine.\n',
  )

it.skipIf(!hasSmallDisks)(
  'a disk that fills up, at whichever write, leaves the earlier backups and the data whole, and nothing half made',
  () => {
    const script = `mount -t tmpfs -o size=32m tmpfs "$1" && "$2" "$3" "$1" "$4"`
    const rounds = String(effort(6, 80))
    const { stdout, stderr } = spawnSync(
      'unshare',
      ['-Urm', 'sh', '-c', script, 'sh', directory, process.execPath, program, rounds],
      { encoding: 'utf8' },
    )
    const line = stdout.trim().split('\n').at(-1) ?? ''
    if (!line.startsWith('{')) throw new Error(`it printed ${stdout}${stderr}`)
    const { outcomes, left, backups } = reportSchema.parse(JSON.parse(line))
    expect(left).toEqual([])
    for (const [name, all] of Object.entries(outcomes)) {
      expect(new Set(all), name).toEqual(new Set(['disk_full', 'done']))
      expect(all.at(-1), name).toBe('done')
    }
    expect(backups).toBe(2)
  },
  TIMEOUT,
)
