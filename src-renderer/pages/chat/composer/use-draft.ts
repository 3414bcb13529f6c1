import { useEventListener } from '@vueuse/core'
import { onScopeDispose, shallowRef, watch, type Ref } from 'vue'
import type { ImageInput, ResourceInput } from '../../../../src-daemon/contract/chat.ts'
import { api } from '../../../rpc/client.ts'
import { toErrorView, type ErrorView } from '../../../rpc/errors.ts'
import { useChatEvents } from '../../../stores/chat-events.ts'

const PAUSE_MS = 400

interface Written {
  readonly text: Ref<string>
  readonly capability: Ref<string | null>
  readonly images: Ref<readonly ImageInput[]>
  readonly resources: Ref<readonly ResourceInput[]>
  /** Whether what is written for a new conversation may be stored: it may not if that is to be a temporary one. */
  readonly isKept: () => boolean
}

interface Attached {
  readonly images: readonly ImageInput[]
  readonly resources: readonly ResourceInput[]
}
/** What is attached is kept while the app runs. */
const attached = new Map<string | null, Attached>()

/**
 * Keeps what is written in each conversation, until it is sent. Text is kept over a restart, by the daemon; `failure` says why it
 * isn't, and `retry` tries again, as the next change does. What another window wrote or sent is shown here too, unless something was
 * written here that isn't kept yet.
 */
export const useDraft = ({ text, capability, images, resources, isKept }: Written) => {
  /** The conversation whose draft is in the field; null for a new one, undefined before the first. */
  let current: string | null | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Whether it is known what was kept: until then, an empty field says nothing. */
  let isKnown = false
  /** Until what is kept has arrived. */
  let writing: Promise<unknown> = Promise.resolve()
  const failure = shallowRef<ErrorView | null>(null)
  const isUnkept = (): boolean => timer !== undefined
  const hasFailed = (): boolean => failure.value !== null

  const trying = async <T>(work: () => Promise<T>): Promise<T | null> => {
    try {
      const done = await work()
      failure.value = null
      return done
    } catch (thrown) {
      failure.value = toErrorView(thrown)
      return null
    }
  }

  const save = (): void => {
    const isDue = isUnkept()
    clearTimeout(timer)
    timer = undefined
    if (current === undefined) return
    attached.set(current, { images: images.value, resources: resources.value })
    if (isDue) writing = write(current)
  }

  const isEmpty = (): boolean => text.value.trim() === '' && capability.value === null

  const write = async (conversationId: string | null): Promise<void> => {
    const isSecret = conversationId === null && !isKept()
    if (isEmpty() && !isSecret && !isKnown) return
    const draft = isEmpty() || isSecret ? null : { text: text.value, capability: capability.value }
    await trying(() => api.chat.saveDraft.mutate({ conversationId, draft }))
    if (conversationId === current && !hasFailed()) isKnown = true
  }

  /** What another window made of the draft. What couldn't be kept here stands nowhere else, so it stays. */
  const refresh = async (): Promise<void> => {
    await writing
    const conversation = current
    const isSecret = conversation === null && !isKept()
    if (conversation === undefined || isUnkept() || isSecret || hasFailed()) return
    const before = text.value
    const draft = await trying(() => api.chat.draft.query({ conversationId: conversation }))
    const isStill = conversation === current && !isUnkept() && text.value === before
    if (!isStill || hasFailed()) return
    isKnown = true
    text.value = draft?.text ?? ''
    capability.value = draft?.capability ?? null
    // That wasn't written here.
    clearTimeout(timer)
    timer = undefined
  }

  const retry = async (): Promise<void> => {
    if (current === undefined) return
    if (isKnown || !isEmpty()) return write(current)
    failure.value = null
    await refresh()
  }

  /** Puts the draft of a conversation into the field, and keeps that of the one before. */
  const show = async (conversation: string | null): Promise<void> => {
    if (conversation === current) return
    // The first one may come with words, from a link.
    const isFirst = current === undefined
    save()
    current = conversation
    isKnown = false
    if (!isFirst) {
      text.value = ''
      capability.value = null
    }
    const kept = attached.get(conversation)
    images.value = kept?.images ?? []
    resources.value = kept?.resources ?? []
    clearTimeout(timer)
    timer = undefined
    const draft = await trying(() => api.chat.draft.query({ conversationId: conversation }))
    if (conversation !== current) return
    isKnown = !hasFailed()
    // What was written meanwhile is newer.
    if (draft === null || text.value !== '') return
    text.value = draft.text
    capability.value ??= draft.capability
  }

  /** A new conversation has got its name: what is in the field belongs to it. */
  const carry = (conversation: string): void => {
    attached.delete(null)
    void trying(() => api.chat.saveDraft.mutate({ conversationId: null, draft: null }))
    current = conversation
    isKnown = true
  }

  watch(
    [text, capability, isKept],
    () => {
      // Also while somebody goes on writing: what a page writes as it is closed may not arrive.
      timer ??= setTimeout(save, PAUSE_MS)
    },
    { flush: 'sync' },
  )
  useEventListener(window, 'pagehide', save)
  // The next window to be looked into may be another one of this conversation.
  useEventListener(window, 'blur', save)
  useEventListener(window, 'focus', () => void refresh())
  const leave = useChatEvents().on((event) => {
    if (event.type === 'draft' && event.conversationId === current) void refresh()
  })
  onScopeDispose(() => {
    leave()
    save()
  })
  return { show, carry, failure, retry }
}
