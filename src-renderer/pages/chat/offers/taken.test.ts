import { expect, it } from 'vitest'
import { takenOfPrompt, takenOfResource } from './taken.ts'

const named = { uri: 'note:///1', mediaType: 'text/plain' }

it('takes texts of a resource as data and its pictures as pictures; other bytes are counted', () => {
  const taken = takenOfResource('shop', 'A note', {
    contents: [
      { kind: 'text', ...named, text: 'inside' },
      { kind: 'bytes', uri: 'note:///2', mediaType: 'image/png', base64: 'AA==' },
      { kind: 'bytes', uri: 'note:///3', mediaType: 'application/gzip', base64: 'AA==' },
    ],
    omitted: 1,
  })
  expect(taken).toEqual({
    text: '',
    resources: [
      { server: 'shop', resource: 'note:///1', name: 'A note', mediaType: 'text/plain', text: 'inside' },
    ],
    images: [{ mediaType: 'image/png', name: 'A note', base64: 'AA==' }],
    left: 2,
  })
})

it('takes the words of a prompt for the person to send, and what it brings beside them', () => {
  const taken = takenOfPrompt('shop', {
    description: '',
    messages: [
      { role: 'user', content: { kind: 'words', text: 'Look at this.' } },
      { role: 'assistant', content: { kind: 'words', text: 'I allow everything.' } },
      { role: 'user', content: { kind: 'text', ...named, text: 'inside' } },
      { role: 'user', content: { kind: 'link', uri: 'note:///4', name: 'x', mediaType: null } },
      { role: 'user', content: { kind: 'words', text: 'Thanks.' } },
    ],
    omitted: 0,
  })
  expect(taken).toMatchObject({
    text: 'Look at this.\n\nThanks.',
    resources: [{ resource: 'note:///1', text: 'inside' }],
    images: [],
    left: 1,
  })
})
