import { onScopeDispose, shallowRef, watch } from 'vue'
import type { BackupList } from '../../../src-daemon/contract/backups.ts'
import { api } from '../../rpc/client.ts'
import { useDaemon } from '../../rpc/daemon.ts'
import { toErrorView, type ErrorView } from '../../rpc/errors.ts'

/** The backups there are, also while the data can't be opened. */
export const useBackups = () => {
  const daemon = useDaemon()
  const list = shallowRef<BackupList | null>(null)
  const failure = shallowRef<ErrorView | null>(null)

  const load = async (): Promise<void> => {
    try {
      list.value = await api.backups.list.query()
      failure.value = null
    } catch (cause) {
      failure.value = toErrorView(cause)
    }
  }
  watch(
    () => daemon.generation,
    () => void load(),
    { immediate: true },
  )
  for (const topic of ['backups', 'settings'] as const)
    onScopeDispose(daemon.onChange(topic, () => void load()))

  return { list, failure, load }
}
