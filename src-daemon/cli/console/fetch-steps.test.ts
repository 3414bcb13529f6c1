import { expect, it } from 'vitest'
import { stepPrinter } from './fetch-steps.ts'

it('says each step once, however many bytes come in between', () => {
  const lines: string[] = []
  const print = stepPrinter('en', (line) => lines.push(line))
  print({ step: 'find', fetched: null })
  print({ step: 'fetch', fetched: null })
  print({ step: 'fetch', fetched: 400 })
  print({ step: 'fetch', fetched: 900 })
  print({ step: 'verify', fetched: 900 })
  print({ step: 'read', fetched: 900 })
  expect(lines).toEqual([
    'Find: what your sources and the chain say about it.',
    'Download: the file, from any source that has it.',
    'Verify: the CID, hash, signature and author of the 900 bytes received.',
    'Read: what it can do, and what changes for you.',
  ])
})
