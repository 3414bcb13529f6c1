import { z } from 'zod'
import type { Message } from '../../contract/chat.ts'
import { threadMessageSchema, type ThreadCard } from '../../contract/thread-cards.ts'
import { oneLine } from '../console/output.ts'
import type { Api } from '../console/session.ts'

const outputSchema = z.object({ messages: z.array(threadMessageSchema) })

/** The structured messages of an answer's calls of other agents, as cards. */
export const cardsIn = async ({ parts }: Message, api: Pick<Api, 'threads'>): Promise<ThreadCard[]> => {
  const talks = parts.flatMap((part) => {
    const isAgent = part.type === 'tool' && part.ref.capability_id.startsWith('a2a:')
    const found = isAgent ? outputSchema.safeParse(part.output) : null
    return found?.success === true ? [found.data.messages] : []
  })
  const cards = await Promise.all(talks.map((messages) => api.threads.cards.query({ messages })))
  return cards.flat()
}

/** A card as lines: what it is and its state, and below that what it says; one that is over is a line. */
export const cardLines = (card: ThreadCard): readonly string[] => {
  const { title, state, heading, description, answer, forwarded, rows, notes } = card
  const said = answer ?? heading ?? description
  const first = [`▸ ${title}`, state === null ? '' : `[${state}]`, said ?? ''].filter((part) => part !== '')
  const isOver = state !== null && state !== 'pending' && state !== 'invalid'
  const more = isOver
    ? []
    : [
        ...(forwarded === null ? [] : [`↪ ${forwarded.requester ?? '?'} (${String(forwarded.hops)})`]),
        ...(heading === null || description === null ? [] : [description]),
        ...rows.map(({ label, value, depth }) => `${'  '.repeat(depth)}${label}: ${value}`),
        ...notes.map(({ tone, text }) => `${tone === 'good' ? '✓' : tone === 'info' ? '·' : '!'} ${text}`),
      ]
  return [first.join(' '), ...more.map((line) => `    ${line}`)].map(oneLine)
}
