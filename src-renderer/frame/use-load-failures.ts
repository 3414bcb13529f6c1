import { useToast } from '@nuxt/ui/composables/useToast'
import { useEventListener } from '@vueuse/core'
import { t } from '../i18n/index.ts'

/**
 * Says when a page or another part of the app that is loaded on demand can't be had: most often since the app was updated
 * while its window was open, and now has other files.
 */
export const useLoadFailures = (): void => {
  const toast = useToast()
  useEventListener(window, 'vite:preloadError', () => {
    toast.add({
      id: 'not-loaded',
      title: t('frame.notLoaded.title'),
      description: t('frame.notLoaded.text'),
      color: 'error',
      icon: 'i-lucide-triangle-alert',
      duration: 0,
      actions: [
        {
          label: t('frame.notLoaded.reload'),
          color: 'neutral',
          variant: 'outline',
          onClick: () => {
            window.location.reload()
          },
        },
      ],
    })
  })
}
