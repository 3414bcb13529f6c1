import { useToast } from '@nuxt/ui/composables/useToast'
import { ref } from 'vue'
import { t } from '../i18n/index.ts'

/** Copies text and confirms it briefly; also says when the clipboard refuses. */
export const useClipboardCopy = () => {
  const toast = useToast()
  const copied = ref(false)
  const copy = async (text: string): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text)
      copied.value = true
      setTimeout(() => {
        copied.value = false
      }, 1500)
    } catch {
      // The browser may refuse clipboard access; the user is told what to do instead.
      toast.add({
        id: 'copy-failed',
        title: t('frame.common.copyFailed'),
        color: 'warning',
        icon: 'i-lucide-triangle-alert',
      })
    }
  }
  return { copied, copy }
}
