import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { createLineReader } from '../../mcp/index.ts'
import { SatchelError } from '../../platform/errors.ts'
import { spawnHeld, type HeldProcess } from '../../platform/processes.ts'
import type { CapAdapter } from './types.ts'

/** Bytes of one answer. */
const MAX_LINE = 8 * 1024 * 1024
const PROBE_MS = 5_000

const answerSchema = z.object({ id: z.int(), result: z.unknown(), error: z.string().optional() })
const countsSchema = z.object({ runs: z.int(), results: z.int() })

interface Waiting {
  readonly resolve: (value: unknown) => void
  readonly reject: (error: Error) => void
}

/**
 * A source as a program: a line of JSON in, a line of JSON out. `{"id", "method", "params"}` asks, `{"id", "result"}` answers, `{"id", "error"}`
 * says why it couldn't. Methods: `capability.list`, `capability.describe`, `capability.invoke`, and, if it counts calls,
 * `x_counts`. Errors: `conformance_source_unusable` if it can't be started.
 */
export const openCommandSource = async (input: {
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string
}): Promise<CapAdapter> => {
  const waiting = new Map<number, Waiting>()
  let next = 1
  let process: HeldProcess
  /** Answers to `invoke`, including late ones. */
  let results = 0
  const invokes = new Set<number>()

  const endAll = (problem: string): void => {
    for (const { reject } of waiting.values()) reject(new Error(problem))
    waiting.clear()
  }

  const take = (line: string): void => {
    const answer = readLine(line)
    if (answer === null) {
      endAll(`it wrote a line that is no answer: ${line.slice(0, 200)}`)
      return
    }
    if (invokes.has(answer.id)) results += 1
    const asked = waiting.get(answer.id)
    waiting.delete(answer.id)
    if (answer.error === undefined) asked?.resolve(answer.result)
    else asked?.reject(new Error(answer.error))
  }

  const start = async (): Promise<void> => {
    const started = await spawnHeld(input, { diesWithParent: false }).catch((cause: unknown) => {
      const problem = cause instanceof Error ? cause.message : String(cause)
      throw new SatchelError('conformance_source_unusable', {
        params: { source: input.command, problem },
        cause,
      })
    })
    process = started
    started.stderr.resume()
    const read = createLineReader({
      maxBytes: MAX_LINE,
      onLine: take,
      onTooLong: () => {
        endAll('it wrote a line of more than 8 MB')
        started.signal('SIGKILL')
      },
    })
    started.stdout.on('data', (chunk: Buffer) => {
      read(chunk)
    })
    void started.ended.then(({ code, signal }) => {
      if (process === started) endAll(`the program ended (${signal ?? `exit code ${String(code)}`})`)
    })
  }

  const ask = (method: string, params: unknown): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const id = next++
      if (method === 'capability.invoke') invokes.add(id)
      waiting.set(id, { resolve, reject })
      process.stdin.write(`${JSON.stringify({ id, method, params })}\n`)
    })

  const stop = async (): Promise<void> => {
    process.signal('SIGKILL')
    await process.ended
  }

  await start()
  const isCounting = await Promise.race([
    ask('x_counts', {}).then(
      (value) => countsSchema.safeParse(value).success,
      () => false,
    ),
    pause(PROBE_MS, false, { ref: false }),
  ])
  return {
    list: () => ask('capability.list', {}),
    describe: (capability_id, version) => ask('capability.describe', { capability_id, version }),
    invoke: (ref, value, { deadlineMs }) =>
      ask('capability.invoke', { ref, input: value, deadline_ms: deadlineMs }),
    restart: async () => {
      await stop()
      endAll('the program was ended')
      await start()
    },
    ...(isCounting && {
      counts: async () => ({ runs: countsSchema.parse(await ask('x_counts', {})).runs, results }),
    }),
    close: stop,
  }
}

const readLine = (line: string): z.infer<typeof answerSchema> | null => {
  try {
    return answerSchema.safeParse(JSON.parse(line)).data ?? null
  } catch {
    return null // the waiting call gets the error
  }
}
