import { nextTick, ref, shallowRef, useTemplateRef } from 'vue'
import type { KeyFile } from '../../../../src-daemon/contract/identity.ts'
import { isNewPassphrase } from '../../../components/passphrase.ts'
import { useIdentity } from '../shared/identity-context.ts'
import { useTask } from '../../../composables/use-task.ts'

/**
 * Creating an encrypted file: asks for a passphrase, creates the file and lets the user save it. The template holds a
 * `KeyFileResult` as `result`. The passphrase is discarded as soon as the file exists.
 */
export const useKeyFile = (make: (passphrase: string) => Promise<KeyFile>) => {
  const { reload } = useIdentity()
  const { busy, failure, run } = useTask()
  const passphrase = ref('')
  const repeated = ref('')
  const tried = ref(false)
  const file = shallowRef<KeyFile | null>(null)
  const result = useTemplateRef<{ save: () => void }>('result')

  const start = async () => {
    tried.value = true
    if (!isNewPassphrase(passphrase.value, repeated.value)) return
    const made = await run(() => make(passphrase.value))
    if (made === null) return
    passphrase.value = ''
    repeated.value = ''
    file.value = made.value
    await nextTick()
    result.value?.save()
    await reload()
  }

  return { busy, failure, passphrase, repeated, tried, file, start }
}
