import { afterEach, beforeEach, describe, expect, it } from 'vitest'
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
    /^# What about: <b>\?\n\n## You · \d{1,2} [A-Z][a-z]+ 20\d\d at \d\d:\d\d\n\nWhat about: \\<b>\?\n\n## Satchel · /,
  )
  const html = one.chat.export(conversationId, 'html').content
  expect(html).toContain('<strong>Bold</strong> &lt;script&gt;')
  expect(html).toContain("default-src 'none'")
  expect(html).toMatch(/<h2>Satchel · <time datetime="20[^"]+Z">\d{1,2} [A-Z][a-z]+ 20/)
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

describe('an import of many messages', () => {
  const long = (messages: number, letters = 20) => ({
    ...claude('long', 'a long one'),
    chat_messages: Array.from({ length: messages }, (_, at) => ({
      sender: at % 2 === 0 ? 'human' : 'assistant',
      text: `message ${String(at)} ${'x'.repeat(letters)}`,
      content: [],
    })),
  })
  /** How many messages are there each time the event loop turns while it runs; nobody sees them before they are whole. */
  const during = async (one: ReturnType<typeof start>, conversation: unknown) => {
    const count = one.db.prepare('SELECT count(*) FROM messages').pluck()
    const counts: number[] = []
    const seen: number[] = []
    let running = true
    const look = () => {
      if (!running) return
      const there = Number(count.get())
      counts.push(there)
      const { items } = one.chat.conversations({ limit: 10 })
      const { hits } = one.chat.search({ question: 'message', limit: 10 })
      if (items.length + hits.length > 0) seen.push(there)
      setImmediate(look)
    }
    look()
    const report = await one.chat.import([conversation])
    running = false
    expect(seen.every((there) => there === report.messages)).toBe(true)
    return { report, counts }
  }

  it('lets others have their turn after a few of them, and shows the conversation when it is whole', async () => {
    const one = start()
    const { report, counts } = await during(one, long(3000))
    expect(report).toMatchObject({ imported: 1, messages: 3000 })
    const steps = [...counts, 3000].map((now, at) => now - (counts[at - 1] ?? 0))
    expect(Math.max(...steps)).toBeLessThanOrEqual(100)
    // Reading them is done in slices, too.
    expect(counts.filter((there) => there === 0).length).toBeGreaterThan(30)
    expect(one.chat.search({ question: 'message 2999', limit: 10 }).hits).toHaveLength(1)
    const [conversation] = one.chat.conversations({ limit: 10 }).items
    expect(one.chat.messages({ conversationId: conversation?.id ?? '', limit: 5000 })).toHaveLength(3000)
  })

  it('does so after each of few long ones', async () => {
    const { counts } = await during(start(), long(10, 199_000))
    const steps = counts.map((now, at) => now - (counts[at - 1] ?? 0))
    expect(Math.max(...steps)).toBeLessThanOrEqual(1)
  })

  it('that is cut off leaves nothing, and can be done again', async () => {
    const one = start()
    const cutOff = one.chat.import([long(3000)])
    const count = one.db.prepare('SELECT count(*) FROM messages').pluck()
    await expect.poll(() => count.get(), { interval: 0 }).not.toBe(0)
    const closed = one.close()
    await expect(cutOff).rejects.toThrow()
    await closed
    opened = []
    const again = start()
    expect(again.db.prepare('SELECT count(*) FROM messages').pluck().get()).toBe(0)
    expect(await again.chat.import([long(3000)])).toMatchObject({ imported: 1, messages: 3000 })
  })
})
