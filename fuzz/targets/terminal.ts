import { Writable } from 'node:stream'
import { columns, createOutput, jsonText } from '../../src-daemon/cli/console/output.ts'
import { showHidden, splitHidden } from '../../src-daemon/text/index.ts'
import { inPieces } from '../engine/answering.ts'
import { promised } from '../engine/promised.ts'
import type { Target } from '../engine/target.ts'

/** Bytes that move a cursor, reverse a line or are invisible: a terminal must get none of them. */
const CONTROL =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]|[\ud800-\udfff]|[\u{e0000}-\u{e0fff}]/u

/** Foreign text on a terminal. */
export const target: Target = {
  maxBytes: 1024,
  seeds: () => [
    'plain\ntwo lines\r\n\ttabbed',
    '\u001b[31mred\u001b[0m\u001b]8;;https://x\u0007link\u0007\b\r',
    'a\u202eb\u2066c\u2069 \u200b\u200d\u2060\ufeff\u00ad',
    '👩‍👩‍👧 ❤️ 1️⃣ 🏴\u{E0067}\u{E0062}\u{E007F} 漢字',
    'نمی‌خواهم श्री क्‍ष \u200c\u200d',
    '\u0085\u009b31m\u2028\u2029\u{E0041}\uFFA0\u3164',
    'half \ud83d',
  ],
  run: (input) => {
    const text = input.toString('utf8')
    for (const json of [false, true]) {
      const written = collected(json, (output) => {
        output.line(text)
        output.lines(text, '  ')
        output.say('cli_ask', { question: text })
        output.result({ [text]: [text] }, () => {
          for (const row of columns([
            ['a', text],
            [text, 'b'],
          ]))
            output.line(row)
        })
      })
      promised(!CONTROL.test(written), 'nothing on a terminal controls it')
      if (json)
        promised(
          JSON.stringify(JSON.parse(written)) === JSON.stringify({ [text]: [text] }),
          'JSON is the same value',
        )
    }
    promised(
      splitHidden(text)
        .map((part) => part.text)
        .join('') === text,
      'the parts of a text are the text',
    )
    promised(JSON.parse(jsonText(text)) === text, 'JSON is the same text')
    // Characters, not bytes: a piece is a text of its own.
    const pieces = inPieces(Buffer.from(text, 'utf16le')).map((piece) =>
      Buffer.from(piece).toString('utf16le'),
    )
    const shown = collected(false, ({ piece, line }) => {
      for (const one of pieces) piece(one)
      line()
    })
    const whole = collected(false, ({ piece, line }) => {
      piece(pieces.join(''))
      line()
    })
    promised(shown === whole, 'a text in pieces is shown as the whole')
    promised(showHidden(shown) === shown, 'what is shown has nothing hidden')
  },
}

const collected = (json: boolean, write: (output: ReturnType<typeof createOutput>) => void): string => {
  const parts: string[] = []
  const stream = new Writable({
    decodeStrings: false,
    write: (chunk: string, _encoding, done) => {
      parts.push(chunk)
      done()
    },
  })
  write(createOutput({ json, language: 'en', stream }))
  return parts.join('')
}
