import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { z } from 'zod'

const program = join(import.meta.dirname, 'testing', 'full-disk.ts')
const TIMEOUT = 240_000

const reportSchema = z.object({
  saved: z.string(),
  whenFull: z.string(),
  phase: z.object({ kind: z.string(), readOnly: z.object({ code: z.string() }).optional() }),
  conversations: z.int(),
  scopes: z.int(),
  refused: z.string(),
  doctor: z.string(),
  again: z.string(),
  after: z.object({ kind: z.string(), readOnly: z.unknown().optional() }),
})

/** Whether an ordinary user may mount a file system of a given size here. */
const hasSmallDisks =
  process.platform === 'linux' &&
  spawnSync('unshare', ['-Urm', 'mount', '-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', tmpdir()]).status === 0
if (!hasSmallDisks)
  process.stderr.write(
    'NOT TESTED: a daemon on a full disk. `unshare -Urm` with a tmpfs is not allowed on this machine.\n',
  )

it.skipIf(!hasSmallDisks).each(['SIGKILL', 'SIGTERM'])(
  'on a full disk, after %s, a daemon starts, shows everything, says why it saves nothing, and goes on once there is room',
  { timeout: TIMEOUT },
  (signal) => {
    const directory = mkdtempSync(join(tmpdir(), 'full-'))
    try {
      const script = `mount -t tmpfs -o size=24m tmpfs "$1" && "$2" "$3" "$1" "$4"`
      const { stdout, stderr } = spawnSync(
        'unshare',
        ['-Urm', 'sh', '-c', script, 'sh', directory, process.execPath, program, signal],
        { encoding: 'utf8' },
      )
      const line = stdout.trim().split('\n').at(-1) ?? ''
      if (!line.startsWith('{')) throw new Error(`it printed ${stdout}${stderr}`)
      const report = reportSchema.parse(JSON.parse(line))
      expect(report).toMatchObject({
        saved: 'done',
        whenFull: 'disk_full',
        phase: { kind: 'ready', readOnly: { code: 'disk_full' } },
        conversations: 1,
        refused: 'disk_full',
        again: 'done',
        after: { kind: 'ready' },
      })
      expect(report.scopes).toBeGreaterThan(0)
      expect(report.after.readOnly).toBeUndefined()
      expect(report.doctor).toMatch(/The disk with .*home is full: \d+ bytes are free/)
      expect(report.doctor).toContain('logs')
    } finally {
      rmSync(directory, { recursive: true, force: true })
    }
  },
)
