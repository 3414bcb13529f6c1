import { expect, it } from 'vitest'
import { openDocument, readSequence } from './automerge.ts'

const BASE = 'one two three'
/** Edits one after the other by one actor, on top of `before`. */
const edits = (actor: string, before: readonly Uint8Array[], ...texts: readonly string[]): Uint8Array[] => {
  const document = openDocument({ kind: 'text', base: BASE, changes: before }, actor)
  const made = texts.map((text) => {
    const change = document.edit(text)
    if (change === null) throw new Error('too much for an edit')
    return change
  })
  document.free()
  return made
}
const read = (changes: readonly Uint8Array[]): unknown => readSequence({ kind: 'text', base: BASE, changes })

it('edits of two replicas with one name merge, in whatever order they come', () => {
  const common = edits('x', [], 'one two three.')
  const a = edits('x', common, 'ONE two three.', 'ONE two three!')
  const b = edits('x', common, 'one two four.', 'one two four. five')
  const merged = read([...common, ...a, ...b])
  expect(merged).toContain('ONE two four')
  expect(merged).toContain('five')
  expect(read([...common, ...b, ...a])).toBe(merged)
  // What comes again counts once.
  expect(read([...common, ...b, ...a, ...b])).toBe(merged)
})

it('edits that build on one of them, or on both, keep their place', () => {
  const common = edits('x', [], 'one two three.')
  const a = edits('x', common, 'ONE two three.')
  const onA = edits('y', [...common, ...a], 'ONE (1) two three.')
  const b = edits('x', common, 'one two THREE.')
  const all = [...common, ...a, ...onA, ...b]
  expect(read(all)).toBe('ONE (1) two THREE.')
  const onBoth = edits('z', all, 'ONE (1) two (2) THREE.')
  expect(read([...all, ...onBoth])).toBe('ONE (1) two (2) THREE.')
  expect(read([...common, ...b, ...a, ...onA, ...onBoth])).toBe('ONE (1) two (2) THREE.')
})

it('branches may branch', () => {
  const common = edits('x', [], 'one two three.')
  const a = edits('x', common, 'ONE two three.')
  const b = edits('x', common, 'one two THREE.')
  const [c, d] = [
    edits('x', [...common, ...a], 'ONE two three. c'),
    edits('x', [...common, ...a], 'ONE d two three.'),
  ]
  const merged = read([...common, ...a, ...b, ...c, ...d])
  expect(merged).toBe('ONE d two THREE. c')
  expect(read([...common, ...a, ...d, ...b, ...c])).toBe(merged)
})

it('a document of such edits is not saved in one piece', () => {
  const a = edits('x', [], 'ONE two three')
  const b = edits('x', [], 'one two THREE')
  const saved = openDocument({ kind: 'text', base: BASE, changes: a }, 'r').save()
  expect(saved).not.toBeNull()
  const document = openDocument({ kind: 'text', base: null, changes: b, ...(saved && { saved }) }, 'r')
  expect(document.read()).toBe('ONE two THREE')
  expect(document.save()).toBeNull()
})
