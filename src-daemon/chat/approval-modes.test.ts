import { afterEach, beforeEach, expect, it } from 'vitest'
import { ALLOW_ONCE } from '../testing/approvals.ts'
import { callTool, makeHome, openChat, partsOf, say, scriptedModel } from '../testing/chat.ts'
import { noteAndPost } from '../testing/turn-package.ts'
import type { ApprovalMode } from '../contract/approvals.ts'

let home: ReturnType<typeof makeHome>
let opened: ReturnType<typeof openChat> | undefined
beforeEach(() => {
  home = makeHome()
})
afterEach(async () => {
  await opened?.close()
  home.remove()
})

/** Saves a note, posts it, and deletes it for good; says which of them were asked about, and how the post was decided. */
const askedIn = async (approvals: ApprovalMode) => {
  const asked: string[] = []
  const room = openChat({
    path: home.path,
    packages: [noteAndPost],
    runHttp: () => Promise.resolve({ ok: true }),
    answer: ({ ref }) => {
      asked.push(ref.capability_id.split('/').at(-1) ?? '')
      return ALLOW_ONCE
    },
    model: scriptedModel((_, step) => {
      if (step % 3 === 0) return [callTool('state__create', { object: { title: 'Milk', body: 'Milk.' } })]
      return step % 3 === 1 ? [callTool('post_it', { text: 'Milk' })] : [say('Done.')]
    }),
  })
  opened = room
  const { conversationId, turnId } = room.chat.send({ text: 'note milk', approvals })
  await room.chat.finished(turnId)
  const answer = room.answerOf(conversationId)
  expect(partsOf(answer, 'tool').map(({ status }) => status)).toEqual(['ok', 'ok'])
  return { room, asked, conversationId }
}

it('asks for what leaves by default, for everything, or for nothing that was granted', async () => {
  expect((await askedIn('default')).asked).toEqual(['post_it'])
  await opened?.close()
  const everything = await askedIn('everything')
  expect(everything.asked).toEqual(['state.create', 'post_it'])
  await opened?.close()
  const { room, asked, conversationId } = await askedIn('granted')
  expect(asked).toEqual([])
  expect(
    room.db
      .prepare(
        "SELECT decision FROM activity WHERE capability_id LIKE '%post_it%' ORDER BY position DESC LIMIT 1",
      )
      .pluck()
      .get(),
  ).toContain('conversation')

  // It holds for this conversation, until it is switched off, and a fork begins without it.
  const [, answered] = room.chat.messages({ conversationId, limit: 5 })
  expect(room.chat.fork(answered?.id ?? '').approvals).toBe('default')
  await room.ask('note milk')
  expect(asked).toEqual(['post_it'])
  room.chat.configure({ id: conversationId, approvals: 'default' })
  await room.ask('note milk', { conversationId })
  expect(asked).toEqual(['post_it', 'post_it'])
})
