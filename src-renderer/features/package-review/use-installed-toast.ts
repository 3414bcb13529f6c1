import { useToast } from '@nuxt/ui/composables/useToast'
import { useRouter } from 'vue-router'
import type { InstalledPackage } from '../../../src-daemon/contract/packages.ts'
import { t } from '../../i18n/index.ts'

/** Says that a package is installed, with a button to try it if it has an example sentence. */
export const useInstalledToast = (): ((one: InstalledPackage) => void) => {
  const toast = useToast()
  const router = useRouter()
  return (one) => {
    const [example] = one.examples
    toast.add({
      title: t('capabilities.review.installed', { title: one.review.title, version: one.version }),
      color: 'success',
      icon: 'i-lucide-check',
      ...(example === undefined || one.status === 'disabled'
        ? {}
        : {
            actions: [
              {
                label: t('capabilities.review.tryInChat'),
                color: 'neutral' as const,
                variant: 'outline' as const,
                onClick: () => void router.push({ path: '/chat', query: { text: example } }),
              },
            ],
          }),
    })
  }
}
