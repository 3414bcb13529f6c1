import { memoryOfTree } from '../platform/process-memory.ts'

/** How often is looked. What is taken in between is what a program can exceed its limit by. */
const EVERY_MS = 500

/**
 * Looks at the memory of a program and all it started, until it takes more than it may or nobody is interested any more: limits of the
 * system count addresses, of which some runtimes reserve gigabytes they never use. Gives the way to end it.
 */
export const watchMemory = (input: {
  readonly pid: number
  readonly limitBytes: number
  readonly exceeded: () => void
  readonly failed: (problem: string) => void
}): (() => void) => {
  const { pid, limitBytes, exceeded, failed } = input
  let stopped = false
  let timer: NodeJS.Timeout | undefined

  const look = async (): Promise<void> => {
    const bytes = await memoryOfTree(pid)
    if (stopped) return
    // A system that does not tell now will not tell later.
    if (bytes === null) failed('the system does not tell')
    else if (bytes > limitBytes) exceeded()
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
