import { ref, shallowRef } from 'vue'
import type { JsonRecord, StateObject } from '../../../../src-daemon/contract/state.ts'
import { api } from '../../../rpc/client.ts'
import { toErrorView, type ErrorView } from '../../../rpc/errors.ts'
import { editableValues, patchOf } from '../schema/object-patch.ts'
import { merged, threeWay, type ThreeWay } from './three-way.ts'

/** Someone else saved first: their object, and the fields changed on both sides. */
export interface SaveConflict extends ThreeWay {
  readonly theirs: StateObject
  readonly mine: JsonRecord
}

export type SaveResult =
  | { readonly outcome: 'saved'; readonly object: StateObject }
  | { readonly outcome: 'unchanged' | 'not_saved' }

/** Saves an edit on top of the version it started from; only changed fields are sent. */
export const useObjectSave = (object: StateObject) => {
  /** The version this edit started from; a newer one arriving meanwhile must not be overwritten. */
  const base = shallowRef(object)
  const saving = ref(false)
  const failure = shallowRef<ErrorView | null>(null)
  const conflict = shallowRef<SaveConflict | null>(null)

  const save = async (values: JsonRecord): Promise<SaveResult> => {
    const patch = patchOf(base.value.object, values)
    if (patch.length === 0) return { outcome: 'unchanged' }
    saving.value = true
    failure.value = null
    conflict.value = null
    try {
      const { schemaUri, id, version } = base.value
      const changed = await api.state.update.mutate({ schemaUri, id, patch, ifVersion: version })
      return { outcome: 'saved', object: changed.object }
    } catch (thrown) {
      failure.value = toErrorView(thrown)
      if (failure.value.code === 'version_conflict') await compare(values)
      return { outcome: 'not_saved' }
    } finally {
      saving.value = false
    }
  }

  /** Loads the others' version and compares. */
  const compare = async (mine: JsonRecord) => {
    try {
      const { schemaUri, id } = base.value
      const theirs = await api.state.get.query({ schemaUri, id })
      const before = editableValues(base.value.object)
      conflict.value = {
        theirs,
        mine,
        ...threeWay(before, editableValues(mine), editableValues(theirs.object)),
      }
      failure.value = null
    } catch (thrown) {
      failure.value = toErrorView(thrown)
    }
  }

  /**
   * Saves on top of their version, with the chosen values. Returns the merged object, to show if saving fails again.
   */
  const settle = async (choices: Readonly<Record<string, 'mine' | 'theirs'>>) => {
    const found = conflict.value
    if (found === null) return { values: {}, result: { outcome: 'unchanged' } satisfies SaveResult }
    const values = merged(found, editableValues(found.mine), editableValues(found.theirs.object), choices)
    base.value = found.theirs
    return { values, result: await save(values) }
  }

  return { base, saving, failure, conflict, save, settle }
}
