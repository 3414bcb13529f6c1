import { useEventListener } from '@vueuse/core'
import { onScopeDispose, shallowRef, watch, type Ref } from 'vue'
import type { ImageInput, ResourceInput } from '../../../../src-daemon/contract/chat.ts'
import { api } from '../../../rpc/client.ts'
import { toErrorView, type ErrorView } from '../../../rpc/errors.ts'

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
 * isn't, and `retry` tries again, as the next change does. A window that is looked into again shows what another one wrote meanwhile
 * or sent, unless something was written in it that isn't kept yet.
 */
export const useDraft = ({ text, capability, images, resources, isKept }: Written) => {
  /** The conversation whose draft is in the field; null for a new one, undefined before the first. */
  let current: string | null | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
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

  const write = (conversationId: string | null) => {
    const isEmpty = text.value.trim() === '' && capability.value === null
    const isSecret = conversationId === null && !isKept()
    const draft = isEmpty || isSecret ? null : { text: text.value, capability: capability.value }
    return trying(() => api.chat.saveDraft.mutate({ conversationId, draft }))
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
    text.value = draft?.text ?? ''
    capability.value = draft?.capability ?? null
    // That wasn't written here.
    clearTimeout(timer)
    timer = undefined
  }

  const retry = async (): Promise<void> => {
    if (current !== undefined) await write(current)
  }

  /** Puts the draft of a conversation into the field, and keeps that of the one before. */
  const show = async (conversation: string | null): Promise<void> => {
    if (conversation === current) return
    // The first one may come with words, from a link.
    const isFirst = current === undefined
    save()
    current = conversation
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
    // What was written meanwhile is newer.
    if (conversation !== current || draft === null || text.value !== '') return
    text.value = draft.text
    capability.value ??= draft.capability
  }

  /** A new conversation has got its name: what is in the field belongs to it. */
  const carry = (conversation: string): void => {
    attached.delete(null)
    void trying(() => api.chat.saveDraft.mutate({ conversationId: null, draft: null }))
    current = conversation
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
  onScopeDispose(save)
  return { show, carry, failure, retry }
}
