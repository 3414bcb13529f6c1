import type { Benchmark } from './frame.ts'
import { openConversation } from './threads/conversation.ts'
import { openMessages } from './threads/messages.ts'
import { openPeers } from './threads/peers.ts'
import { median } from './statistics.ts'
import { microseconds } from './timing.ts'

/** Microseconds of a message at 20,000 a second. */
const TWENTY_THOUSAND_A_SECOND = 50

/** What structured messages cost: reading one of another party, writing our own, and what a long conversation has come to. */
export const threads: Benchmark = async (frame, { quick }) => {
  const times = quick ? 200 : 2000
  const messages = await openMessages()
  await frame.compare({
    what: `a message, read and validated: the mean of ${String(messages.count)} kinds (reference: JSON.parse)`,
    unit: 'us',
    ours: () => microseconds(messages.read, times) / messages.count,
    reference: () => microseconds(messages.bare, times) / messages.count,
    bar: { atMost: TWENTY_THOUSAND_A_SECOND },
  })
  await frame.compare({
    what: 'a decision of our own, validated strictly and written (reference: JSON.stringify)',
    unit: 'us',
    ours: () => microseconds(messages.write, times),
    reference: () => microseconds(messages.bareWrite, times),
    bar: { atMost: TWENTY_THOUSAND_A_SECOND },
  })
  const conversation = await openConversation(1000)
  await frame.compare({
    what: '1,000 structured messages, read, and what became of their 500 requests (reference: JSON.parse)',
    unit: 'ms',
    ours: () => microseconds(conversation.derive, quick ? 3 : 10) / 1000,
    reference: () => microseconds(conversation.bare, quick ? 3 : 10) / 1000,
    bar: { atMost: 100 },
  })
  const peers = await openPeers()
  try {
    await frame.compare({
      what: 'an event on loopback: from what one agent says until a connected one has kept it (p50)',
      unit: 'ms',
      ours: async () => {
        const taken: number[] = []
        for (let n = 0; n < (quick ? 20 : 200); n += 1) taken.push(await peers.event())
        return median(taken)
      },
      bar: { atMost: 10 },
    })
  } finally {
    await peers.close()
  }
}
