import { defineStore } from 'pinia'
import { computed, shallowRef, watch } from 'vue'
import type { ModelInUse, ModelProviderStatus } from '../../src-daemon/contract/models.ts'
import type { Settings, SettingsChange } from '../../src-daemon/contract/settings.ts'
import { setLanguage } from '../i18n/index.ts'
import { shell } from '../rpc/bridge.ts'
import { api } from '../rpc/client.ts'
import { toErrorView, type ErrorView } from '../rpc/errors.ts'
import { applyTheme, rememberLanguage } from '../styles/appearance.ts'
import { useDaemon } from '../rpc/daemon.ts'

/** The settings, and the available models. Language and theme are applied at once. */
export const useSettings = defineStore('settings', () => {
  const daemon = useDaemon()
  const settings = shallowRef<Settings | null>(null)
  const providers = shallowRef<readonly ModelProviderStatus[] | null>(null)
  const error = shallowRef<ErrorView | null>(null)

  const allModels = computed(() => (providers.value ?? []).flatMap((provider) => provider.models))

  /** Chat models. */
  const models = computed(() => allModels.value.filter((model) => !model.embedding))

  /** The model that would answer a message, as the daemon sees it; null while unknown. */
  const inUse = shallowRef<ModelInUse | null>(null)
  const modelInUse = computed(() => inUse.value?.model ?? null)

  /** The language that was chosen before there were settings. */
  let early: Settings['language'] | null = null

  const load = async (): Promise<void> => {
    try {
      settings.value =
        early === null ? await api.settings.get.query() : await api.settings.set.mutate({ language: early })
      early = null
      error.value = null
    } catch (cause) {
      error.value = toErrorView(cause)
    }
  }

  const loadModels = async (): Promise<void> => {
    try {
      const [all, used] = await Promise.all([
        api.models.providers.query(),
        api.models.inUse.query({ model: null }),
      ])
      providers.value = all
      inUse.value = used
    } catch (cause) {
      error.value = toErrorView(cause)
    }
  }

  /** Changes some settings at once. Throws the daemon's error if it refuses. */
  const change = async (wanted: SettingsChange): Promise<void> => {
    settings.value = await api.settings.set.mutate(wanted)
  }

  /** The language; before the daemon is ready, it's shown at once and becomes a setting later. */
  const chooseLanguage = async (language: Settings['language']): Promise<void> => {
    if (daemon.ready) {
      await change({ language })
      return
    }
    early = language
    rememberLanguage(language)
    await setLanguage(language)
  }

  const refresh = (): void => {
    void load()
    void loadModels()
  }

  watch(
    () => daemon.generation,
    (generation) => {
      if (generation > 0) refresh()
    },
    { immediate: true },
  )
  daemon.onChange('settings', refresh)
  daemon.onChange('models', () => void loadModels())

  watch(settings, (now, before) => {
    if (now === null) return
    if (now.theme !== before?.theme) {
      applyTheme(now.theme)
      void shell()?.setTheme(now.theme)
    }
    if (now.language !== before?.language) {
      rememberLanguage(now.language)
      void setLanguage(now.language)
      void shell()?.setLanguage(now.language)
    }
  })

  return {
    settings,
    providers,
    allModels,
    models,
    inUse,
    modelInUse,
    error,
    change,
    chooseLanguage,
    load,
    loadModels,
  }
})
