import type { Readable } from 'node:stream'
import { lstatSync, readdirSync } from 'node:fs'
import { SatchelError } from '../../platform/errors.ts'
import { spawnHeld } from '../../platform/processes.ts'
import { onAbort } from '../../platform/abortable.ts'
import { watchTree } from '../../sandbox/index.ts'
import type { Sandbox, SandboxMount } from '../../sandbox/types.ts'
import type { SandboxGrants } from '../../contract/sandbox.ts'

/** A script to run: a file in a folder it may read, with a folder it may write. */
export interface ScriptRun {
  /** Name of the program that runs it, looked up like a server's. */
  readonly interpreter: string
  /** Its path inside `folder`. */
  readonly script: string
  readonly args: readonly string[]
  readonly stdin: string
  readonly folder: string
  readonly workFolder: string
  /** Hosts it may connect to over TLS. */
  readonly hosts: readonly string[]
  readonly signal: AbortSignal
}

/** The outcome of a run. Texts that were too long are cut, and marked as cut. */
export interface ScriptEnd {
  /** Null if it was stopped. */
  readonly code: number | null
  /** Why it was stopped; null if it ended by itself. */
  readonly ended: 'output' | 'memory' | 'processes' | 'room' | 'signal' | null
  readonly stdout: ScriptText
  readonly stderr: ScriptText
}

/** The output of a script. */
export interface ScriptText {
  readonly text: string
  /** The total number of bytes it wrote. */
  readonly bytes: number
  readonly cut: boolean
}

export interface ScriptLimits {
  /** Bytes kept of each of its two outputs. */
  readonly keptBytes: number
  /** Limit of both outputs together; a script that exceeds it is stopped. */
  readonly outputBytes: number
  /** Limit of its working folder, in bytes. */
  readonly roomBytes: number
  readonly memoryMiB: number
}

const LIMITS: ScriptLimits = {
  keptBytes: 48 * 1024,
  outputBytes: 16 * 1024 * 1024,
  roomBytes: 256 * 1024 * 1024,
  memoryMiB: 1024,
}
/** How often the size of the working folder is checked. */
const LOOK_EVERY_MS = 500
/** From a request to end until it is killed. */
const GRACE_MS = 1_000
/**
 * Where the two folders appear inside the sandbox, if it can mount them elsewhere: a place that no grant and
 * no program can include.
 */
const FOLDER_AT = '/run/skill'
const WORK_AT = '/run/work'

/**
 * Runs scripts, only in the operating system's sandbox: they see one folder to read, one to write, the
 * system's programs, and the hosts they were granted. Errors: `server_sandbox_missing`,
 * `server_program_missing`, `server_grant_refused`; the reason of `signal`.
 */
export const createScriptRunner =
  (sandbox: Sandbox, limits: ScriptLimits = LIMITS) =>
  async (run: ScriptRun): Promise<ScriptEnd> => {
    const { kind, problem } = await sandbox.status()
    if (kind === null)
      throw new SatchelError('server_sandbox_missing', { params: { problem: problem ?? '?' } })
    run.signal.throwIfAborted()
    const moves = kind === 'bubblewrap'
    const folder = moves ? FOLDER_AT : run.folder
    const work = moves ? WORK_AT : run.workFolder
    const mounts: SandboxMount[] = [
      { path: run.folder, at: folder, writable: false },
      { path: run.workFolder, at: work, writable: true },
    ]
    const prepared = await sandbox.prepare({
      command: run.interpreter,
      args: [`${folder}/${run.script}`, ...run.args],
      env: { SKILL_DIR: folder, WORK_DIR: work, PYTHONDONTWRITEBYTECODE: '1', PYTHONUNBUFFERED: '1' },
      cwd: work,
      grants: { ...NOTHING, hosts: [...run.hosts], memory: limits.memoryMiB },
      mounts,
    })
    try {
      const held = await spawnHeld(prepared, { diesWithParent: prepared.diesWithParent })
      return await watch(held, run, { ...limits, memoryBytes: prepared.memoryBytes })
    } finally {
      await prepared.release()
    }
  }

const NOTHING: SandboxGrants = { read: [], write: [], hosts: [], unsandboxed: false }

const watch = async (
  held: Awaited<ReturnType<typeof spawnHeld>>,
  { stdin, workFolder, signal }: ScriptRun,
  limits: ScriptLimits & { readonly memoryBytes: number },
): Promise<ScriptEnd> => {
  const early: { why: ScriptEnd['ended'] } = { why: null }
  let written = 0
  let grace: NodeJS.Timeout | undefined
  const end = (reason: ScriptEnd['ended']): void => {
    early.why ??= reason
    held.signal('SIGKILL')
  }
  const stop = (): void => {
    held.signal('SIGTERM')
    grace = setTimeout(() => {
      held.signal('SIGKILL')
    }, GRACE_MS)
  }
  const count = (bytes: number): void => {
    written += bytes
    if (written > limits.outputBytes) end('output')
  }
  const forgetSignal = onAbort(signal, stop)
  const forget = watchTree({
    pid: held.pid,
    limitBytes: limits.memoryBytes,
    exceeded: end,
    failed: () => undefined, // a system without this information: the deadline still applies
  })
  const room = setInterval(() => {
    if (sizeOfFolder(workFolder) > limits.roomBytes) end('room')
  }, LOOK_EVERY_MS)
  try {
    held.stdin.end(stdin)
    const [stdout, stderr, ended] = await Promise.all([
      kept(held.stdout, limits.keptBytes, count),
      kept(held.stderr, limits.keptBytes, count),
      held.ended,
    ])
    signal.throwIfAborted()
    if (sizeOfFolder(workFolder) > limits.roomBytes) end('room')
    return { code: ended.code, ended: early.why ?? (ended.code === null ? 'signal' : null), stdout, stderr }
  } finally {
    clearInterval(room)
    clearTimeout(grace)
    forget()
    forgetSignal()
  }
}

/** Reads a stream to its end and keeps its beginning. */
const kept = async (stream: Readable, most: number, count: (bytes: number) => void): Promise<ScriptText> => {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of stream) {
    const chunk = Buffer.from(part as Uint8Array) // a binary stream yields nothing else
    if (bytes < most) parts.push(chunk.subarray(0, most - bytes))
    bytes += chunk.length
    count(chunk.length)
  }
  return { text: Buffer.concat(parts).toString('utf8'), bytes, cut: bytes > most }
}

/** Maximum number of entries counted, and of folders in each other: a script that creates more has used up its space as well. */
const MAX_ENTRIES = 20_000
const MAX_DEPTH = 64

/**
 * Total size of the files in a folder, without following links; `Infinity` if the script made it uncountable: too many entries, too
 * deep, or unreadable. Files that disappear meanwhile count nothing.
 */
const sizeOfFolder = (folder: string): number => {
  let entries = 0
  const sizeOf = (path: Buffer, depth: number): number => {
    entries += 1
    if (entries > MAX_ENTRIES || depth > MAX_DEPTH) return Infinity
    const stat = lstatSync(path, { throwIfNoEntry: false })
    if (stat === undefined) return 0
    if (!stat.isDirectory()) return stat.size
    // As bytes: a name may be no text, and what is not found counts nothing.
    return readdirSync(path, { encoding: 'buffer' }).reduce(
      (sum, name) => (sum === Infinity ? sum : sum + sizeOf(Buffer.concat([path, SLASH, name]), depth + 1)),
      0,
    )
  }
  try {
    return sizeOf(Buffer.from(folder), 0)
  } catch (thrown) {
    // A folder that is gone meanwhile is counted the next time.
    return thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT' ? 0 : Infinity
  }
}

const SLASH = Buffer.from('/')
