import { defineStore } from 'pinia'
import { computed, ref, shallowRef, watch } from 'vue'
import type { Conversation } from '../../src-daemon/contract/chat.ts'
import { api } from '../rpc/client.ts'
import { toErrorView, type ErrorView } from '../rpc/errors.ts'
import { useChatEvents } from './chat-events.ts'
import { useDaemon } from '../rpc/daemon.ts'

const PAGE = 50
/** How long a deletion can be undone. */
const UNDO_MS = 6000

/** The list of conversations, newest first, loaded page by page. */
export const useConversations = defineStore('conversations', () => {
  const daemon = useDaemon()
  const events = useChatEvents()
  const loaded = shallowRef<readonly Conversation[]>([])
  const cursor = ref<string | null>(null)
  const started = ref(false)
  const loading = ref(false)
  const error = shallowRef<ErrorView | null>(null)
  /** Being deleted: hidden, but not deleted until the time for undo is over. */
  const leaving = shallowRef<ReadonlyMap<string, ReturnType<typeof setTimeout>>>(new Map())

  const items = computed(() => loaded.value.filter((one) => !leaving.value.has(one.id)))

  const load = async (): Promise<void> => {
    await page(undefined, (fresh) => fresh)
    started.value = true
  }

  const loadMore = async (): Promise<void> => {
    if (cursor.value === null || loading.value) return
    await page(cursor.value, (fresh) => {
      const known = new Set(loaded.value.map((one) => one.id))
      return [...loaded.value, ...fresh.filter((one) => !known.has(one.id))]
    })
  }

  const page = async (
    from: string | undefined,
    merge: (fresh: readonly Conversation[]) => readonly Conversation[],
  ): Promise<void> => {
    loading.value = true
    try {
      const answer = await api.chat.conversations.query({
        limit: PAGE,
        ...(from === undefined ? {} : { cursor: from }),
      })
      loaded.value = merge(answer.items)
      cursor.value = answer.cursor
      error.value = null
    } catch (cause) {
      error.value = toErrorView(cause)
    } finally {
      loading.value = false
    }
  }

  const rename = async (id: string, title: string): Promise<void> => {
    place(await api.chat.rename.mutate({ id, title }))
  }

  /** Hides the conversation, and deletes it once the time for `restore` is over. */
  const remove = (id: string, failed: (error: ErrorView) => void): void => {
    const timer = setTimeout(() => {
      api.chat.remove.mutate({ id }).then(
        () => {
          drop(id)
        },
        (cause: unknown) => {
          restore(id)
          failed(toErrorView(cause))
        },
      )
    }, UNDO_MS)
    leaving.value = new Map(leaving.value).set(id, timer)
  }

  const restore = (id: string): void => {
    const rest = new Map(leaving.value)
    clearTimeout(rest.get(id))
    rest.delete(id)
    leaving.value = rest
  }

  const drop = (id: string): void => {
    restore(id)
    loaded.value = loaded.value.filter((one) => one.id !== id)
  }

  const place = (conversation: Conversation): void => {
    const others = loaded.value.filter((one) => one.id !== conversation.id)
    loaded.value = [...others, conversation].sort((a, b) => b.updatedAt.localeCompare(a.updatedAt))
  }

  events.on((event) => {
    if (event.type === 'conversation') place(event.conversation)
    else if (event.type === 'conversation_deleted') drop(event.conversationId)
  })
  watch(
    () => daemon.generation,
    (generation) => {
      if (generation > 0) void load()
    },
    { immediate: true },
  )

  return { items, cursor, started, loading, error, undoMs: UNDO_MS, load, loadMore, rename, remove, restore }
})
