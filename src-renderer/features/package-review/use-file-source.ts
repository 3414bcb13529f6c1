import { useToast } from '@nuxt/ui/composables/useToast'
import type { PackageSource } from '../../../src-daemon/contract/packages.ts'
import { t } from '../../i18n/index.ts'
import { sourceOfFile } from './package-file.ts'

/** Reads a chosen package file, to be reviewed; null if it can't be, which a toast says. */
export const useFileSource = (): ((file: File) => Promise<PackageSource | null>) => {
  const toast = useToast()
  const refuse = (title: string): null => {
    toast.add({ title, color: 'error', icon: 'i-lucide-file-x' })
    return null
  }
  return async (file) => {
    try {
      return (await sourceOfFile(file)) ?? refuse(t('capabilities.review.tooLarge'))
    } catch {
      // The browser only says that the file can't be read.
      return refuse(t('capabilities.review.fileUnreadable'))
    }
  }
}
