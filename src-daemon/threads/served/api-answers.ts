import type { FaceAnswer, Refusal } from '../../agents/index.ts'
import type { ThreadRecord } from '../kept/record.ts'
import { wireActor } from '../kept/record.ts'
import type { KeptMessage, KeptThread } from '../kept/store.ts'

/** A refusal in the words of the Thread API (aitp.md 6). */
export const problem = (
  status: number,
  code: string,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): FaceAnswer => ({
  status,
  headers,
  body: JSON.stringify({ error: { type: TYPES[status] ?? 'invalid_request_error', code, message } }),
})

const TYPES: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  429: 'rate_limit_error',
}

/** Why reception went no further. */
export const refusedBy = ({ code, message, headers = {} }: Refusal): FaceAnswer => {
  const status = STATUSES[code] ?? 403
  return problem(status, code.toLowerCase(), message, headers)
}

const STATUSES: Partial<Readonly<Record<Refusal['code'], number>>> = {
  NOT_PROVEN: 401,
  TOO_MANY: 429,
  // An agent that the owner knows, and hasn't opened conversations to.
  NOT_FOUND: 403,
}

/** The same answer for a conversation that isn't there and one that is none of theirs. */
export const noThread = problem(404, 'thread_not_found', 'there is no such thread for you')

export const threadJson = ({ id, createdAt, closedAt, actors }: KeptThread) => ({
  id,
  object: 'thread',
  created_at: Math.floor(createdAt / 1000),
  status: closedAt === null ? 'open' : 'closed',
  metadata: { actors: actors.filter(({ state }) => state === 'in').map(wireActor) },
})

/** A message as its reader may have it. */
export const messageJson = (
  message: KeptMessage,
  record: Pick<ThreadRecord, 'contentFor'>,
  reader: string,
) => ({
  id: message.id,
  object: 'thread.message',
  created_at: message.at / 1000,
  thread_id: message.thread,
  role: message.actor === reader ? 'user' : 'assistant',
  content: record.contentFor(message, reader),
  attachments: [],
  metadata: { ...message.metadata, actor: message.actor },
})

export const listJson = <T extends { readonly id: string }>(data: readonly T[], hasMore: boolean) => ({
  object: 'list',
  data,
  has_more: hasMore,
  first_id: data[0]?.id ?? null,
  last_id: data.at(-1)?.id ?? null,
})
