import { afterEach, beforeEach, expect, it } from 'vitest'
import { makeHome, openChat, partsOf, say, scriptedModel } from '../testing/chat.ts'

let home: ReturnType<typeof makeHome>
let opened: ReturnType<typeof openChat>[]
beforeEach(() => {
  home = makeHome()
  opened = []
})
afterEach(async () => {
  for (const one of opened) await one.close()
  home.remove()
})
const start = (path = home.path) => {
  const one = openChat({
    path,
    model: scriptedModel(() => [say('**Bold** <script>alert(1)</script> ![x](https://a.example/p.png)')]),
  })
  opened.push(one)
  return one
}
const claude = (uuid: string, text: string) => ({
  uuid,
  name: `About ${text}`,
  created_at: '2024-05-01T10:00:00Z',
  updated_at: '2024-05-02T10:00:00Z',
  chat_messages: [
    { sender: 'human', text, content: [] },
    { sender: 'assistant', text: 'Sure.', content: [] },
  ],
})

it('exports what was said: Markdown, a page where nothing runs, and JSON', async () => {
  const one = start()
  const { conversationId } = await one.ask('What about: <b>?')
  const markdown = one.chat.export(conversationId, 'markdown')
  expect(markdown.name).toBe('What about b.md')
  expect(markdown.content).toMatch(
    /^# What about: <b>\?\n\n## You · 20.*\n\nWhat about: \\<b>\?\n\n## Satchel · /,
  )
  const html = one.chat.export(conversationId, 'html').content
  expect(html).toContain('<strong>Bold</strong> &lt;script&gt;')
  expect(html).toContain("default-src 'none'")
  expect(html).not.toMatch(/<script|<img|<b>/)
  expect(JSON.parse(one.chat.export(conversationId, 'json').content)).toMatchObject({
    format: 'satchel-conversations',
    conversations: [{ id: conversationId, messages: [{ role: 'user', text: 'What about: <b>?' }, {}] }],
  })
})

it('imports each conversation once, leaves out what it can’t read, and goes on with it', async () => {
  const one = start()
  const { conversationId } = await one.ask('here already')
  const own = JSON.parse(one.chat.export(conversationId, 'json').content) as { conversations: unknown[] }
  const both = [claude('a', 'walnuts'), 'nonsense', claude('b', 'figs'), ...own.conversations]
  const report = { imported: 2, messages: 4, known: 1, unreadable: 1, cut: 0 }
  expect(await one.chat.import(both)).toEqual(report)
  expect(await one.chat.import(both)).toEqual({ ...report, imported: 0, messages: 0, known: 3 })
  const [hit] = one.chat.search({ question: 'walnuts', limit: 5 }).hits
  expect(hit?.title).toBe('About walnuts')
  const imported = one.chat.conversation(hit?.conversationId ?? '')
  expect(imported).toMatchObject({
    createdAt: '2024-05-01T10:00:00.000Z',
    updatedAt: '2024-05-02T10:00:00.000Z',
  })
  await one.ask('And now?', { conversationId: imported.id })
  const texts = one.chat
    .messages({ conversationId: imported.id, limit: 10 })
    .map((message) => partsOf(message, 'text')[0]?.text.slice(0, 8))
  expect(texts).toEqual(['walnuts', 'Sure.', 'And now?', '**Bold**'])
})

it('takes in its own export where the conversation is not', async () => {
  const one = start()
  const { conversationId } = await one.ask('to take along')
  const { conversations } = JSON.parse(one.chat.export(conversationId, 'json').content) as {
    conversations: unknown[]
  }
  one.chat.remove(conversationId, 'renderer')
  expect(await one.chat.import(conversations)).toMatchObject({ imported: 1, messages: 2 })
  expect(one.chat.search({ question: 'along', limit: 5 }).hits).toHaveLength(1)
})
