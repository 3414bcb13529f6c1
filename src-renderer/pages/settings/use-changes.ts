import { useToast } from '@nuxt/ui/composables/useToast'
import { shallowRef } from 'vue'
import type { Settings } from '../../../src-daemon/contract/settings.ts'
import { setLanguage, t } from '../../i18n/index.ts'
import { toErrorView, type ErrorView } from '../../rpc/errors.ts'
import { useSettings } from '../../stores/settings.ts'
import { undoOf } from './settings-catalogue.ts'

/** Changes settings at once and confirms in a toast with an undo button. */
export const useChanges = () => {
  const store = useSettings()
  const toast = useToast()
  const failure = shallowRef<ErrorView | null>(null)

  /** `said` describes the change: which setting, and its new value. */
  const change = async (
    wanted: Partial<Settings>,
    said: (settings: Settings) => { setting: string; value: string },
  ) => {
    const before = store.settings
    if (before === null) return
    const undo = undoOf(before, wanted)
    if (Object.keys(undo).length === 0) return
    if (!(await apply(wanted))) return
    toast.add({
      title: t('settings.changed', said({ ...before, ...wanted })),
      color: 'neutral',
      icon: 'i-lucide-check',
      actions: [
        {
          label: t('settings.undo'),
          color: 'neutral',
          variant: 'outline',
          onClick: () => void takeBack(undo, () => said(before)),
        },
      ],
    })
  }

  const takeBack = async (undo: Partial<Settings>, said: () => { setting: string; value: string }) => {
    if (await apply(undo))
      toast.add({ title: t('settings.undone', said()), color: 'neutral', icon: 'i-lucide-undo-2' })
  }

  const apply = async (wanted: Partial<Settings>): Promise<boolean> => {
    try {
      await store.change(wanted)
      // The confirmation is in the language just chosen.
      if (wanted.language !== undefined) await setLanguage(wanted.language)
      failure.value = null
      return true
    } catch (thrown) {
      failure.value = toErrorView(thrown)
      return false
    }
  }

  return { failure, change }
}
