import { defineStore } from 'pinia'
import { computed, ref, shallowRef, watch } from 'vue'
import type { Conversation } from '../../src-daemon/contract/chat.ts'
import { forgetChat } from '../navigation/last-chat.ts'
import { api } from '../rpc/client.ts'
import { toErrorView, type ErrorView } from '../rpc/errors.ts'
import { useChatEvents } from './chat-events.ts'
import { useDaemon } from '../rpc/daemon.ts'

const PAGE = 50
const MAX_PINNED = 200
/** How long a deletion can be undone. */
const UNDO_MS = 6000

/** The list of conversations, newest first, loaded page by page. */
export const useConversations = defineStore('conversations', () => {
  const daemon = useDaemon()
  const events = useChatEvents()
  const loaded = shallowRef<readonly Conversation[]>([])
  const pinned = shallowRef<readonly Conversation[]>([])
  /** Whether the list is that of the archived ones. */
  const archived = ref(false)
  /** What is looked for in them; it outlasts the list, which a narrow window closes with each choice. */
  const search = ref('')
  const cursor = ref<string | null>(null)
  const started = ref(false)
  const loading = ref(false)
  const error = shallowRef<ErrorView | null>(null)
  /** Being deleted: hidden, but not deleted until the time for undo is over. */
  const leaving = shallowRef<ReadonlyMap<string, ReturnType<typeof setTimeout>>>(new Map())

  const isHere = ({ id }: Conversation): boolean => !leaving.value.has(id)
  const items = computed(() => loaded.value.filter(isHere))
  const pinnedItems = computed(() => (archived.value ? [] : pinned.value.filter(isHere)))

  const load = async (): Promise<void> => {
    await Promise.all([page(undefined, (fresh) => fresh), loadPinned()])
    started.value = true
  }

  const loadPinned = async (): Promise<void> => {
    try {
      pinned.value = (await api.chat.conversations.query({ limit: MAX_PINNED, pinned: true })).items
    } catch (cause) {
      error.value = toErrorView(cause)
    }
  }

  /** Shows the archived ones, or the others again. */
  const showArchived = async (which: boolean): Promise<void> => {
    archived.value = which
    loaded.value = []
    cursor.value = null
    started.value = false
    await load()
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
        archived: archived.value,
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

  const arrange = async (id: string, change: { pinned?: boolean; archived?: boolean }): Promise<void> => {
    place(await api.chat.configure.mutate({ id, ...change }))
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
    pinned.value = pinned.value.filter((one) => one.id !== id)
    forgetChat(id)
  }

  const place = (conversation: Conversation): void => {
    const isPinned = conversation.pinned && !conversation.archived
    const isListed = conversation.archived === archived.value && !isPinned
    loaded.value = placed(loaded.value, conversation, isListed)
    pinned.value = placed(pinned.value, conversation, isPinned)
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

  return {
    items,
    pinnedItems,
    archived,
    search,
    cursor,
    started,
    loading,
    error,
    undoMs: UNDO_MS,
    load,
    loadMore,
    showArchived,
    rename,
    arrange,
    remove,
    restore,
  }
})

/** A list with the conversation at its place, or without it. */
const placed = (
  list: readonly Conversation[],
  conversation: Conversation,
  isListed: boolean,
): readonly Conversation[] => {
  const others = list.filter((one) => one.id !== conversation.id)
  if (!isListed) return others
  return [...others, conversation].sort((a, b) => b.updatedAt.localeCompare(a.updatedAt))
}
