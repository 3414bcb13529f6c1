import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { stopDaemon } from '../../src-daemon/client/index.ts'
import type { Frame } from '../frame.ts'

const root = join(import.meta.dirname, '../..')
const TIMEOUT_MS = 10 * 60_000

/** A start of this checkout with everything in place and, when asked for, of a fresh clone of its last commit. */
export const startColdAndWarm = async (
  frame: Frame,
  { cold, folder }: { cold: boolean; folder: string },
): Promise<void> => {
  if (cold) {
    const clone = join(folder, 'clone')
    const { status, stderr } = spawnSync('git', ['clone', '--quiet', root, clone], { encoding: 'utf8' })
    if (status !== 0) throw new Error(`git clone failed: ${stderr}`)
    await frame.compare({
      what: 'npm start, fresh clone to usable page',
      unit: 's',
      ours: () => timeStart(clone, join(folder, 'home-of-clone')),
      bar: { atMost: 180 },
      runs: 1,
    })
  }
  let run = 0
  await frame.compare({
    what: 'npm start, warm',
    unit: 's',
    ours: () => timeStart(root, join(folder, `home-${++run}`)),
    bar: { atMost: 5 },
    runs: 5,
  })
}

/** Seconds from `npm start -- --web` until the address it prints serves the page. */
const timeStart = async (checkout: string, home: string): Promise<number> => {
  mkdirSync(home, { mode: 0o700 })
  const env = { ...process.env, SATCHEL_HOME: home }
  const started = performance.now()
  const child = spawn('npm', ['start', '--', '--web'], {
    cwd: checkout,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const url = await firstAddress(child.stdout)
    const answer = await fetch(url)
    if (!answer.ok) throw new Error(`${url} answered ${answer.status}`)
    return (performance.now() - started) / 1000
  } finally {
    if (child.pid !== undefined && child.exitCode === null) {
      const gone = once(child, 'exit')
      process.kill(-child.pid, 'SIGINT')
      await gone
    }
    await stopDaemon(env)
  }
}

const firstAddress = (output: NodeJS.ReadableStream): Promise<string> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new Error('npm start printed no address in time'))
    }, TIMEOUT_MS)
    let text = ''
    output.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      const url = /http:\/\/127\.0\.0\.1:\d+\S*/.exec(text)?.[0]
      if (url === undefined) return
      clearTimeout(timer)
      resolve(url)
    })
    output.on('end', () => {
      clearTimeout(timer)
      reject(new Error(`npm start ended without an address and said:\n${text}`))
    })
  })
