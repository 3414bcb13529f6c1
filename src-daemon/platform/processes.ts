/** The one place that starts processes. Arguments are always a list: no shell ever reads them. */
import { spawn, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Duplex, Readable, Writable } from 'node:stream'
import { z } from 'zod'
import { onAbort } from './abortable.ts'
import { appRoot } from './app.ts'
import { handOver, streamsFor, type Handover } from './handover.ts'

/**
 * Starts a program that outlives this one: its own session, no inherited terminal. The caller reads its first output
 * from stdout, a pipe; an error while starting arrives as the child's `error` event. `input` is all that it reads.
 */
export const spawnDetached = (input: {
  command: string
  args: readonly string[]
  env: NodeJS.ProcessEnv
  input?: string | undefined
}): ChildProcess => {
  const child = spawn(input.command, input.args, {
    env: input.env,
    detached: true,
    stdio: [input.input === undefined ? 'ignore' : 'pipe', 'pipe', 'ignore'],
    windowsHide: true,
  })
  child.stdin?.on('error', () => undefined) // it ended without reading; how it ended is reported
  child.stdin?.end(input.input)
  return child
}

/** How a process ended. */
export interface ProcessEnd {
  readonly code: number | null
  readonly signal: string | null
}

/** A program that speaks over its standard streams. It and its descendants end with this process, however that ends. */
export interface HeldProcess {
  readonly pid: number
  readonly stdin: Writable
  readonly stdout: Readable
  readonly stderr: Readable
  /** Settles once, when the program itself has ended. */
  readonly ended: Promise<ProcessEnd>
  /** Signals the whole group: `SIGTERM` asks it to end, `SIGKILL` ends it. Does nothing once it has ended. */
  signal(name: 'SIGTERM' | 'SIGKILL'): void
}

export interface HeldProgram extends Handover {
  readonly command: string
  readonly args: readonly string[]
  /** Its whole environment; nothing of this process's own is added. */
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string
}

/**
 * Starts a program in its own process group. If the operating system does not end it with this process
 * (`diesWithParent`), a watchdog in between does: it holds a pipe to this process, and ends the group when the pipe
 * closes. Rejects with the system's error if the program cannot be started.
 */
export const spawnHeld = async (
  program: HeldProgram,
  options: { diesWithParent: boolean },
): Promise<HeldProcess> => {
  const child = options.diesWithParent ? spawnInGroup(program) : spawnWatched(program)
  const { pid, stdin, stdout, stderr } = child
  if (stdin === null || stdout === null || stderr === null || pid === undefined)
    throw await startFailure(child)
  const { started, ended } = options.diesWithParent
    ? { started: Promise.resolve(), ended: endOf(child) }
    : toldBy(child)
  await started
  // The pipe closes when the program ends, and `ended` already reports that.
  stdin.on('error', () => undefined)
  return {
    pid,
    stdin,
    stdout,
    stderr,
    ended,
    signal: (name) => {
      signalGroup(pid, name)
    },
  }
}

const spawnInGroup = (program: HeldProgram): ChildProcess => {
  const { command, args, env, cwd } = program
  const stdio = streamsFor('pipe', program)
  const child = spawn(command, args, { env, cwd, detached: true, stdio, windowsHide: true })
  handOver(child, program)
  return child
}

const spawnWatched = (program: HeldProgram): ChildProcess => {
  const child = spawn(process.execPath, [watchdogPath], {
    env: {},
    cwd: appRoot,
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
    windowsHide: true,
  })
  const control = controlOf(child)
  control?.on('error', () => undefined) // `ended` reports the reason
  control?.write(`${JSON.stringify(program)}\n`)
  return child
}

/** The TypeScript file when run from source (Node strips the types), in a build the bundle of that name. */
const watchdogPath = import.meta.url.endsWith('.ts')
  ? join(appRoot, 'src-daemon', 'platform', 'watchdog.ts')
  : join(appRoot, 'out', 'main', 'watchdog.js')

/** The pipe to the watchdog; Node types any stream after the three standard ones as readable or writable. */
const controlOf = (child: ChildProcess): Duplex | null => {
  const stream = child.stdio[3]
  return stream !== null && stream !== undefined && 'write' in stream && 'read' in stream
    ? (stream as Duplex) // it is both, as was just seen
    : null
}

const startFailure = (child: ChildProcess): Promise<unknown> =>
  new Promise((resolve) => {
    child.once('error', resolve)
  })

const endOf = (child: ChildProcess): Promise<ProcessEnd> =>
  new Promise((resolve) => {
    child.once('exit', (code, signal) => {
      resolve({ code, signal })
    })
  })

const watchdogReportSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('started') }),
  z.object({ kind: z.literal('failed'), code: z.string(), message: z.string() }),
  z.object({ kind: z.literal('ended'), code: z.int().nullable(), signal: z.string().nullable() }),
])
/** What the watchdog reports about the program it started. */
export type WatchdogReport = z.infer<typeof watchdogReportSchema>

/** `started` resolves when the watchdog has started the program, `ended` with how the program ended. */
const toldBy = (child: ChildProcess): { started: Promise<unknown>; ended: Promise<ProcessEnd> } => {
  const started = Promise.withResolvers<unknown>()
  const ended = Promise.withResolvers<ProcessEnd>()
  let rest = ''
  controlOf(child)
    ?.setEncoding('utf8')
    .on('data', (chunk: string) => {
      const lines = (rest + chunk).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        const report = watchdogReportSchema.parse(JSON.parse(line))
        if (report.kind === 'started') started.resolve(true)
        else if (report.kind === 'ended') ended.resolve({ code: report.code, signal: report.signal })
        else started.reject(Object.assign(new Error(report.message), { code: report.code }))
      }
    })
  void endOf(child).then((end) => {
    // If the watchdog itself was killed before it could report, nothing of its group is left to wait for.
    started.resolve(true)
    ended.resolve(end)
  })
  return { started: started.promise, ended: ended.promise }
}

/**
 * Stops a process, so that it starts no more children, and lists those it has. A sandbox moves its child into another
 * session and only a moment later ties it to itself; killing the sandbox in between would orphan the child.
 */
const stoppedChildren = (pid: number): readonly number[] => {
  try {
    process.kill(pid, 'SIGSTOP')
    const text = readFileSync(`/proc/${String(pid)}/task/${String(pid)}/children`, 'utf8')
    return text.trim().split(/\s+/).filter(Boolean).map(Number)
  } catch {
    return [] // it has ended, or this system has no /proc
  }
}

const signalGroup = (pid: number, name: NodeJS.Signals): void => {
  if (name === 'SIGKILL' && process.platform === 'linux')
    for (const child of stoppedChildren(pid)) signalOne(child, name)
  signalOne(process.platform === 'win32' ? pid : -pid, name)
}

/** A negative id means the whole group. Does nothing if there is no such process. */
const signalOne = (pid: number, name: NodeJS.Signals): void => {
  try {
    process.kill(pid, name)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

/** Bytes of each of its outputs that a program run to its end may write. */
const MAX_OUTPUT = 1024 * 1024

/**
 * Runs a program to its end, without input; `signal` ends it early. Never throws: `problem` has the failure, `said` all
 * that the program wrote to standard error.
 */
export const runToEnd = (
  program: HeldProgram,
  options: { timeoutMs: number; signal?: AbortSignal | undefined },
): Promise<{ problem: string | null; output: string; said: string }> =>
  new Promise((resolve) => {
    const { command, args, env, cwd } = program
    const child = spawn(command, args, { env, cwd, stdio: streamsFor('pipe', program), windowsHide: true })
    let failure: string | null = null
    const fail = (problem: string): void => {
      failure ??= problem
      // Descendants may hold them open.
      child.stdout?.destroy()
      child.stderr?.destroy()
      child.kill('SIGKILL')
    }
    const read = (stream: Readable | null): (() => string) => {
      const parts: Buffer[] = []
      let bytes = 0
      stream?.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes <= MAX_OUTPUT) parts.push(chunk)
        else fail(`${command}: more than ${String(MAX_OUTPUT)} bytes`)
      })
      return () => Buffer.concat(parts).toString('utf8')
    }
    const output = read(child.stdout)
    const said = read(child.stderr)
    const timer = setTimeout(() => {
      fail(`${command}: ${String(options.timeoutMs)} ms`)
    }, options.timeoutMs)
    const forget = onAbort(options.signal, () => {
      fail(String(options.signal?.reason))
    })
    child.once('error', ({ message }) => {
      fail(message)
    })
    child.once('close', (code, signal) => {
      clearTimeout(timer)
      forget()
      const how = code === 0 ? failure : (failure ?? `${command}: ${signal ?? `exit code ${String(code)}`}`)
      const first = said().trim().split('\n')[0] ?? ''
      resolve({ problem: how === null || first === '' ? how : first, output: output(), said: said() })
    })
    child.stdin?.on('error', () => undefined) // it ended before its input did
    child.stdin?.end()
    handOver(child, program)
  })

/** Whether a process with this id exists and has not ended. */
export const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return !isDefunct(pid)
  } catch (error) {
    // EPERM: it exists and belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Ended, and waiting for its parent to reap it: the first process of a container may take seconds. */
const isDefunct = (pid: number): boolean => {
  if (process.platform !== 'linux') return false
  try {
    const stat = readFileSync(`/proc/${String(pid)}/stat`, 'utf8')
    // The name before the state is in brackets, and may itself contain brackets.
    return stat.slice(stat.lastIndexOf(')') + 2).startsWith('Z')
  } catch {
    return false // no /proc, or the process is gone by now: the result of `kill` counts
  }
}
