import type { PreviewKind } from './preview-kind.ts'

/** What is written around a preview. */
export interface PreviewLabels {
  /** That it isn't Satchel's. */
  readonly title: string
  readonly failed: string
  readonly slow: string
}

/** CSS pixels. What a preview asks for is held to these. */
const HEIGHT = { page: 360, least: 80, most: 640 } as const
/** Until it has to say that it shows something. */
const PATIENCE_MS = 20_000

/** What a preview says of itself: that it waits, that it shows something (of a height), or why it can't. */
type Said =
  | { readonly what: 'ready' }
  | { readonly what: 'shown'; readonly height: number | null }
  | { readonly what: 'problem'; readonly problem: string }

/**
 * Shows code as the page or picture it describes, in a frame of an origin of its own: its scripts reach neither the app
 * nor a network (`public/preview.html`, and the headers of that file). What is returned is removed to end it.
 */
export const openPreview = (kind: PreviewKind, text: string, labels: PreviewLabels): HTMLElement => {
  const box = document.createElement('div')
  box.className = 'markdown-preview'
  const title = document.createElement('p')
  title.textContent = labels.title
  const frame = document.createElement('iframe')
  frame.title = labels.title
  frame.setAttribute('sandbox', 'allow-scripts')
  frame.setAttribute('allow', "focus-without-user-activation 'none'")
  frame.referrerPolicy = 'no-referrer'
  frame.style.height = `${String(HEIGHT.page)}px`
  if (kind === 'html') frame.className = 'markdown-preview-page'
  frame.src = './preview.html'
  box.append(title, frame)

  const failed = (problem: string): void => {
    frame.remove()
    title.textContent = problem === '' ? labels.failed : `${labels.failed} ${problem}`
    end()
  }
  const hear = ({ source, data }: MessageEvent<unknown>): void => {
    if (!box.isConnected) end()
    if (source === null || source !== frame.contentWindow) return
    const message = saidIn(data)
    if (message === null) return
    if (message.what === 'ready') void send()
    else if (message.what === 'problem') failed(message.problem)
    else {
      const { height } = message
      if (height !== null && kind !== 'html')
        frame.style.height = `${String(Math.min(HEIGHT.most, Math.max(HEIGHT.least, height)))}px`
      end()
    }
  }
  const send = async (): Promise<void> => {
    const library = kind === 'mermaid' ? await diagramLibrary() : null
    // Its origin is opaque, so it can't be named.
    frame.contentWindow?.postMessage({ kind, text, library, dark: isDark() }, '*')
  }
  const end = (): void => {
    clearTimeout(waiting)
    removeEventListener('message', hear)
  }
  const waiting = setTimeout(() => {
    failed(labels.slow)
  }, PATIENCE_MS)
  addEventListener('message', hear)
  return box
}

/** Anything could be sent; null if it is nothing of that kind. */
const saidIn = (data: unknown): Said | null => {
  if (typeof data !== 'object' || data === null) return null
  if ('ready' in data) return { what: 'ready' }
  if ('problem' in data) return { what: 'problem', problem: String(data.problem).slice(0, 400) }
  if (!('shown' in data)) return null
  const height = data.shown
  return { what: 'shown', height: typeof height === 'number' && Number.isFinite(height) ? height : null }
}

const isDark = (): boolean => document.documentElement.classList.contains('dark')

/** The program that draws diagrams, as text: a frame of another origin can't load a file of the app. */
const diagramLibrary = async (): Promise<string> => (await import('mermaid/dist/mermaid.min.js?raw')).default
