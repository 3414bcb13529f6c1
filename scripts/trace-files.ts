/**
 * Lists the files an operation enters, in order: `node scripts/trace-files.ts`. It runs `state.update` of one field, and
 * `chat.send` of one message that a model answers in words, and of one for which the built-in planner calls a tool; the
 * third time each, so that everything is loaded and prepared. A file counts if V8 reports a call of one of its functions.
 * `docs/architecture.md` shows the first two.
 */
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { Session, type Debugger, type Profiler } from 'node:inspector/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isMainThread, parentPort, Worker } from 'node:worker_threads'

const root = join(import.meta.dirname, '..')

/** A function of a product file that was called. */
interface Called {
  readonly url: string
  readonly start: Place
  readonly end: Place
}

interface Place {
  readonly lineNumber: number
  readonly columnNumber: number
}

const isProduct = (url: string): boolean =>
  url.startsWith('file://') && /^src-daemon\/(?!testing\/).*\.ts$/.test(relative(root, fileURLToPath(url)))

/** The functions that `work` calls. */
const calledBy = async (work: () => Promise<unknown>): Promise<readonly Called[]> => {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  await work()
  const { result } = await session.post('Profiler.takePreciseCoverage')
  await session.post('Debugger.enable')
  const called: Called[] = []
  for (const script of result.filter(({ url }) => isProduct(url))) {
    // As it runs: with types stripped.
    const { scriptSource } = await session.post('Debugger.getScriptSource', { scriptId: script.scriptId })
    called.push(...functionsOf(script, scriptSource))
  }
  session.disconnect()
  return called
}

const functionsOf = ({ url, functions }: Profiler.ScriptCoverage, source: string): Called[] =>
  functions
    .flatMap(({ ranges }) => ranges.slice(0, 1))
    // A range over the whole file is the module itself, which runs when it is loaded.
    .filter(({ count, startOffset, endOffset }) => count > 0 && endOffset - startOffset < source.length)
    .map(({ startOffset, endOffset }) => ({
      url,
      start: placeOf(source, startOffset),
      end: placeOf(source, endOffset),
    }))

const placeOf = (source: string, offset: number): Place => {
  const before = source.slice(0, offset).split('\n')
  return { lineNumber: before.length - 1, columnNumber: before.at(-1)?.length ?? 0 }
}

/**
 * The files of these functions in the order in which `work` enters them: another thread records it with breakpoints.
 */
const inOrder = async (
  called: readonly Called[],
  work: () => Promise<unknown>,
): Promise<readonly string[]> => {
  const watcher = new Worker(new URL(import.meta.url))
  watcher.postMessage(called)
  await once(watcher, 'message')
  await work()
  watcher.postMessage(null)
  const [entered] = (await once(watcher, 'message')) as [string[]]
  await watcher.terminate()
  const all = new Set([...entered, ...called.map(({ url }) => url)])
  return [...all].map((url) => relative(root, fileURLToPath(url)))
}

const watch = (): void => {
  const session = new Session()
  session.connectToMainThread()
  const scripts = new Map<string, string>()
  const files = new Map<string, string>()
  const entered = new Set<string>()
  const places = new Set<string>()
  session.on('Debugger.scriptParsed', ({ params: { url, scriptId } }) => scripts.set(url, scriptId))
  session.on('Debugger.paused', ({ params: { hitBreakpoints = [] } }) => {
    for (const breakpointId of hitBreakpoints) {
      entered.add(files.get(breakpointId) ?? '')
      void session.post('Debugger.removeBreakpoint', { breakpointId })
    }
    void session.post('Debugger.resume')
  })

  /** At the first position of the function where a debugger can pause. */
  const noteEntry = async ({ url, start, end }: Called): Promise<void> => {
    const scriptId = scripts.get(url) ?? ''
    const within: Debugger.GetPossibleBreakpointsParameterType = {
      start: { scriptId, ...start },
      end: { scriptId, ...end },
    }
    const { locations } = await session.post('Debugger.getPossibleBreakpoints', within)
    // The start of the function still belongs to the function around it.
    const location = locations.find(
      ({ lineNumber, columnNumber }) =>
        lineNumber > start.lineNumber || (columnNumber ?? 0) > start.columnNumber,
    )
    if (location === undefined) return
    // Of two functions, one within the other, both may have it.
    const place = `${scriptId}:${String(location.lineNumber)}:${String(location.columnNumber)}`
    if (places.has(place)) return
    places.add(place)
    const { breakpointId } = await session.post('Debugger.setBreakpoint', { location })
    files.set(breakpointId, url)
  }

  const begin = async (called: readonly Called[]): Promise<void> => {
    await session.post('Debugger.enable')
    for (const one of called) await noteEntry(one)
    parentPort?.postMessage('ready')
  }

  parentPort?.on('message', (called: readonly Called[] | null) => {
    if (called === null) parentPort?.postMessage([...entered])
    else void begin(called)
  })
}

/** A file's purpose: the first sentence of the comment at its top, else of its first exported function, else of its first comment. */
const purposeOf = (path: string): string => {
  const source = readFileSync(join(root, path), 'utf8')
  const comments = [/^\/\*\*((?:[^*]|\*(?!\/))*)\*\/\n(?:import |\n)/, FUNCTION, /^\/\*\*([\s\S]*?)\*\//m]
  const comment = comments.map((pattern) => pattern.exec(source)?.[1]).find((found) => found !== undefined)
  const text = (comment ?? '').replaceAll(/\s*\n\s*\* ?/g, ' ').trim()
  return /^.*?\.(?= |$)/.exec(text)?.[0] ?? text
}

/** A comment, and the exported function right below it. */
const FUNCTION =
  /^\/\*\*((?:[^*]|\*(?!\/))*)\*\/\nexport (?:async )?(?:function|const \w+(?:: [^=\n]+)? =\s+(?:async )?(?:<[^(]*>)?\()/m

/** Files of the rooms `apart` are only counted. */
const trace = async (
  title: string,
  work: () => Promise<unknown>,
  apart: readonly string[] = [],
): Promise<void> => {
  const first = new Set((await calledBy(work)).map(({ url }) => url))
  await work()
  const entered = await inOrder(await calledBy(work), work)
  const rooms = Map.groupBy(entered, (file) => file.split('/')[1] ?? '')
  const count = (room: string): string => `${room} ${String(rooms.get(room)?.length ?? 0)}`
  const files = entered.filter((file) => !apart.includes(file.split('/')[1] ?? ''))
  const counts = [...rooms.keys()].filter((room) => !apart.includes(room)).map(count)
  const others = apart.length === 0 ? '' : `, beside ${apart.map(count).join(' and ')}`
  process.stdout.write(
    `## ${title}: ${String(files.length)} files (${counts.join(', ')})${others}, ${String(first.size)} the first time\n\n`,
  )
  files.forEach((file, n) => {
    process.stdout.write(`${String(n + 1)}. \`${file.replace('src-daemon/', '')}\`: ${purposeOf(file)}\n`)
  })
  process.stdout.write('\n')
}

const traceUpdate = async (directory: string): Promise<void> => {
  const { access, openAt } = await import('../bench/state/ours.ts')
  const { noteOf, noteSchema } = await import('../bench/state/notes.ts')
  const { db, state } = openAt(join(directory, 'update.db'))
  state.registerSchema({ owner: access.owner, scope: access.scope, title: 'Note', schema: noteSchema })
  const { object } = state.create(access, { schemaUri: noteSchema.$id, object: { ...noteOf(1) } })
  let turn = 0
  await trace('`state.update` of one field', () => {
    const patch = { $set: { title: `title ${String(turn++)}` } }
    return Promise.resolve(state.update(access, { schemaUri: noteSchema.$id, id: object.id, patch }))
  })
  await state.close()
  db.close()
}

/** Messages in the conversation log before: so many that it is written once in several messages. */
const SAID_BEFORE = 40

/** A message that only has to be answered, without what the router and a real model would do. */
const traceWords = async (directory: string): Promise<void> => {
  const { note, openChat, say, scriptedModel } = await import('../src-daemon/testing/chat.ts')
  const model = scriptedModel(() => [say('Hello.')])
  const chat = openChat({ path: join(directory, 'words.db'), model, packages: [note], durable: true })
  for (let said = 0; said < SAID_BEFORE; said += 1) await chat.ask('hello there')
  await trace('`chat.send` of one message, answered in words', () => chat.ask('hello there'), [
    'router',
    'models',
  ])
  await chat.close()
}

const traceCall = async (directory: string): Promise<void> => {
  const { createPlanner } = await import('../src-daemon/models/planner/index.ts')
  const { note, openChat } = await import('../src-daemon/testing/chat.ts')
  const model = createPlanner()
  const chat = openChat({ path: join(directory, 'call.db'), model, packages: [note], durable: true })
  await trace('`chat.send` of one message, for which the built-in planner calls a tool', () =>
    chat.ask('add note about buying milk tomorrow'),
  )
  await chat.close()
}

if (isMainThread) {
  const directory = mkdtempSync(join(tmpdir(), 'satchel-trace-'))
  try {
    await traceUpdate(directory)
    await traceWords(directory)
    await traceCall(directory)
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
} else watch()
