import { expect, it } from 'vitest'
import { manifestHash, partOf, refText } from './listing.ts'
import type { CapabilityManifest } from '../../contract/capabilities.ts'

const one = (
  capability_id: string,
  kind: 'tool' | 'skill' = 'tool',
  version = '1.0.0',
): CapabilityManifest => ({
  capability_id,
  version,
  kind,
  name: 'n',
  description: '',
  input_schema: {},
  output_schema: null,
  prompt_template: null,
  resources: null,
  required_permissions: [],
  x_effect: 'none',
})
const all = [
  one('mcp:files/read'),
  one('acp:note', 'skill'),
  one('acp:note/state.create'),
  one('acp:notes/x'),
  one('acp:notes/x', 'tool', '2.0.0'),
]
const ids = (part?: Parameters<typeof partOf>[1]) => partOf(all, part).map(refText)

it('lists everything as it stands, or what is of a kind or a source', () => {
  expect(partOf(all)).toEqual(all)
  expect(ids({ kind: 'skill' })).toEqual(['acp:note@1.0.0'])
  expect(ids({ source: 'mcp' })).toEqual(['mcp:files/read@1.0.0'])
  expect(ids({ source: 'acp:note' })).toEqual(['acp:note@1.0.0', 'acp:note/state.create@1.0.0'])
})

it('pages through each once, whatever comes and goes in between', () => {
  const seen: string[] = []
  let rest = all
  for (let cursor: string | undefined; ;) {
    const page = partOf(rest, { limit: 2, cursor })
    seen.push(...page.map(refText))
    const last = page.at(-1)
    if (last === undefined || page.length < 2) break
    cursor = refText(last)
    rest = rest.filter((two) => two !== last) // the very one the cursor names
  }
  expect(seen).toHaveLength(all.length)
  expect(seen.toSorted()).toEqual(all.map(refText).toSorted())
})

it('binds a version to everything but what is a fact of the host', () => {
  const note = one('acp:note')
  expect(manifestHash({ ...note, x_effect: 'process' })).toBe(manifestHash(note))
  expect(manifestHash({ ...note, description: 'other' })).not.toBe(manifestHash(note))
})
