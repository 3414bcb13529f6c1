import type { Writable } from 'node:stream'
import type { Language } from '../../contract/language.ts'
import {
  decidedLength,
  say,
  showHidden,
  splitHidden,
  type PhraseKey,
  type PhraseParams,
} from '../../text/index.ts'

/**
 * A command's output: text for a person, or JSON for a program. All texts may be foreign:
 * hidden characters are made visible, and a single-line text can't begin a new line.
 */
export interface Output {
  readonly json: boolean
  readonly language: Language
  /** A sentence; nothing in JSON mode. */
  say<K extends PhraseKey>(key: K, ...params: PhraseParams<K>): void
  /** A line, or the end of the line of pieces; nothing in JSON mode. */
  line(text?: string): void
  /** A text that may have several lines, each after `indent`; nothing in JSON mode. */
  lines(text: string, indent?: string): void
  /** The next piece of a text that arrives in pieces, up to the next line; nothing in JSON mode. */
  piece(text: string): void
  /** The result: as JSON in JSON mode, else whatever `human` writes. */
  result(value: unknown, human: () => void): void
}

export const createOutput = (input: { json: boolean; language: Language; stream: Writable }): Output => {
  const { json, language, stream } = input
  /** The end of the last piece, which the next one decides about. */
  let held = ''
  let isMidLine = false
  const lines = (text: string, indent = ''): void => {
    if (json) return
    const before = isMidLine && text !== '' ? `${held}\n` : held
    held = ''
    isMidLine = false
    writeText(stream, `${before}${indent}${text.replaceAll('\n', `\n${indent}`)}\n`)
  }
  const line = (text = ''): void => {
    lines(oneLine(text))
  }
  return {
    json,
    language,
    line,
    lines,
    say: (key, ...params) => {
      lines(sayOneLine(language, key, ...params))
    },
    piece: (text) => {
      if (json || text === '') return
      isMidLine = !text.endsWith('\n')
      // The held text is undecided: only the new piece can decide, so nothing is scanned twice.
      const decided = decidedLength(text)
      if (decided > 0) writeText(stream, held + text.slice(0, decided))
      held = decided > 0 ? text.slice(decided) : held + text
    },
    result: (value, human) => {
      if (json) writeText(stream, `${jsonText(value, 2)}\n`)
      else human()
    },
  }
}

/**
 * The only way to a terminal: hidden characters are shown (`\u{202e}`) instead of obeyed, so that nothing in a text moves
 * the cursor, turns the line round or stays unseen.
 */
export const writeText = (stream: Writable, text: string): void => {
  stream.write(showHidden(text.replaceAll('\r\n', '\n')))
}

/** A text within a line: its line breaks are shown as `\n`. */
export const oneLine = (text: string): string => text.replace(/\r?\n/g, '\\n')

/** A sentence whose parameters can't begin new lines. */
export const sayOneLine = <K extends PhraseKey>(
  language: Language,
  key: K,
  ...params: PhraseParams<K>
): string => {
  const [values = {}] = params
  const tame = Object.entries(values).map(([name, value]: [string, unknown]) => [
    name,
    typeof value === 'string' ? oneLine(value) : value,
  ])
  return say(language, key, ...([Object.fromEntries(tame)] as unknown as PhraseParams<K>))
}

/** JSON whose hidden characters are escapes of JSON: the same value, harmless for a terminal. */
export const jsonText = (value: unknown, indent?: number): string =>
  splitHidden(JSON.stringify(value ?? null, null, indent))
    .map(({ hidden, text }) => (hidden ? escaped(text) : text))
    .join('')

const escaped = (character: string): string =>
  character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')

/** Rows as aligned columns; the last column takes the remaining width. The content of a cell can't look like another cell. */
export const columns = (rows: readonly (readonly string[])[]): string[] => {
  const shown = rows.map((row) =>
    row.map((text, column) => {
      const cell = showHidden(oneLine(text).replaceAll('\t', '\\t'))
      return column === row.length - 1 ? cell : cell.replace(/\p{Zs}{2,}/gu, ' ')
    }),
  )
  const widths = (shown[0] ?? []).map((_, column) =>
    Math.max(...shown.map((row) => (row[column] ?? '').length)),
  )
  return shown.map((row) =>
    row
      .map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column] ?? 0)))
      .join('  ')
      .trimEnd(),
  )
}
