import { expect, it, onTestFinished, vi } from 'vitest'
import { makeHome, openChat, say, scriptedModel } from '../testing/chat.ts'
import { followConversations } from './index.ts'

it('removes a conversation’s folder with it, and any left behind', async () => {
  const home = makeHome()
  const open = openChat({ path: home.path, model: scriptedModel(() => [say('Hello.')]) })
  const ending = new AbortController()
  onTestFinished(async () => {
    ending.abort()
    await open.close()
    home.remove()
  })
  const { conversationId } = await open.ask('hello')
  const folders = new Set([conversationId, 'left-behind'])
  const followed = followConversations(
    open.chat,
    {
      sweep: (isThere) => {
        for (const id of folders) if (!isThere(id)) folders.delete(id)
      },
      remove: (id) => folders.delete(id),
    },
    { signal: ending.signal },
  )
  expect([...folders]).toEqual([conversationId])
  open.chat.remove(conversationId, 'renderer')
  await vi.waitFor(() => {
    expect(folders.size).toBe(0)
  })
  ending.abort()
  await followed
})
