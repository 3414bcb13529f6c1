/** Attacks on a terminal by texts of others: whatever prints them, they move nothing, hide nothing and begin no line. */
import { Writable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { say } from '../../text/index.ts'
import { errorText } from './error-text.ts'
import { formQuestion } from './form-question.ts'
import { callerOf } from '../commands/activity.ts'
import { columns, createOutput, jsonText, type Output } from './output.ts'

const HOSTILE: readonly [string, string][] = [
  ['a cleared screen', '\u001b[2J\u001b[H'],
  ['colours', '\u001b[32mok\u001b[0m'],
  ['invisible letters', '\u001b[8mhidden\u001b[0m'],
  ['the line above', '\u001b[1A\u001b[2Kforged'],
  ['a link elsewhere', '\u001b]8;;https://evil.example\u001b\\shown\u001b]8;;\u001b\\'],
  ['a link ended by a bell', '\u001b]8;;https://evil.example\u0007shown\u001b]8;;\u0007'],
  ['the clipboard', '\u001b]52;c;ZXZpbA==\u0007'],
  ['the title', '\u001b]0;root@host\u0007'],
  ['a notification', '\u001b]9;forged\u0007'],
  ['a question to the terminal', '\u001b[6n\u001b[c\u001bZ'],
  ['a device string', '\u001bPq#0;2;0;0;0~\u001b\\'],
  ['an application string', '\u001b_Gf=100;AAAA\u001b\\'],
  ['a privacy message', '\u001b^x\u001b\\'],
  ['another screen', '\u001b[?1049h'],
  ['the mouse', '\u001b[?1000h'],
  ['pasted text', '\u001b[200~rm\u001b[201~'],
  ['a reset', '\u001bc'],
  ['another alphabet', '\u001b(0lqk\u000e'],
  ['C1: a sequence', '\u009b2J'],
  ['C1: a command', '\u009d52;c;ZXZpbA==\u009c'],
  ['C1: a device string', '\u0090q\u009c'],
  ['C1: next line', 'a\u0085Forged: yes'],
  ['C1: reverse index', '\u008dForged: yes'],
  ['a carriage return', 'evil.example\rgood.example'],
  ['many carriage returns', 'a\r\r\nForged: yes'],
  ['a line feed and a carriage return', 'a\n\rForged: yes'],
  ['backspaces', 'evil\b\b\b\bgood'],
  ['a delete', 'evil\u007f\u007f'],
  ['a vertical tab', 'a\u000bForged: yes'],
  ['a form feed', 'a\u000cForged: yes'],
  ['a NUL', 'a\u0000b'],
  ['a bell', '\u0007\u0007'],
  ['the end of a text', 'a\u0004\u001a'],
  ['text to the left', '\u202egnp.exe'],
  ['an embedding', '\u202b\u202ax\u202c'],
  ['an isolate', '\u2066\u2067\u2068x\u2069'],
  ['a mark of direction', '\u200e\u200f\u061c'],
  ['a line separator', 'a\u2028Forged: yes'],
  ['a paragraph separator', 'a\u2029Forged: yes'],
  ['no width', 'a\u200bb\u200cc\u200dd\ufeffe'],
  ['a word joiner', 'a\u2060b\u2061c'],
  ['a soft hyphen', 'pay\u00adpal'],
  ['fillers', 'a\u3164b\uffa0c\u115fd'],
  ['tags', 'a\u{e0041}\u{e007f}'],
  ['variation selectors', 'a\ufe00\ufe0f\u{e0100}'],
  ['private use', 'a\ue000\u{f0000}'],
  ['half a character', 'a\ud83d'],
  ['the other half', '\udc00a'],
  ['what is none', 'a\ufffe\uffff'],
  ['notes between lines', '\ufff9a\ufffab\ufffb'],
  ['musical control', '\u{1d173}a'],
  ['a joiner of graphemes', 'a\u034fb'],
  ['an old vowel', 'a\u17b4b'],
  ['a line break', 'a\nForged: yes'],
  ['a line break of Windows', 'a\r\nForged: yes'],
  ['many line breaks', `a${'\n'.repeat(200)}Forged: yes`],
  ['a very long line', `${'x'.repeat(100_000)}\u001b[2J`],
]
/** What no terminal may be sent. */
const OBEYED =
  /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}\p{Cn}\u115f\u3164\uffa0]|\u034f|\u17b4|(?!\ufe0f)\p{Variation_Selector}/u

const written = (write: (output: Output) => void, json = false): string => {
  let all = ''
  const stream = new Writable({
    decodeStrings: false,
    write: (chunk: string, _encoding, done) => {
      all += chunk
      done()
    },
  })
  write(createOutput({ json, language: 'en', stream }))
  return all
}
const pieces = (text: string, size: number): string[] =>
  Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
    text.slice(index * size, (index + 1) * size),
  )

describe.each(HOSTILE)('%s', (_what, text) => {
  it('is shown in a line, a sentence, a question, an error and a table', () => {
    const lines = [
      written((output) => {
        output.line(text)
      }),
      written((output) => {
        output.say('cli_server_chat_on', { uri: text })
      }),
      written((output) => {
        output.line(
          formQuestion(
            { tool: text, schema: { properties: { [text]: { title: text } } }, missing: [] },
            'en',
          ),
        )
      }),
      written((output) => {
        output.line(
          errorText({
            code: 'internal',
            message: text,
            action: text,
            params: {},
            details: null,
          } as never).replaceAll('\n', ' '),
        )
      }),
      written((output) => {
        for (const line of columns([[text, text, text]])) output.line(line)
      }),
    ]
    for (const line of lines) {
      expect(line).not.toMatch(OBEYED)
      expect(line.slice(0, -1)).not.toContain('\n')
      expect(line.endsWith('\n')).toBe(true)
    }
  })

  it('is shown where it may have several lines, each behind the mark for foreign text', () => {
    const all = written((output) => {
      output.lines(text, '  > ')
    })
    expect(all).not.toMatch(OBEYED)
    for (const line of all.split('\n').slice(0, -1)) expect(line.startsWith('  > ')).toBe(true)
  })

  it('is shown in whatever pieces it arrives', () => {
    const whole = written((output) => {
      output.lines(text)
    })
    for (const size of text.length > 1000 ? [1000] : [1, 2, 3, 7]) {
      const all = written((output) => {
        for (const piece of pieces(text, size)) output.piece(piece)
        output.line()
      })
      expect(all).not.toMatch(OBEYED)
      expect(all).toBe(whole)
    }
  })

  it('is unchanged in JSON, with harmless characters', () => {
    const all = written((output) => {
      output.result({ [text]: [text] }, () => undefined)
    }, true)
    expect(all).not.toMatch(OBEYED)
    expect(JSON.parse(all)).toEqual({ [text]: [text] })
    expect(jsonText(text)).not.toMatch(OBEYED)
  })
})

describe('a cell of a table', () => {
  it.each([
    ['tabs', 'mine\tallowed\tyes'],
    ['blanks', 'mine      allowed      yes'],
    ['blanks of no break', 'mine\u00a0\u00a0\u00a0allowed'],
    ['wide blanks', 'mine\u3000\u3000allowed'],
    ['blanks of many kinds', 'mine\u2003 \u2002\u2009allowed'],
    ['line breaks', 'mine\nallowed'],
  ])('does not look like two: %s', (_what, text) => {
    const [line = ''] = columns([
      [text, 'refused', 'x'],
      ['b', 'c', 'd'],
    ])
    expect(line.split(/[\p{Zs}\t]{2,}|\t/u)).toHaveLength(3)
  })

  it('is unchanged in the last column, where nothing follows', () => {
    expect(columns([['a', '{"b":"c  d"}']])).toEqual(['a  {"b":"c  d"}'])
  })
})

it('a sentence has no placeholders that a text could bring', () => {
  const uri = '{uri} {count, plural, one {x} other {y}} <why>no_such</why>'
  expect(say('en', 'cli_server_chat_on', { uri })).toContain(uri)
})

it.each(['renderer', 'cli', 'internal', 'agent', 'owner'])(
  'no program is listed as %s, whatever it calls itself',
  (name) => {
    expect(callerOf('mcp', name)).toBe(`mcp:${name}`)
    expect(callerOf('internal', name)).not.toBe(callerOf(name, null))
  },
)
