import type { Language } from '../../contract/language.ts'
import { say, type PhraseKey, type PhraseParams } from '../../text/index.ts'

/** Where a command writes and how: text for a person, or JSON for a program. */
export interface Output {
  readonly json: boolean
  readonly language: Language
  /** A sentence; nothing in JSON mode. */
  say<K extends PhraseKey>(key: K, ...params: PhraseParams<K>): void
  /** A line; nothing in JSON mode. */
  line(text?: string): void
  /** The result: as JSON in JSON mode, else whatever `human` writes. */
  result(value: unknown, human: () => void): void
}

export const createOutput = (input: {
  json: boolean
  language: Language
  write: (text: string) => void
}): Output => {
  const line = (text = ''): void => {
    // Sanitized here, so that no command can forget it for texts of packages or models.
    if (!input.json) input.write(`${plain(text)}\n`)
  }
  return {
    json: input.json,
    language: input.language,
    line,
    say: (key, ...params) => {
      line(say(input.language, key, ...params))
    },
    result: (value, human) => {
      if (input.json) input.write(`${JSON.stringify(value, null, 2)}\n`)
      else human()
    },
  }
}

/** Rows as aligned columns; the last column takes the remaining width. */
export const columns = (rows: readonly (readonly string[])[]): string[] => {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  )
  return rows.map((row) =>
    row
      .map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column] ?? 0)))
      .join('  ')
      .trimEnd(),
  )
}

/**
 * Makes text from a package, a model or a tool harmless for a terminal: no control or bidi characters, no line
 * separators.
 */
export const plain = (text: string): string =>
  text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g, '�')
