import { computed, onBeforeUnmount, ref, shallowRef, watch, type Ref } from 'vue'
import { useToast } from '@nuxt/ui/composables'
import type { JsonRecord, StateObject } from '../../../../src-daemon/contract/state.ts'
import { problemsOf } from '../../../components/schema-form.ts'
import { t } from '../../../i18n/index.ts'
import { api } from '../../../rpc/client.ts'
import { toErrorView } from '../../../rpc/errors.ts'
import { useObjectSave, type SaveResult } from '../object/use-object-save.ts'
import { editableSchema, editableValues, patchOf } from '../schema/object-patch.ts'

/**
 * Edits an object in place. Text is saved when its field is left, anything else at once; each save is a change
 * in the history, and the last one can be undone. Others' changes are shown as long as nothing is typed.
 */
export const useInPlace = (
  object: Readonly<Ref<StateObject>>,
  schema: Readonly<Ref<JsonRecord>>,
  saved: (object: StateObject) => void,
) => {
  const toast = useToast()
  const { base, saving, failure, conflict, save, settle } = useObjectSave(object.value)
  const values = ref<JsonRecord>(editableValues(object.value.object))
  /** The change of the last save; null if there was none, or it was undone. */
  const undoable = shallowRef<string | null>(null)

  const form = computed(() => editableSchema(schema.value))
  const isDirty = computed(() => patchOf(base.value.object, values.value).length > 0)
  const isValid = computed(() => problemsOf(form.value, values.value).size === 0)

  const show = (now: StateObject) => {
    base.value = now
    values.value = editableValues(now.object)
  }

  watch(object, (now) => {
    if (!saving.value && conflict.value === null && !isDirty.value) show(now)
  })

  /** `sent`: the saved values; text typed meanwhile stays. */
  const finish = (result: SaveResult, sent: string) => {
    if (result.outcome !== 'saved') return
    undoable.value = result.object.version
    if (JSON.stringify(values.value) === sent) show(result.object)
    else base.value = result.object
    saved(result.object)
  }

  /** Saves the edits, if there are any and they are valid. */
  const commit = async (): Promise<void> => {
    if (saving.value || conflict.value !== null || !isDirty.value || !isValid.value) return
    const sent = JSON.stringify(values.value)
    finish(await save(values.value), sent)
  }

  const choose = async (choices: Record<string, 'mine' | 'theirs'>) => {
    const { values: chosen, result } = await settle(choices)
    values.value = chosen
    finish(result, JSON.stringify(chosen))
    if (result.outcome === 'unchanged') drop()
  }

  /** Resets to the saved values. */
  const drop = () => {
    conflict.value = null
    failure.value = null
    show(object.value)
  }

  const undo = async () => {
    const change = undoable.value
    if (change === null) return
    try {
      await api.state.revert.mutate({ target: { change }, dryRun: false })
      undoable.value = null
      const { schemaUri, id } = base.value
      const now = await api.state.get.query({ schemaUri, id })
      show(now)
      saved(now)
      toast.add({ title: t('state.reader.undone'), color: 'neutral', icon: 'i-lucide-undo-2' })
    } catch (thrown) {
      failure.value = toErrorView(thrown)
    }
  }

  onBeforeUnmount(() => void commit())

  return { values, form, saving, failure, conflict, isDirty, isValid, undoable, commit, choose, drop, undo }
}
