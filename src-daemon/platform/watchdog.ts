/**
 * Runs between the daemon and a program that the operating system would not end with it. A process of its own: the
 * daemon starts it as the leader of a process group, and it starts the program in that group, with its own standard
 * streams. When its pipe to the daemon closes, however the daemon ended, or when the program ends, it kills the group;
 * on Linux also any process that left the group but still has the mark of this run in its environment.
 */
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { createReadStream, readdirSync, readFileSync, writeSync } from 'node:fs'
import { handOver, streamsFor } from './handover.ts'
import type { HeldProgram, WatchdogReport } from './processes.ts'

const CONTROL = 3
const MARK = 'SATCHEL_RUN'
const MAX_ROUNDS = 50
const run = randomUUID()

const report = (message: WatchdogReport): void => {
  try {
    writeSync(CONTROL, `${JSON.stringify(message)}\n`)
  } catch {
    // The daemon has ended.
  }
}

/** Ends everything of this run, itself last. */
const endAll = (): void => {
  for (let round = 0; round < MAX_ROUNDS && endMarked() > 0; round += 1);
  if (process.platform === 'win32') process.exit()
  process.kill(-process.pid, 'SIGKILL')
}

/** A process that started a session of its own is not in our group, but its environment still has the mark. */
const endMarked = (): number => {
  if (process.platform !== 'linux') return 0
  let found = 0
  for (const name of readdirSync('/proc')) {
    const pid = Number(name)
    if (!Number.isInteger(pid) || pid === process.pid || !isMarked(pid)) continue
    try {
      process.kill(pid, 'SIGKILL')
      found += 1
    } catch {
      // It has ended meanwhile, which is what we want.
    }
  }
  return found
}

const isMarked = (pid: number): boolean => {
  try {
    return readFileSync(`/proc/${String(pid)}/environ`, 'latin1')
      .split('\0')
      .includes(`${MARK}=${run}`)
  } catch {
    return false // gone, or another user's
  }
}

const start = (program: HeldProgram): void => {
  const { command, args, env, cwd } = program
  const child = spawn(command, args, {
    env: { ...env, [MARK]: run },
    cwd,
    stdio: streamsFor('inherit', program),
    windowsHide: true,
  })
  handOver(child, program)
  child.once('spawn', () => {
    report({ kind: 'started' })
  })
  child.once('error', (error) => {
    const code = 'code' in error ? String(error.code) : 'unknown'
    report({ kind: 'failed', code, message: error.message })
    endAll()
  })
  child.once('exit', (code, signal) => {
    report({ kind: 'ended', code, signal })
    endAll()
  })
}

// The whole group gets the signal; the watchdog itself ends when the program has.
process.on('SIGTERM', () => undefined)

let received: string | null = ''
createReadStream('', { fd: CONTROL, encoding: 'utf8' })
  .on('data', (chunk) => {
    if (received === null) return
    received += String(chunk)
    const end = received.indexOf('\n')
    if (end === -1) return
    const line = received.slice(0, end)
    received = null
    start(JSON.parse(line) as HeldProgram) // from the daemon, the only one that holds the pipe
  })
  .on('error', endAll)
  .on('end', endAll)
