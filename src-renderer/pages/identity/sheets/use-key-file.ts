import { nextTick, ref, shallowRef, useTemplateRef } from 'vue'
import type { KeyFile } from '../../../../src-daemon/contract/identity.ts'
import { isNewPassphrase } from '../../../components/passphrase.ts'
import { useIdentity } from '../shared/identity-context.ts'
import { useTask } from '../../../composables/use-task.ts'
import { useOwnerCheck } from './use-owner-check.ts'

/**
 * Creating an encrypted file: makes sure of the owner, asks for a passphrase, creates the file and lets the user save it. The template holds a
 * `KeyFileResult` as `result`. Passphrases are discarded as soon as the file exists.
 */
export const useKeyFile = (
  make: (passphrases: { passphrase: string; current: string | undefined }) => Promise<KeyFile>,
) => {
  const { reload } = useIdentity()
  const { busy, failure, run } = useTask()
  const passphrase = ref('')
  const repeated = ref('')
  const tried = ref(false)
  const check = useOwnerCheck()
  const file = shallowRef<KeyFile | null>(null)
  const result = useTemplateRef<{ save: () => void }>('result')

  const start = async () => {
    tried.value = true
    if (!isNewPassphrase(passphrase.value, repeated.value) || !(await check.passes())) return
    const made = await run(() => make({ passphrase: passphrase.value, current: check.vaultPassphrase() }))
    if (made === null) return
    passphrase.value = ''
    repeated.value = ''
    check.given.value = ''
    file.value = made.value
    await nextTick()
    result.value?.save()
    await reload()
  }

  return { busy, failure, passphrase, repeated, tried, check, file, start }
}
