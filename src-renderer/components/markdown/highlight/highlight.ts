import type { CodeToken } from './kinds.ts'

/** Longer code stays in one colour: its tokens would be too many elements. */
const MAX_LENGTH = 30_000
/** After this long a grammar hangs. Includes loading it, on a busy computer too. */
const TIMEOUT_MS = 15_000

type Lines = readonly (readonly CodeToken[])[] | null

let worker: Worker | null = null
let lastId = 0
const waiting = new Map<number, (lines: Lines) => void>()

/** Colours a `code` element by its language, as soon as that is known. Text and line breaks stay the same. */
export const highlight = async (code: HTMLElement, language: string): Promise<void> => {
  const text = code.textContent
  if (text.length > MAX_LENGTH) return
  const lines = await tokensOf(text, language)
  if (lines === null || code.textContent !== text) return
  const pieces = lines.flatMap((line, at) => [...(at === 0 ? [] : ['\n']), ...line.map(shown)])
  code.replaceChildren(...pieces)
}

const shown = ([text, kind]: CodeToken): Node | string => {
  if (kind === null) return text
  const span = document.createElement('span')
  span.className = `code-${kind}`
  span.textContent = text
  return span
}

const tokensOf = (code: string, language: string): Promise<Lines> => {
  worker ??= startWorker()
  lastId += 1
  const id = lastId
  worker.postMessage({ id, code, language })
  return new Promise((resolve) => {
    const timer = setTimeout(restart, TIMEOUT_MS)
    waiting.set(id, (lines) => {
      clearTimeout(timer)
      waiting.delete(id)
      resolve(lines)
    })
  })
}

const startWorker = (): Worker => {
  const started = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
  started.addEventListener('message', ({ data }: MessageEvent<{ id: number; tokens: Lines }>) => {
    waiting.get(data.id)?.(data.tokens)
  })
  return started
}

/** Ends a worker that hangs. What waited for it stays uncoloured. */
const restart = (): void => {
  worker?.terminate()
  worker = null
  for (const answer of [...waiting.values()]) answer(null)
}
