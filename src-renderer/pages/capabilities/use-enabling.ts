import { useToast } from '@nuxt/ui/composables/useToast'
import { ref } from 'vue'
import type { InstalledPackage } from '../../../src-daemon/contract/packages.ts'
import { t } from '../../i18n/index.ts'
import { api } from '../../rpc/client.ts'
import { toErrorView } from '../../rpc/errors.ts'
import { usePackages } from '../../stores/packages.ts'

/** Enables and disables a capability at once; the toast has an undo button. */
export const useEnabling = () => {
  const toast = useToast()
  const packages = usePackages()
  const busy = ref(false)

  const set = async (one: InstalledPackage, enabled: boolean): Promise<void> => {
    busy.value = true
    try {
      const after = await api.packages.setEnabled.mutate({ name: one.name, enabled })
      toast.add({
        title: t(enabled ? 'capabilities.off.switchedOn' : 'capabilities.off.switchedOff', {
          title: one.review.title,
        }),
        color: 'neutral',
        icon: enabled ? 'i-lucide-power' : 'i-lucide-power-off',
        ...(enabled
          ? {}
          : {
              actions: [
                {
                  label: t('frame.common.undo'),
                  color: 'neutral' as const,
                  variant: 'outline' as const,
                  onClick: () => void set(after, true),
                },
              ],
            }),
      })
      await packages.load()
    } catch (thrown) {
      const { message, action } = toErrorView(thrown)
      toast.add({ title: message, description: action, color: 'error', icon: 'i-lucide-triangle-alert' })
    } finally {
      busy.value = false
    }
  }

  return { busy, set }
}
