import { defineStore } from 'pinia'
import { shallowRef, watch } from 'vue'
import type { EncryptionStatus } from '../../../src-daemon/contract/encryption.ts'
import { api } from '../../rpc/client.ts'
import { useDaemon } from '../../rpc/daemon.ts'
import { toErrorView, type ErrorView } from '../../rpc/errors.ts'

/** Whether the data on the disk is encrypted, and whether a key backup holds its key. */
export const useEncryption = defineStore('encryption', () => {
  const daemon = useDaemon()
  const status = shallowRef<EncryptionStatus | null>(null)
  const failure = shallowRef<ErrorView | null>(null)

  const load = async (): Promise<void> => {
    try {
      status.value = await api.system.encryption.query()
      failure.value = null
    } catch (cause) {
      failure.value = toErrorView(cause)
    }
  }
  watch(
    () => daemon.generation,
    () => void load(),
    { immediate: true },
  )

  // A backup of the keys was made.
  daemon.onChange('identity', () => void load())

  const tell = async (request: Promise<void>): Promise<void> => {
    try {
      await request
      failure.value = null
    } catch (cause) {
      failure.value = toErrorView(cause)
    }
  }

  /** The daemon stops, and encrypts or decrypts the data when the shell has started it again. */
  const change = (to: 'encrypted' | 'plain'): Promise<void> =>
    tell(api.system.changeEncryption.mutate({ to }))

  const decline = async (): Promise<void> => {
    await tell(api.system.declineEncryption.mutate())
    await load()
  }

  return { status, failure, load, change, decline }
})
