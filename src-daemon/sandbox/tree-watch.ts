import { readdir, readFile } from 'node:fs/promises'
import { runToEnd } from '../platform/processes.ts'

/** The interval between two checks. A program can exceed its limit by what it allocates in between. */
const EVERY_MS = 500

/** Most processes of a program and all it starts: room for a browser, and the end of a fork bomb. */
export const MAX_TASKS = 1024

/**
 * Watches a program and its descendants until they exceed the limit of memory, or `MAX_TASKS`. The system's own limits of memory
 * count addresses, of which some runtimes reserve gigabytes they never use; not every system counts the processes of a tree.
 * Returns a function that stops watching.
 */
export const watchTree = (input: {
  readonly pid: number
  readonly limitBytes: number
  readonly exceeded: (what: 'memory' | 'processes') => void
  readonly failed: (problem: string) => void
}): (() => void) => {
  const { pid, limitBytes, exceeded, failed } = input
  let stopped = false
  let timer: NodeJS.Timeout | undefined

  const look = async (): Promise<void> => {
    const tree = await sizeOfTree(pid)
    if (stopped) return
    // A system that does not report it now will not later.
    if (tree === null) failed('the system does not tell')
    else if (tree.bytes > limitBytes) exceeded('memory')
    else if (tree.processes > MAX_TASKS) exceeded('processes')
    else again()
  }
  const again = (): void => {
    timer = setTimeout(() => {
      look().catch((thrown: unknown) => {
        failed(thrown instanceof Error ? thrown.message : String(thrown))
      })
    }, EVERY_MS)
    timer.unref()
  }

  again()
  return () => {
    stopped = true
    clearTimeout(timer)
  }
}

const KIB = 1024

interface TreeSize {
  readonly bytes: number
  readonly processes: number
}

/**
 * The memory of a process and its descendants, and how many they are: on Linux the private memory (no mapped files, which programs
 * share), on macOS the resident memory. Processes that left the tree do not count. Null if the system does not report
 * it.
 */
const sizeOfTree = async (pid: number): Promise<TreeSize | null> => {
  if (process.platform === 'linux') return ofTreeInProc(pid)
  if (process.platform === 'darwin') return ofTreeInList(pid)
  return null
}

const ofTreeInProc = async (root: number): Promise<TreeSize> => {
  let [bytes, processes] = [0, 0]
  const waiting = [root]
  // One too many is enough to decide.
  for (; waiting.length > 0 && processes <= MAX_TASKS; processes += 1) {
    const pid = String(waiting.pop())
    const status = await readIfThere(`/proc/${pid}/status`)
    for (const [, kib] of status.matchAll(/^Rss(?:Anon|Shmem):\s+(\d+) kB$/gm)) bytes += Number(kib) * KIB
    // Each thread has its own children.
    for (const thread of await namesIfThere(`/proc/${pid}/task`)) {
      const children = await readIfThere(`/proc/${pid}/task/${thread}/children`)
      waiting.push(...children.split(' ').filter(Boolean).map(Number))
    }
  }
  return { bytes, processes }
}

const ofTreeInList = async (root: number): Promise<TreeSize | null> => {
  const { problem, output } = await runToEnd(
    { command: '/bin/ps', args: ['-axo', 'pid=,ppid=,rss='], env: {}, cwd: '/' },
    { timeoutMs: 10_000 },
  )
  if (problem !== null) return null
  const rows = output.split('\n').map((line) => line.trim().split(/\s+/).map(Number))
  const tree = new Set([root])
  // A child may be listed before its parent, so repeat until nothing new is found.
  for (let before = 0; before !== tree.size;) {
    before = tree.size
    for (const [pid = 0, parent = 0] of rows) if (tree.has(parent)) tree.add(pid)
  }
  const bytes = rows.reduce((sum, [pid = 0, , kib = 0]) => (tree.has(pid) ? sum + kib * KIB : sum), 0)
  return { bytes, processes: tree.size }
}

/** Processes may end while we read them; an ended one uses nothing. */
const readIfThere = async (path: string): Promise<string> => readFile(path, 'utf8').catch(ifGone(''))
const namesIfThere = async (path: string): Promise<string[]> => readdir(path).catch(ifGone<string[]>([]))

const ifGone =
  <T>(nothing: T) =>
  (thrown: unknown): T => {
    const code = thrown instanceof Error && 'code' in thrown ? thrown.code : undefined
    if (code === 'ENOENT' || code === 'ESRCH') return nothing
    throw thrown
  }
