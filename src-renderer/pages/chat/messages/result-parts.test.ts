import { expect, it } from 'vitest'
import { resultParts } from './result-parts.ts'

it('shows the blocks of a service as what they are', () => {
  expect(
    resultParts({
      content: [
        { type: 'text', text: 'A picture:' },
        { type: 'image', mimeType: 'image/png', data: 'AA==' },
        { type: 'image', mimeType: 'image/svg+xml', data: 'AA==' },
        { type: 'image', mimeType: 'image/png', data: '"><script>' },
        { type: 'audio', mimeType: 'audio/wav', data: 'AAAA' },
        { type: 'resource_link', uri: 'javascript:alert(1)', name: 'a' },
        { type: 'resource', resource: { uri: 'note:///1', text: 'inside' } },
        { type: 'resource', resource: { uri: 'note:///2', mimeType: 'image/gif', blob: 'AA==' } },
      ],
    }),
  ).toEqual([
    { kind: 'image', source: 'data:image/png;base64,AA==' },
    { kind: 'bytes', name: '', mediaType: 'image/svg+xml', base64: 'AA==' },
    { kind: 'bytes', name: '', mediaType: 'audio/wav', base64: 'AAAA' },
    { kind: 'link', uri: 'javascript:alert(1)', name: 'a' },
    { kind: 'text', uri: 'note:///1', text: 'inside' },
    { kind: 'image', source: 'data:image/gif;base64,AA==' },
  ])
})

it('shows what a tool of a package has beside its own fields, and nothing of other results', () => {
  expect(
    resultParts({
      text: 'x',
      images: [{ media_type: 'image/jpeg', data: 'AA==' }],
      resources: [{ uri: 'note:///1', text: 'inside' }, 'no', { name: 'nothing' }],
      omitted: 1,
    }),
  ).toEqual([
    { kind: 'image', source: 'data:image/jpeg;base64,AA==' },
    { kind: 'text', uri: 'note:///1', text: 'inside' },
  ])
  expect(resultParts({ content: 'words', images: 3 })).toEqual([])
  expect(resultParts(null)).toEqual([])
})
