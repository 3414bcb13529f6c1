import { computed, ref } from 'vue'
import { t } from '../../../i18n/index.ts'
import { shell } from '../../../rpc/bridge.ts'
import { useIdentity } from '../shared/identity-context.ts'

/**
 * Makes sure that the owner is present before keys are exported: the vault's passphrase again, which the daemon
 * compares; if the system keeps the keys, the system's own check, or, if it has none, words to be typed.
 */
export const useOwnerCheck = () => {
  const { status } = useIdentity()
  const given = ref('')
  /** Asked only when the form is submitted, so it isn't known before whether it can be. */
  const systemAsks = ref(shell()?.platform === 'darwin')
  const refused = ref(false)

  const kind = computed<'passphrase' | 'words' | 'system'>(() => {
    if (status.data.value?.keyStore.backend === 'vault') return 'passphrase'
    return systemAsks.value ? 'system' : 'words'
  })
  const isMissing = computed(() => {
    if (kind.value === 'system') return refused.value
    if (kind.value === 'passphrase') return given.value === ''
    return given.value.trim().toLocaleLowerCase() !== t('identity.sheets.again.words').toLocaleLowerCase()
  })

  /** Whether the file may be created; else the field shows what is missing. */
  const passes = async (): Promise<boolean> => {
    if (kind.value !== 'system') return !isMissing.value
    const answer = (await shell()?.confirmPresence(t('identity.sheets.again.reason'))) ?? 'unavailable'
    systemAsks.value = answer !== 'unavailable'
    refused.value = answer === 'refused'
    return answer === 'confirmed'
  }

  /** The passphrase for the daemon to compare; undefined without a vault. */
  const vaultPassphrase = (): string | undefined => (kind.value === 'passphrase' ? given.value : undefined)

  return { kind, given, isMissing, passes, vaultPassphrase }
}

export type OwnerCheck = ReturnType<typeof useOwnerCheck>
