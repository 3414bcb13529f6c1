import { shallowRef } from 'vue'
import { base64OfFile, bytesOfBase64 } from '../../components/base64.ts'
import { saveFile } from '../../components/save-file.ts'
import { useAttempt } from '../../composables/use-attempt.ts'
import type { PackageFile } from '../../features/publishing/use-publishing.ts'
import type { ReviewTarget } from '../../features/package-review/review-state.ts'
import { api } from '../../rpc/client.ts'

/** What becomes of a draft: signed with the owner's key, it is installed, published, or saved as a file. */
export const useGiving = (file: () => { readonly fileName: string; readonly text: string } | null) => {
  const { busy, failure, attempt } = useAttempt<'install' | 'publish' | 'save'>()
  /** What is being reviewed before it is installed. */
  const reviewing = shallowRef<ReviewTarget | null>(null)
  const publishing = shallowRef<PackageFile | null>(null)

  const signed = async (): Promise<PackageFile> => {
    const { fileName, text } = file() ?? { fileName: '', text: '' }
    const bytesBase64 = await base64OfFile(new Blob([text]))
    const made = await api.packages.sign.mutate({ fileName, bytesBase64 })
    return { fileName, bytesBase64: made.bytesBase64 }
  }

  const install = () =>
    attempt('install', async () => {
      reviewing.value = { kind: 'file', ...(await signed()) }
    })
  const publish = () =>
    attempt('publish', async () => {
      publishing.value = await signed()
    })
  const save = () =>
    attempt('save', async () => {
      const { fileName, bytesBase64 } = await signed()
      saveFile(fileName, bytesOfBase64(bytesBase64), 'application/yaml')
    })

  return { busy, failure, reviewing, publishing, install, publish, save }
}
