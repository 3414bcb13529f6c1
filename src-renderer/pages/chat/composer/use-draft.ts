import { useEventListener } from '@vueuse/core'
import { onScopeDispose, watch, type Ref } from 'vue'
import type { ImageInput, ResourceInput } from '../../../../src-daemon/contract/chat.ts'
import { api } from '../../../rpc/client.ts'

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

/** Keeps what is written in each conversation, until it is sent. Text is kept over a restart, by the daemon. */
export const useDraft = ({ text, capability, images, resources, isKept }: Written) => {
  /** The conversation whose draft is in the field; null for a new one, undefined before the first. */
  let current: string | null | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  const save = (): void => {
    if (current === undefined) return
    attached.set(current, { images: images.value, resources: resources.value })
    if (timer === undefined) return
    clearTimeout(timer)
    timer = undefined
    const isEmpty = text.value.trim() === '' && capability.value === null
    const isSecret = current === null && !isKept()
    const draft = isEmpty || isSecret ? null : { text: text.value, capability: capability.value }
    // If it fails, what was written is still in the field, and the next change tries again.
    api.chat.saveDraft.mutate({ conversationId: current, draft }).catch(() => undefined)
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
    const draft = await api.chat.draft.query({ conversationId: conversation }).catch(() => null)
    // What was written meanwhile is newer.
    if (conversation !== current || draft === null || text.value !== '') return
    text.value = draft.text
    capability.value ??= draft.capability
  }

  /** A new conversation has got its name: what is in the field belongs to it. */
  const carry = (conversation: string): void => {
    attached.delete(null)
    api.chat.saveDraft.mutate({ conversationId: null, draft: null }).catch(() => undefined)
    current = conversation
  }

  watch(
    [text, capability, isKept],
    () => {
      clearTimeout(timer)
      timer = setTimeout(save, PAUSE_MS)
    },
    { flush: 'sync' },
  )
  useEventListener(window, 'pagehide', save)
  onScopeDispose(save)
  return { show, carry }
}
