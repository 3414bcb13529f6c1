import { highlight } from './highlight/highlight.ts'

/** What is written on the buttons. */
export interface BlockLabels {
  readonly copyCode: string
  readonly copyTable: string
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
    frame(code.parentElement, labels.code, labels.copyCode, language)
  }
  for (const table of block.querySelectorAll('table')) frame(table, labels.table, labels.copyTable)
}

/** The box around code or a table, with a button in its corner. */
const frame = (content: HTMLElement | null, name: string, label: string, language?: string): void => {
  if (content === null) return
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
  const button = document.createElement('button')
  button.type = 'button'
  button.dataset['copy'] = ''
  button.textContent = label
  corner.append(button)
  content.replaceWith(box)
  scroller.append(content)
  box.append(scroller, corner)
}
