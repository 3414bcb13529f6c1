import { defineStore } from 'pinia'
import { computed, shallowRef, watch } from 'vue'
import type { InstalledPackage } from '../../src-daemon/contract/packages.ts'
import { language } from '../i18n/index.ts'
import { api } from '../rpc/client.ts'
import { toErrorView, type ErrorView } from '../rpc/errors.ts'
import { useDaemon } from '../rpc/daemon.ts'

/** The installed capabilities, kept up to date: their titles and examples are shown all over the app. */
export const usePackages = defineStore('packages', () => {
  const daemon = useDaemon()
  const installed = shallowRef<readonly InstalledPackage[] | null>(null)
  const error = shallowRef<ErrorView | null>(null)

  const usable = computed(() => (installed.value ?? []).filter((one) => one.status === 'ready'))

  const load = async (): Promise<void> => {
    try {
      installed.value = await api.packages.installed.query()
      error.value = null
    } catch (cause) {
      error.value = toErrorView(cause)
    }
  }

  /** Title of the capability installed as `name`, or a skill's or server's own name; `name` itself if it is gone. */
  const titleOf = (name: string): string =>
    installed.value?.find((one) => one.name === name)?.review.title ??
    name.replace(/^(?:skill:[^/]+\/|mcp:)/u, '')

  watch(
    // The daemon sends a package's titles and sentences in the language of the request.
    [() => daemon.generation, language],
    ([generation]) => {
      if (generation > 0) void load()
    },
    { immediate: true },
  )
  daemon.onChange('packages', () => void load())

  return { installed, usable, error, load, titleOf }
})
