import { computed, ref, shallowRef } from 'vue'
import type { PublishPlan } from '../../../src-daemon/contract/publishing.ts'
import { base64OfFile } from '../../components/base64.ts'
import { useResource } from '../../composables/use-resource.ts'
import { api } from '../../rpc/client.ts'
import { toErrorView, type ErrorView } from '../../rpc/errors.ts'
import { MAX_BYTES } from '../package-review/package-file.ts'

/** A package file in the form the daemon takes. */
export interface PackageFile {
  readonly fileName: string
  readonly bytesBase64: string
}

/**
 * Publishes a file to a registry: choose, plan, agree, publish. The daemon owns a running publication, so the sheet may
 * be closed and finds it again.
 */
export const usePublishing = () => {
  const registry = ref('')
  const file = shallowRef<PackageFile | null>(null)
  const plan = shallowRef<PublishPlan | null>(null)
  const problem = shallowRef<ErrorView | null>(null)
  const tooLarge = ref(false)
  const busy = ref<'plan' | 'start' | 'account' | null>(null)
  const agreed = ref(false)
  /** Id of the publication on screen. */
  const shown = ref<string | null>(null)
  let latest = 0

  const publications = useResource(() => api.registry.publish.list.query({ pinned: false }), {
    topics: ['publications'],
  })
  const publication = computed(() => publications.data.value?.find(({ id }) => id === shown.value) ?? null)
  const step = computed(() => {
    if (shown.value !== null) return 'run' as const
    return file.value === null && !tooLarge.value ? ('choose' as const) : ('plan' as const)
  })

  const target = () => ({
    ...(registry.value === '' ? {} : { registry: registry.value }),
    fileName: file.value?.fileName ?? '',
    bytesBase64: file.value?.bytesBase64 ?? '',
  })

  const makePlan = async (): Promise<void> => {
    if (file.value === null) return
    latest += 1
    const mine = latest
    busy.value = 'plan'
    plan.value = null
    problem.value = null
    agreed.value = false
    try {
      const answer = await api.registry.publish.plan.mutate(target())
      if (mine === latest) plan.value = answer
    } catch (thrown) {
      if (mine === latest) problem.value = toErrorView(thrown)
    } finally {
      if (mine === latest) busy.value = null
    }
  }

  const choose = async (picked: File): Promise<void> => {
    back()
    tooLarge.value = picked.size > MAX_BYTES
    if (tooLarge.value) return
    try {
      file.value = { fileName: picked.name, bytesBase64: await base64OfFile(picked) }
    } catch (thrown) {
      problem.value = toErrorView(thrown)
      return
    }
    await makePlan()
  }

  /** The same with a file that needn't be read. */
  const begin = async (given: PackageFile): Promise<void> => {
    back()
    file.value = given
    await makePlan()
  }

  const attempt = async (name: 'start' | 'account', work: () => Promise<unknown>): Promise<void> => {
    busy.value = name
    problem.value = null
    try {
      await work()
    } catch (thrown) {
      problem.value = toErrorView(thrown)
    } finally {
      busy.value = null
    }
  }
  const start = () =>
    attempt('start', async () => {
      const { id } = await api.registry.publish.start.mutate(target())
      await publications.reload()
      shown.value = id
    })
  const createAccount = async (): Promise<void> => {
    await attempt('account', () => api.registry.chains.createAccount.mutate())
    if (problem.value === null) await makePlan()
  }

  /** Back to choosing a file. */
  const back = (): void => {
    latest += 1
    file.value = null
    plan.value = null
    problem.value = null
    tooLarge.value = false
    agreed.value = false
    shown.value = null
    busy.value = null
  }

  return {
    registry,
    file,
    plan,
    problem,
    tooLarge,
    busy,
    agreed,
    shown,
    publications,
    publication,
    step,
    makePlan,
    choose,
    begin,
    start,
    createAccount,
    back,
  }
}
