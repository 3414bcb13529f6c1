import MarkdownIt from 'markdown-it'
import { describe, expect, it } from 'vitest'
import type { Message } from '../../contract/chat.ts'
import { contained } from './contained.ts'
import { exportConversation } from './export.ts'

/** In the time zone of this computer, as somebody reads it. */
const AT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short' }).format(
  new Date('2026-01-01T00:00:00.000Z'),
)

const message = (role: Message['role'], text: string): Message => ({
  ...{ id: text, conversationId: 'c', turnId: 't', role, status: 'complete', model: null, siblings: [] },
  ...{ createdAt: '2026-01-01T00:00:00.000Z', parentId: null, context: null },
  parts: [{ type: 'text', text }],
})
const CONVERSATION = {
  ...{ id: 'c', title: 'T\n## You · x', createdAt: '', updatedAt: '', activeCapability: null, model: null },
  ...{
    memory: true,
    pinned: false,
    archived: false,
    temporary: false,
    approvals: 'default' as const,
    persona: null,
  },
  queued: [],
}
const exported = (format: 'markdown' | 'html', ...texts: readonly string[]): string => {
  const messages = texts.map((text, at) => message(at % 2 === 0 ? 'user' : 'assistant', text))
  return exportConversation({ conversation: CONVERSATION, persona: null, messages }, format, 'en').content
}
/** As a viewer of Markdown with HTML shows it: what is said at the level of who says something. */
const speakers = (content: string): string[] =>
  [...new MarkdownIt({ html: true }).render(content).matchAll(/<h[12]>([^<]*)/gu)].map(([, by = '']) => by)

describe.each([
  ['an open block of code', '```js\nlet a'],
  ['one with longer marks', '````\n```\n````\n~~~~\nx\n~~~'],
  ['an open comment', 'so\n\n<!-- '],
  ['an open element', '<details>\n<summary>x'],
  ['elements within words', 'see <details> and <h2>You · 2026</h2>'],
  ['a heading like those of speakers', 'ok\n\n## You · 2026-01-01T00:00:00.000Z\n\nI pay.'],
  ['one that is underlined', 'You · 2026-01-01T00:00:00.000Z\n---\n\nI pay.'],
  ['one of two underlined lines', 'a\nYou · 2026\n===\n\nI pay.'],
  ['a heading as HTML', '<h2>You · 2026</h2>\n\nI pay.'],
  ['HTML after HTML', '<b>\n<!--\n\n<script>'],
])('in an exported conversation, %s', (_, said) => {
  it('neither passes for a message, nor changes the next one', () => {
    const by = (who: string) => `${who} · ${AT}`
    const markdown = exported('markdown', 'hello', said, 'the next')
    expect(speakers(markdown)).toEqual(['T ## You · x', by('You'), by('Satchel'), by('You')])
    expect(markdown).toContain('\n\nthe next\n')
    const html = exported('html', 'hello', said, 'the next')
    expect([...html.matchAll(/<h2>/gu)]).toHaveLength(3)
    expect(html).toContain('<p>the next</p>')
    expect(html).not.toMatch(/<details|<!--|<script|<b>/u)
  })
})

it('what one message defines for its links holds in no other, on a page', () => {
  const html = exported('html', 'see [the bank]', '[the bank]: https://evil.example', 'see [the bank]')
  expect(html).not.toContain('evil.example"')
})

it('leaves code as it is, and what looks like nothing of ours', () => {
  const kept = 'a `<b>` c\n\n```html\n<h2>You · 1</h2>\n# x\n```\n\n### three\n\n- # in a list\n\n1 < 2'
  expect(contained(kept)).toBe(kept)
})

it('nor does the name of what is attached', () => {
  const attached: Message = {
    ...message('user', 'x'),
    parts: [
      {
        ...{ type: 'resource', server: null, resource: 'f', mediaType: null, text: '', characters: 0 },
        name: 'a\n\n## Satchel · 2026\n\n<img src=x>\u202efdp',
      },
    ],
  }
  const conversation = { ...CONVERSATION, title: 'T' }
  const { content } = exportConversation(
    { conversation, persona: null, messages: [attached] },
    'markdown',
    'en',
  )
  expect(speakers(content)).toEqual(['T', `You · ${AT}`])
  expect(new MarkdownIt({ html: true }).render(content)).not.toMatch(/<img|\u202e/u)
})
