/** Starts the process of one model, and speaks with it. */
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { z } from 'zod'
import { onAbort } from '../../platform/abortable.ts'
import { appRoot } from '../../platform/app.ts'
import { spawnHeld } from '../../platform/processes.ts'
import type { watchTree } from '../../sandbox/index.ts'
import { readLines } from '../stream/lines.ts'
import type { EngineFacts, EngineLine, EngineOpening, EngineRequest } from './engine-lines.ts'
import { createInbox, type Inbox } from './inbox.ts'

/** Why a process isn't there, or no longer. */
export class EngineFailure extends Error {
  override readonly name = 'EngineFailure'
  readonly reason: 'unloadable' | 'memory' | 'ended'
  constructor(reason: EngineFailure['reason'], problem: string) {
    super(problem)
    this.reason = reason
  }
}

export type EndLine = Extract<EngineLine, { type: 'end' }>
export type WordsLine = Extract<EngineLine, { delta: string }>

/** A loaded model. Errors of its methods: `EngineFailure`. */
export interface Engine {
  /** Tokens it reads at once. */
  readonly window: number
  /** Ends early, without an error, when `signal` fires. */
  chat(request: Omit<ChatLine, 'type' | 'id'>, signal: AbortSignal): AsyncGenerator<WordsLine | EndLine>
  embed(texts: readonly string[]): Promise<readonly (readonly number[])[]>
  /** Ends the process; the memory is free at once. */
  end(): void
  /** Called once, when the process has ended, for whatever reason. */
  onEnd(listener: () => void): void
}
type ChatLine = Extract<EngineRequest, { type: 'chat' }>

/** Loading gigabytes from a slow disk. */
const LOAD_MS = 10 * 60_000
/** Characters kept of what the process writes besides. */
const SAID = 2000

const wordsSchema = z.object({ type: z.enum(['text', 'thinking']), id: z.int(), delta: z.string() })
const factsSchema = z.object({
  architecture: z.string().max(100),
  name: z.string().max(300).nullable(),
  size: z.string().max(40).nullable(),
  window: z.int().positive().nullable().catch(null),
  embeds: z.boolean(),
  thinks: z.boolean(),
})
/** It has read a file of others, so nothing it says is taken as it stands. */
const lineSchema: z.ZodType<EngineLine> = z.discriminatedUnion('type', [
  z.object({ type: z.literal('facts'), facts: factsSchema }),
  z.object({ type: z.literal('graphics'), bytes: z.number().nonnegative() }),
  z.object({ type: z.literal('ready'), window: z.int().positive() }),
  z.object({ type: z.literal('unready'), problem: z.string() }),
  wordsSchema,
  z.object({
    type: z.literal('end'),
    id: z.int(),
    promptTokens: z.int().nonnegative(),
    outputTokens: z.int().nonnegative(),
    isCut: z.boolean(),
  }),
  z.object({ type: z.literal('vectors'), id: z.int(), vectors: z.array(z.array(z.number()).min(1)) }),
  z.object({ type: z.literal('failed'), id: z.int(), problem: z.string() }),
])

/** The TypeScript file when run from source (Node strips the types), in a build the bundle of that name. */
const enginePath = import.meta.url.endsWith('.ts')
  ? join(appRoot, 'src-daemon', 'models', 'inside', 'engine.ts')
  : join(appRoot, 'out', 'main', 'model-engine.js')

/** What drivers and their libraries need; nothing of it is secret. */
const VARIABLES =
  /^(?:PATH|HOME|TMPDIR|TEMP|LD_LIBRARY_PATH|SystemRoot|CUDA_\w+|GGML_\w+|VK_\w+|XDG_RUNTIME_DIR)$/i

const environment = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      VARIABLES.test(name) && value !== undefined ? [[name, value]] : [],
    ),
  )

export interface EngineLimits {
  /** What it may hold in memory, beside the file itself. */
  readonly memoryBytes: number
  /** Looks how much that is. */
  readonly watchTree: typeof watchTree
}

interface Started {
  readonly inbox: Inbox<EngineLine>
  readonly write: (line: EngineOpening | EngineRequest) => void
  readonly end: (reason: EngineFailure | null) => void
  readonly onEnd: (listener: () => void) => void
}

/** The process, whose lines arrive in the inbox; it fails when the process ends. */
const start = async (
  opening: EngineOpening,
  { memoryBytes, watchTree: watch }: EngineLimits,
): Promise<Started> => {
  const held = await spawnHeld(
    {
      command: process.execPath,
      args: ['--disable-warning=ExperimentalWarning', enginePath],
      env: environment(),
      cwd: dirname(opening.file),
    },
    { diesWithParent: false },
  )
  const inbox = createInbox<EngineLine>()
  const listeners: (() => void)[] = []
  let reason: EngineFailure | null = null
  let isOver = false
  let said = ''
  held.stderr.on('data', (piece) => (said = `${said}${String(piece)}`.slice(-SAID)))
  const end = (why: EngineFailure | null): void => {
    reason ??= why
    if (!isOver) held.signal('SIGKILL')
  }
  const forget = watch({
    pid: held.pid,
    limitBytes: memoryBytes,
    exceeded: () => {
      end(new EngineFailure('memory', String(memoryBytes)))
    },
    failed: () => undefined, // a system that doesn't tell: the window is still limited
  })
  void held.ended.then(({ code, signal }) => {
    isOver = true
    forget()
    const problem = said.trim().split('\n').at(-1) ?? ''
    inbox.fail(
      reason ?? new EngineFailure('ended', problem === '' ? (signal ?? `exit ${String(code)}`) : problem),
    )
    for (const listener of listeners) listener()
  })
  void (async () => {
    for await (const text of readLines(Readable.toWeb(held.stdout) as ReadableStream<Uint8Array>)) {
      const line = readLine(text)
      if (line !== null) inbox.put(line)
    }
  })().catch((thrown: unknown) => {
    end(new EngineFailure('ended', String(thrown)))
  })
  const write = (line: EngineOpening | EngineRequest): void => {
    held.stdin.write(`${JSON.stringify(line)}\n`)
  }
  write(opening)
  return { inbox, write, end, onEnd: (listener) => listeners.push(listener) }
}

/** Null for what a library printed. */
const readLine = (text: string): EngineLine | null => {
  try {
    const read = lineSchema.safeParse(JSON.parse(text))
    return read.success ? read.data : null
  } catch {
    return null
  }
}

/** The first line, which says how the opening went. */
const opened = async ({ inbox, end }: Started): Promise<EngineLine> => {
  const timer = setTimeout(() => {
    end(new EngineFailure('unloadable', `${String(LOAD_MS / 1000)} s`))
  }, LOAD_MS)
  try {
    const line = await inbox.take()
    if (line.type === 'unready') throw new EngineFailure('unloadable', line.problem)
    return line
  } catch (thrown) {
    // A file can end the process that reads it.
    if (thrown instanceof EngineFailure && thrown.reason === 'ended')
      throw new EngineFailure('unloadable', thrown.message)
    throw thrown
  } finally {
    clearTimeout(timer)
  }
}

/** What a file says of itself. Errors: `EngineFailure`. */
export const inspectFile = async (
  opening: Omit<EngineOpening, 'purpose' | 'window'>,
  limits: EngineLimits,
): Promise<EngineFacts> => {
  const started = await start({ ...opening, purpose: 'inspect', window: 1 }, limits)
  try {
    const line = await opened(started)
    if (line.type !== 'facts') throw new EngineFailure('unloadable', line.type)
    return line.facts
  } finally {
    started.end(null)
  }
}

/** The graphics memory that models can use, in bytes. `folder` is any that exists. Errors: `EngineFailure`. */
export const measureGraphics = async (
  { folder, ...opening }: Pick<EngineOpening, 'module' | 'gpu'> & { readonly folder: string },
  limits: EngineLimits,
): Promise<number> => {
  const file = join(folder, 'none')
  const started = await start({ ...opening, purpose: 'measure', file, window: 1 }, limits)
  try {
    const line = await opened(started)
    if (line.type !== 'graphics') throw new EngineFailure('unloadable', line.type)
    return line.bytes
  } finally {
    started.end(null)
  }
}

/** Loads a model. Errors: `EngineFailure`. */
export const openEngine = async (opening: EngineOpening, limits: EngineLimits): Promise<Engine> => {
  const started = await start(opening, limits)
  const { inbox, write, end, onEnd } = started
  let ready: EngineLine
  try {
    ready = await opened(started)
    if (ready.type !== 'ready') throw new EngineFailure('unloadable', ready.type)
  } catch (thrown) {
    end(null)
    throw thrown
  }
  const running = new Map<number, Inbox<EngineLine>>()
  let last = 0
  void (async () => {
    for (;;) {
      const line = await inbox.take()
      if ('id' in line) running.get(line.id)?.put(line)
    }
  })().catch((thrown: unknown) => {
    for (const one of running.values()) one.fail(thrown)
    running.clear()
  })

  const request = (make: (id: number) => EngineRequest): { id: number; answers: Inbox<EngineLine> } => {
    last += 1
    const answers = createInbox<EngineLine>()
    if (inbox.failure() !== null) answers.fail(inbox.failure())
    running.set(last, answers)
    write(make(last))
    return { id: last, answers }
  }

  async function* chat(
    asked: Omit<ChatLine, 'type' | 'id'>,
    signal: AbortSignal,
  ): AsyncGenerator<WordsLine | EndLine> {
    const { id, answers } = request((own) => ({ ...asked, type: 'chat', id: own }))
    let isDone = false
    const stop = new EngineFailure('ended', 'stopped')
    const forget = onAbort(signal, () => {
      answers.fail(stop)
    })
    try {
      while (!isDone) {
        const line = await answers.take()
        if (line.type === 'failed') throw new EngineFailure('ended', line.problem)
        isDone = line.type === 'end'
        if (line.type === 'end' || 'delta' in line) yield line
      }
    } catch (thrown) {
      if (thrown !== stop) throw thrown
    } finally {
      forget()
      running.delete(id)
      if (!isDone) write({ type: 'stop', id })
    }
  }

  return {
    window: ready.window,
    chat,
    embed: async (texts) => {
      const { id, answers } = request((own) => ({ type: 'embed', id: own, texts }))
      try {
        const line = await answers.take()
        if (line.type === 'failed') throw new EngineFailure('ended', line.problem)
        return line.type === 'vectors' ? line.vectors : []
      } finally {
        running.delete(id)
      }
    },
    end: () => {
      end(null)
    },
    onEnd,
  }
}
