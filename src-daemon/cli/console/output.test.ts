import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { cliEntry } from '../../testing/entries.ts'
import { columns, createOutput, plain } from './output.ts'

const written = (json: boolean) => {
  const chunks: string[] = []
  return { output: createOutput({ json, language: 'en', write: (text) => chunks.push(text) }), chunks }
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

it('makes every line harmless for a terminal', () => {
  const { output, chunks } = written(false)
  output.line('\u001b[2Jtitle\u202e')
  expect(chunks.join('')).toBe('�[2Jtitle�\n')
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

  it('are none where there are no rows', () => {
    expect(columns([])).toEqual([])
  })
})

describe('plain text', () => {
  it.each([
    ['an escape that moves the cursor', '\u001b[2J\u001b[1;1H', '�[2J�[1;1H'],
    ['an escape in one byte', '\u009b31mred', '�31mred'],
    ['a carriage return that overwrites the line', 'safe\rrm -rf', 'safe�rm -rf'],
    ['a backspace', 'abc\b\b', 'abc��'],
    ['a right-to-left override', 'txt\u202Eexe.', 'txt�exe.'],
    ['an isolate', '\u2066a\u2069', '�a�'],
    ['a direction mark', 'a\u200fb\u200e\u061c', 'a�b��'],
    ['a line separator', 'a\u2028b\u2029c', 'a�b�c'],
  ])('shows %s instead of obeying it', (_what, hostile, shown) => {
    expect(plain(hostile)).toBe(shown)
  })

  it('leaves line breaks, tabs and every script alone', () => {
    const text = 'one\n\ttwo 買い物 שלום año 🧺'
    expect(plain(text)).toBe(text)
  })
})

it('ends without complaint when nobody reads on', async () => {
  const child = spawn(process.execPath, [cliEntry, '--help'], { stdio: ['ignore', 'pipe', 'pipe'] })
  child.stdout.destroy()
  let complaint = ''
  child.stderr.on('data', (chunk) => (complaint += String(chunk)))
  expect(await once(child, 'close')).toEqual([0, null])
  expect(complaint).toBe('')
})
