import { useToast } from '@nuxt/ui/composables'
import { ref } from 'vue'
import type { StateObject } from '../../../../src-daemon/contract/state.ts'
import { api } from '../../../rpc/client.ts'
import { toErrorView } from '../../../rpc/errors.ts'
import type { Kind } from '../schema/kinds.ts'

/** Ticks tasks and takes the tick away; `put` shows the result. */
export const useTaskToggle = (put: (object: StateObject) => void) => {
  const toast = useToast()
  const busy = ref<ReadonlySet<string>>(new Set())

  const toggle = async (object: StateObject, { presentation: { done } }: Kind, isDone: boolean) => {
    if (done === null || busy.value.has(object.id)) return
    busy.value = new Set([...busy.value, object.id])
    try {
      const { schemaUri, id } = object
      const patch = { $set: { [done.field]: isDone ? done.yes : done.no } }
      put((await api.state.update.mutate({ schemaUri, id, patch })).object)
    } catch (thrown) {
      const { message, action } = toErrorView(thrown)
      toast.add({ title: message, description: action, color: 'error', icon: 'i-lucide-circle-alert' })
    } finally {
      busy.value = new Set([...busy.value].filter((id) => id !== object.id))
    }
  }

  return { busy, toggle, isBusy: (id: string) => busy.value.has(id) }
}
