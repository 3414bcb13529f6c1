import { useDebounceFn, useEventListener } from '@vueuse/core'
import { computed, onScopeDispose, ref, shallowRef, watch } from 'vue'
import type { Draft, DraftForm } from '../../../src-daemon/contract/drafts.ts'
import { api } from '../../rpc/client.ts'
import { toErrorView, type ErrorView } from '../../rpc/errors.ts'
import { isUntouched } from './form-words.ts'

/** How long nothing is typed before a draft is kept, in milliseconds. */
const STILL_MS = 400

/** A draft while it is worked on: kept shortly after each change, and at once when it is left. */
export const useDraft = (draft: Draft) => {
  const form = ref<DraftForm>(plainCopy(draft.form))
  /** The file, once it was edited by hand. */
  const text = ref(draft.text)
  const failure = shallowRef<ErrorView | null>(null)
  const changed = ref(0)
  const kept = ref(0)
  const isKept = computed(() => kept.value === changed.value && failure.value === null)
  let isOver = false

  const content = (): Pick<Draft, 'form' | 'text'> => ({
    form: plainCopy(form.value),
    text: text.value,
  })

  const keep = async (): Promise<void> => {
    const mine = changed.value
    if (isOver || mine === kept.value) return
    try {
      await api.drafts.save.mutate({ id: draft.id, ...content() })
      kept.value = Math.max(kept.value, mine)
      failure.value = null
    } catch (thrown) {
      failure.value = toErrorView(thrown)
    }
  }
  const keepSoon = useDebounceFn(keep, STILL_MS)

  watch(
    [form, text],
    () => {
      changed.value += 1
      void keepSoon()
    },
    { deep: true },
  )
  useEventListener(window, 'pagehide', () => void keep())
  onScopeDispose(() => {
    if (text.value === null && isUntouched(form.value)) void api.drafts.remove.mutate({ id: draft.id })
    else void keep()
  })

  /** Throws the draft away; what is typed meanwhile is not kept. */
  const remove = async (): Promise<void> => {
    isOver = true
    await api.drafts.remove.mutate({ id: draft.id })
  }

  return { form, text, failure, isKept, content, keep, remove }
}

/** A copy without anything of Vue in it, at any depth. */
const plainCopy = (form: DraftForm): DraftForm => JSON.parse(JSON.stringify(form)) as DraftForm
