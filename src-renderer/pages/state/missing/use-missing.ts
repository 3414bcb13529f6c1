import { createSharedComposable } from '@vueuse/core'
import { computed, shallowRef } from 'vue'
import type { FilledSchemas } from '../../../../src-daemon/contract/schema-resolution.ts'
import { useResource } from '../../../composables/use-resource.ts'
import { useTask } from '../../../composables/use-task.ts'
import { api } from '../../../rpc/client.ts'

/** The schemas that imported changes wait for; one list for the page. */
export const useMissing = createSharedComposable(() => {
  const missing = useResource(() => api.schemas.missing.query(), { topics: ['state', 'packages'] })
  const { busy, failure, run } = useTask()
  const problems = shallowRef<FilledSchemas['problems']>([])

  /** Several capabilities may have changes of one schema. */
  const schemas = computed(() =>
    [...Map.groupBy(missing.data.value ?? [], ({ schemaUri }) => schemaUri)].map(([uri, all]) => ({
      uri,
      changes: all.reduce((sum, { changes }) => sum + changes, 0),
      problem: problems.value.find((one) => one.uri === uri)?.problem ?? null,
    })),
  )

  /** After an import: finds them without asking, if the setting allows that. */
  const fill = async (): Promise<void> => {
    await missing.reload()
    const done = await run(() => api.schemas.fill.mutate())
    problems.value = done?.value.problems ?? []
    await missing.reload()
  }

  return { schemas, unreadable: missing.error, busy, failure, fill, reload: missing.reload }
})
