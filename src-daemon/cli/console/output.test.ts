import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Writable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { cpuTime } from '../../testing/cpu-time.ts'
import { cliEntry } from '../../testing/entries.ts'
import { say } from '../../text/index.ts'
import { columns, createOutput, jsonText, type Output } from './output.ts'

const written = (json: boolean) => {
  const chunks: string[] = []
  const stream = new Writable({
    decodeStrings: false,
    write: (chunk: string, _encoding, done) => {
      chunks.push(chunk)
      done()
    },
  })
  return { output: createOutput({ json, language: 'en', stream }), chunks }
}

describe('what a command writes', () => {
  it('is sentences for a person', () => {
    const { output, chunks } = written(false)
    output.say('cli_none')
    output.line('a line')
    output.result({ a: 1 }, () => {
      output.line('the result')
    })
    expect(chunks).toHaveLength(3)
    expect(chunks.join('')).toMatch(/\S.*\na line\nthe result\n$/)
  })

  it('is one JSON document for a program, and nothing else', () => {
    const { output, chunks } = written(true)
    output.say('cli_none')
    output.line('a line')
    output.result({ a: [1] }, () => {
      throw new Error('not for programs')
    })
    expect(JSON.parse(chunks.join(''))).toEqual({ a: [1] })
  })
})

describe('what is foreign', () => {
  const hostile = '\u001b[2Ja\nb\u202e'

  it.each<[string, (output: Output) => void, string]>([
    [
      'is one line where there is one',
      (output) => {
        output.line(hostile)
      },
      '\\u{1b}[2Ja\\nb\\u{202e}\n',
    ],
    [
      'begins no line within a sentence',
      (output) => {
        output.say('cli_server_chat_on', { uri: hostile })
      },
      say('en', 'cli_server_chat_on', { uri: '\\u{1b}[2Ja\\nb\\u{202e}' }) + '\n',
    ],
    [
      'is indented where it may have several',
      (output) => {
        output.lines(hostile, '  > ')
      },
      '  > \\u{1b}[2Ja\n  > b\\u{202e}\n',
    ],
    [
      'cannot hide between two pieces',
      (output) => {
        for (const piece of ['a\u001b', '[2J ❤', '\ufe0f \ud83d', '\ude00 می', '\u200cخ \u200b'])
          output.piece(piece)
        output.line()
      },
      'a\\u{1b}[2J ❤️ 😀 می\u200cخ \\u{200b}\n',
    ],
    [
      'is not continued by a line of ours',
      (output) => {
        output.piece('answer 1')
        output.line('a line')
      },
      'answer 1\na line\n',
    ],
  ])('%s', (_what, write, shown) => {
    const { output, chunks } = written(false)
    write(output)
    expect(chunks.join('')).toBe(shown)
  })

  it('in pieces takes as long as there are pieces, also where none of them decides', () => {
    const { output, chunks } = written(false)
    const started = cpuTime()
    for (let n = 0; n < 20_000; n++) output.piece('*')
    output.line()
    expect(cpuTime() - started).toBeLessThan(2_000)
    expect(chunks.join('')).toBe(`${'*'.repeat(20_000)}\n`)
  })

  it('is escaped in JSON, and means the same', () => {
    const value = { '\u202e': ['\u001b\u009b\u200b\u{e0041}\ud800', 'año 🧺'] }
    expect(jsonText(value)).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u)
    expect(jsonText(value)).toContain('año 🧺')
    expect(JSON.parse(jsonText(value, 2))).toEqual(value)
  })
})

describe('columns', () => {
  it('are as wide as their widest cell, without blanks at the end', () => {
    expect(
      columns([
        ['a', 'bbb', 'first'],
        ['aaa', 'b', ''],
      ]),
    ).toEqual(['a    bbb  first', 'aaa  b'])
  })

  it('are aligned by what is shown', () => {
    expect(
      columns([
        ['\u202e', 'x'],
        ['abcdefghij\n', 'y'],
      ]),
    ).toEqual(['\\u{202e}      x', 'abcdefghij\\n  y'])
  })

  it('are empty without rows', () => {
    expect(columns([])).toEqual([])
  })
})

it('ends without an error when the reader closes the pipe', async () => {
  const child = spawn(process.execPath, [cliEntry, '--help'], { stdio: ['ignore', 'pipe', 'pipe'] })
  child.stdout.destroy()
  let complaint = ''
  child.stderr.on('data', (chunk) => (complaint += String(chunk)))
  expect(await once(child, 'close')).toEqual([0, null])
  expect(complaint).toBe('')
})
