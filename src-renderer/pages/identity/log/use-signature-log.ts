import { ref, shallowRef, watch } from 'vue'
import type { SignatureRecord } from '../../../../src-daemon/contract/identity.ts'
import { useResource } from '../../../composables/use-resource.ts'
import { api } from '../../../rpc/client.ts'
import { useTask } from '../../../composables/use-task.ts'
import { withNewest } from './log-pages.ts'

const PAGE = 100

/** The signature log, newest first, read page by page; the first page is kept up to date. */
export const useSignatureLog = () => {
  const newest = useResource(() => api.identity.signatures.query({ limit: PAGE }), { topics: ['identity'] })
  const older = useTask()
  const records = shallowRef<readonly SignatureRecord[] | null>(null)
  const whole = ref(false)

  watch(newest.data, (page) => {
    if (page === null) return
    const known = records.value ?? []
    records.value = withNewest(known, page)
    if (page.length < PAGE) whole.value = true
    else if (records.value.length < known.length) whole.value = false
  })

  const more = async () => {
    const last = records.value?.at(-1)
    if (last === undefined) return
    const page = await older.run(() => api.identity.signatures.query({ limit: PAGE, before: last.id }))
    if (page === null || records.value?.at(-1)?.id !== last.id) return
    records.value = [...records.value, ...page.value]
    whole.value = page.value.length < PAGE
  }

  return {
    records,
    whole,
    error: newest.error,
    reload: newest.reload,
    more,
    busy: older.busy,
    failure: older.failure,
  }
}
