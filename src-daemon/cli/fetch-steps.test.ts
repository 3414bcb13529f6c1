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
    'Find: what your sources and the chain say of it.',
    'Fetch: the file, from whoever keeps it.',
    'Verify: CID, hash, signature and author of the 900 bytes that came.',
    'Read: what it may do, and what that changes for you.',
  ])
})
