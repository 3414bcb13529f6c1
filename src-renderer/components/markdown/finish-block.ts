import { highlight } from './highlight/highlight.ts'
import { previewKind } from './preview/preview-kind.ts'

/** What is written on the buttons. */
export interface BlockLabels {
  readonly copyCode: string
  readonly copyTable: string
  /** Shows what the code describes. */
  readonly preview: string
  readonly diagram: string
  /** Loads a picture from a host, and what follows from that. */
  readonly picture: (host: string) => { readonly label: string; readonly title: string }
  /** Names the box that scrolls. */
  readonly code: string
  readonly table: string
}

/** Gives a finished block what needs all of it: colours, formulas, buttons that copy, and boxes the keyboard can scroll. */
export const finishBlock = (block: HTMLElement, labels: BlockLabels): void => {
  const formulas = block.querySelectorAll<HTMLElement>('[data-math]')
  if (formulas.length > 0) void import('./formulas.ts').then(({ drawFormulas }) => drawFormulas(formulas))
  for (const code of block.querySelectorAll<HTMLElement>('pre > code')) {
    const { language } = code.dataset
    if (language !== undefined) void highlight(code, language)
    const corner = frame(code.parentElement, labels.code, labels.copyCode, language)
    const kind = previewKind(language ?? '', code.textContent)
    if (corner === null || kind === null) continue
    const button = buttonOf(kind === 'mermaid' ? labels.diagram : labels.preview)
    button.dataset['preview'] = kind
    button.ariaExpanded = 'false'
    corner.lastElementChild?.before(button)
  }
  for (const link of block.querySelectorAll<HTMLAnchorElement>('a[data-picture]')) {
    const url = URL.parse(link.getAttribute('href') ?? '')
    if (url?.protocol !== 'https:' && url?.protocol !== 'http:') continue
    const { label, title } = labels.picture(url.host)
    const button = buttonOf(label)
    button.className = 'markdown-picture'
    button.title = `${title}\n${url.href}`
    button.dataset['load'] = url.href
    link.after(' ', button)
  }
  for (const table of block.querySelectorAll('table')) frame(table, labels.table, labels.copyTable)
}

/** The box around code or a table, with a button in its corner, which is returned. */
const frame = (
  content: HTMLElement | null,
  name: string,
  label: string,
  language?: string,
): HTMLElement | null => {
  if (content === null) return null
  const box = document.createElement('div')
  box.className = 'markdown-box'
  const scroller = document.createElement('div')
  scroller.className = 'markdown-scroller'
  scroller.tabIndex = 0
  scroller.setAttribute('role', 'group')
  scroller.setAttribute('aria-label', language === undefined ? name : `${name}: ${language}`)
  const corner = document.createElement('div')
  corner.className = 'markdown-corner'
  if (language !== undefined) {
    const words = document.createElement('span')
    words.textContent = language.slice(0, 20)
    words.ariaHidden = 'true'
    corner.append(words)
  }
  const button = buttonOf(label)
  button.dataset['copy'] = ''
  corner.append(button)
  content.replaceWith(box)
  scroller.append(content)
  box.append(scroller, corner)
  return corner
}

const buttonOf = (label: string): HTMLButtonElement => {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = label
  return button
}
