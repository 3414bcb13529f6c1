import { useDebounceFn, useEventListener } from '@vueuse/core'
import { computed, nextTick, onScopeDispose, ref, shallowRef, watch } from 'vue'
import type { Draft, DraftForm } from '../../../src-daemon/contract/drafts.ts'
import { api } from '../../rpc/client.ts'
import { toErrorView, type ErrorView } from '../../rpc/errors.ts'
import { isUntouched } from './form-words.ts'

/** How long nothing is typed before a draft is kept, in milliseconds. */
const STILL_MS = 400

/**
 * A draft while it is worked on: kept shortly after each change, and at once when it is left. `stored`: what is kept of it, from whichever
 * window; null once it is gone. What was kept elsewhere is shown here unless something isn't kept yet: then nothing is written over
 * before one of the two was chosen.
 */
export const useDraft = (draft: Draft, stored: () => Draft | null) => {
  const form = ref<DraftForm>(plainCopy(draft.form))
  /** The file, once it was edited by hand. */
  const text = ref(draft.text)
  const failure = shallowRef<ErrorView | null>(null)
  const changed = ref(0)
  const kept = ref(0)
  /** Another draft is kept under this id, or none: what is typed here waits for a choice. */
  const isElsewhere = ref(false)
  const isKept = computed(() => kept.value === changed.value && failure.value === null && !isElsewhere.value)
  /** The time of what the form is made from. */
  let over: string | null = draft.changedAt
  let isOver = false
  let saving: Promise<void> = Promise.resolve()

  const content = (): Pick<Draft, 'form' | 'text'> => ({
    form: plainCopy(form.value),
    text: text.value,
  })

  const save = async (): Promise<void> => {
    const mine = changed.value
    if (isOver || isElsewhere.value || mine === kept.value) return
    try {
      over = (await api.drafts.save.mutate({ id: draft.id, ...content(), over })).changedAt
      kept.value = Math.max(kept.value, mine)
      failure.value = null
    } catch (thrown) {
      const view = toErrorView(thrown)
      isElsewhere.value = view.code === 'draft_changed_elsewhere'
      failure.value = isElsewhere.value ? null : view
    }
  }
  /** One after the other: each is made from what the one before has kept. */
  const keep = (): Promise<void> => {
    saving = saving.then(save)
    return saving
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

  /** Shows what is kept, instead of what is here. */
  const show = async (other: Draft): Promise<void> => {
    form.value = plainCopy(other.form)
    text.value = other.text
    over = other.changedAt
    await nextTick()
    kept.value = changed.value
    isElsewhere.value = false
  }
  watch(stored, async (now) => {
    await saving
    if (now !== null && over !== null && now.changedAt > over && kept.value === changed.value) await show(now)
  })

  const showOther = async (): Promise<void> => {
    const other = stored()
    if (other !== null) await show(other)
  }
  /** Keeps what is here, in place of what was kept elsewhere. */
  const keepMine = async (): Promise<void> => {
    over = stored()?.changedAt ?? null
    isElsewhere.value = false
    await keep()
  }

  /** What was never decided on becomes a draft of its own. */
  const leave = (): void => {
    if (isOver) return
    if (isElsewhere.value) void api.drafts.save.mutate({ id: crypto.randomUUID(), ...content(), over: null })
    else if (text.value === null && isUntouched(form.value)) void api.drafts.remove.mutate({ id: draft.id })
    else void keep()
  }
  useEventListener(window, 'pagehide', () => {
    if (isElsewhere.value) leave()
    else void keep()
  })
  onScopeDispose(leave)

  /** Throws the draft away; what is typed meanwhile is not kept. */
  const remove = async (): Promise<void> => {
    isOver = true
    await api.drafts.remove.mutate({ id: draft.id })
  }

  return { form, text, failure, isKept, isElsewhere, content, keep, showOther, keepMine, remove }
}

/** A copy without anything of Vue in it, at any depth. */
const plainCopy = (form: DraftForm): DraftForm => JSON.parse(JSON.stringify(form)) as DraftForm
