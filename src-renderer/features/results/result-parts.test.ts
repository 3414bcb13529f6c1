import { expect, it } from 'vitest'
import { restOf, resultParts } from './result-parts.ts'

const PNG = 'iVBORw0KGgoAAAANSUhEUg=='
const GIF = 'R0lGODlhAQABAAAAACw='
const WAV = 'UklGRiQAAABXQVZFZm10IA=='
const image = { kind: 'image', mediaType: 'image/png', size: '16 B', base64: PNG }

it('shows the blocks of a service as what they are, whatever they say of their bytes', () => {
  expect(
    resultParts({
      content: [
        { type: 'text', text: 'A picture:', annotations: null },
        { type: 'image', mimeType: 'image/png', data: PNG },
        { type: 'image', mimeType: 'image/gif', data: PNG },
        { type: 'image', mimeType: 'image/svg+xml', data: 'AA==' },
        { type: 'image', mimeType: 'image/png', data: '"><script>' },
        { type: 'audio', mimeType: 'audio/x-wav', data: WAV },
        { type: 'resource_link', uri: 'javascript:alert(1)', name: 'a' },
        { type: 'resource', resource: { uri: 'note:///1', text: 'inside' } },
        { type: 'resource', resource: { uri: 'note:///2', mimeType: 'image/gif', blob: GIF } },
        { type: 'hologram', data: 'AAAA' },
      ],
    }),
  ).toEqual([
    { kind: 'words', text: 'A picture:' },
    image,
    image,
    { kind: 'bytes', name: '', mediaType: 'image/svg+xml', size: '1 B', base64: 'AA==' },
    { kind: 'unknown', type: 'image/png' },
    { kind: 'audio', mediaType: 'audio/wav', size: '16 B', base64: WAV },
    { kind: 'link', uri: 'javascript:alert(1)', name: 'a' },
    { kind: 'text', uri: 'note:///1', text: 'inside' },
    { kind: 'image', mediaType: 'image/gif', size: '14 B', base64: GIF },
    { kind: 'unknown', type: 'hologram' },
  ])
})

it('shows an answer in words as words, and says what an agent waits for', () => {
  const words = (text: string) => ({ kind: 'answer', text })
  for (const output of [{ value: 'Soon.' }, { answer: 'Soon.' }, { state: 'completed', text: 'Soon.' }]) {
    expect(resultParts(output)).toEqual([words('Soon.')])
    expect(restOf(output)).toBeNull()
  }
  const asks = { state: 'input-required', text: 'Where?', task: 't' }
  expect(resultParts(asks)).toEqual([words('Where?'), { kind: 'task', state: 'input-required' }])
  expect(restOf(asks)).toEqual({ task: 't' })
  const goesOn = { state: 'working', text: '', data: [{ mm: 3 }], task: 't' }
  expect(resultParts(goesOn)).toEqual([{ kind: 'task', state: 'working' }])
  expect(restOf(goesOn)).toEqual({ data: [{ mm: 3 }], task: 't' })
  for (const other of [{ value: 3 }, { value: 'a', unit: 'm' }, { state: 'open', text: 'a' }, { text: 'a' }])
    expect([resultParts(other), restOf(other)]).toEqual([[], other])
})

it('shows what stands beside structured content, and says how many parts there is no room for', () => {
  const beside = Array.from({ length: 50 }, (_, n) => ({ type: 'text', text: String(n) }))
  expect(resultParts({ page: { shot: { mimeType: 'image/png', data: PNG } } })).toEqual([image])
  const parts = resultParts({ status: 'ok' }, beside)
  expect(parts[0]).toEqual({ kind: 'words', text: '0' })
  expect(parts.at(-1)).toEqual({ kind: 'more', count: 10 })
})

it('shows a picture once that stands beside structured content and inside it', () => {
  const output = {
    shots: [
      { data: PNG, mimeType: 'image/png' },
      { data: GIF, mimeType: 'image/gif' },
    ],
  }
  const beside = [{ type: 'image', mimeType: 'image/png', data: PNG }]
  expect(resultParts(output, beside)).toEqual([
    image,
    { kind: 'image', mediaType: 'image/gif', size: '14 B', base64: GIF },
  ])
})

it('shows what a tool of a package has beside its own fields, and nothing of other results', () => {
  expect(
    resultParts({
      text: 'x',
      images: [{ media_type: 'image/jpeg', data: PNG }],
      resources: [{ uri: 'note:///1', text: 'inside' }, 'no', { name: 'nothing' }],
      others: [{ type: 'hologram' }],
    }),
  ).toEqual([
    image,
    { kind: 'text', uri: 'note:///1', text: 'inside' },
    { kind: 'unknown', type: 'hologram' },
  ])
  expect(resultParts({ content: 'words', images: 3 })).toEqual([])
  expect(resultParts(null)).toEqual([])
})

it('leaves JSON without base64 beside the parts, and none where they say it all', () => {
  expect(restOf({ content: [{ type: 'text', text: 'all of it' }] })).toBeNull()
  expect(restOf({ content: 'words' })).toEqual({ content: 'words' })
  expect(restOf({ n: 1, images: [{ media_type: 'image/png', data: PNG }] })).toEqual({
    n: 1,
    images: [{ media_type: 'image/png', data: 'image/png, 16 B' }],
  })
})
