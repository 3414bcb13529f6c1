import { expect, it } from 'vitest'
import { stepTeller } from './fetch-steps.ts'

it('says each step once, however many bytes come in between', () => {
  const lines: string[] = []
  const tell = stepTeller('en', (line) => lines.push(line))
  tell({ step: 'find', fetched: null })
  tell({ step: 'fetch', fetched: null })
  tell({ step: 'fetch', fetched: 400 })
  tell({ step: 'fetch', fetched: 900 })
  tell({ step: 'verify', fetched: 900 })
  tell({ step: 'read', fetched: 900 })
  expect(lines).toEqual([
    'Find: what your sources and the chain say about it.',
    'Download: the file, from any source that has it.',
    'Verify: the CID, hash, signature and author of the 900 bytes received.',
    'Read: what it can do, and what changes for you.',
  ])
})
