import { expect, it } from 'vitest'
import type { MessagePart } from '../../contract/chat.ts'
import { FILES, labelled, type Label } from '../../contract/labels.ts'
import { labelOfPart } from './part-label.ts'

const text = { type: 'text', text: 'Hello.' } as const
const image = {
  type: 'image',
  ...{ attachmentId: 'a', name: 'a.png', mediaType: 'image/png', bytes: 9 },
} as const
const resource = {
  type: 'resource',
  ...{ server: null, resource: 'plan.txt', name: 'plan.txt', mediaType: 'text/plain' },
  ...{ text: 'Plan', characters: 4 },
} as const

it.each<readonly [string, MessagePart, Label]>([
  ['what somebody here said', text, labelled('state')],
  ['another agent’s words', { ...text, agent: 'did:wba:a.example' }, labelled('foreign')],
  ['a program’s task', { ...text, client: 'editor' }, labelled('foreign')],
  ['a server’s interface', { ...text, app: 'mail' }, labelled('foreign', ['mcp:mail'])],
  ['an imported message', { ...text, imported: 'claude' }, labelled('foreign', [FILES])],
  ['a picture', image, labelled('foreign', [FILES])],
  ['a file', resource, labelled('foreign', [FILES])],
  ['a server’s resource', { ...resource, server: 'mail' }, labelled('foreign', ['mcp:mail'])],
  ['what says nothing', { type: 'notice', text: 'Cut.' }, labelled('state')],
])('a part without a label goes by its origin: %s', (_, part, label) => {
  expect(labelOfPart(part, () => false)).toEqual(label)
})
