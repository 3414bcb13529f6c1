/** What a conversation kept for years costs: a search over everything said. */
import { addOldMessages } from '../src-daemon/testing/old-messages.ts'
import { makeHome, openChat, say, scriptedModel } from '../src-daemon/testing/chat.ts'
import type { Benchmark } from './frame.ts'
import { medianMicroseconds } from './timing.ts'

const SEARCHES = [
  ['that every message has', 'common'],
  ['that one has', 'thing4242'],
  ['that none has', 'nowhere'],
  ['of three beginnings', 'com wor res'],
  ['of one letter', 'c'],
] as const

export const chat: Benchmark = async (frame, { quick }) => {
  const count = quick ? 5000 : 100_000
  const home = makeHome()
  const app = openChat({ path: home.path, model: scriptedModel(() => [say('Fine.')]) })
  try {
    const { conversationId } = await app.ask('x')
    addOldMessages(app.db, conversationId, count)
  } finally {
    await app.close()
  }
  // Opened again, it reads what it has no words of yet.
  const again = openChat({ path: home.path, model: scriptedModel(() => []) })
  try {
    while (!again.chat.search({ question: 'x', limit: 1 }).complete)
      await new Promise((resolve) => setTimeout(resolve, 100))
    const byHand = again.db.prepare(
      'SELECT id, parts FROM messages WHERE parts LIKE ? ORDER BY seq DESC LIMIT 50',
    )
    for (const [what, question] of SEARCHES)
      await frame.compare({
        what: `${count.toLocaleString('en')} messages, search for a word ${what} (reference: LIKE)`,
        unit: 'ms',
        ours: () => medianMicroseconds(() => again.chat.search({ question, limit: 50 }), 9) / 1000,
        reference: () =>
          medianMicroseconds(() => byHand.all(`%${question.split(' ').join('%')}%`), quick ? 3 : 1) / 1000,
        bar: { atMost: 30 },
      })
  } finally {
    await again.close()
    home.remove()
  }
}
