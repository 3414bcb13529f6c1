import { defineStore } from 'pinia'
import { shallowRef, watch } from 'vue'
import type { Fact } from '../../src-daemon/contract/memory.ts'
import { api } from '../rpc/client.ts'
import { toErrorView, type ErrorView } from '../rpc/errors.ts'
import { useDaemon } from '../rpc/daemon.ts'

const MEMORY_STORE = 'did:nuwa:core:MemoryStore#v1'

/** The daemon's memory; null until loaded. */
export const useMemory = defineStore('memory', () => {
  const daemon = useDaemon()
  const facts = shallowRef<readonly Fact[] | null>(null)
  const error = shallowRef<ErrorView | null>(null)

  const load = async (): Promise<void> => {
    if (!daemon.ready) return
    try {
      facts.value = await api.memory.facts.query()
      error.value = null
    } catch (cause) {
      error.value = toErrorView(cause)
    }
  }

  const remember = async (value: string): Promise<void> => {
    await api.memory.remember.mutate({ value })
    await load()
  }

  const edit = async (key: string, value: string): Promise<void> => {
    await api.memory.edit.mutate({ key, value })
    await load()
  }

  const pin = async (key: string, pinned: boolean): Promise<void> => {
    await api.memory.pin.mutate({ key, pinned })
    await load()
  }

  const forget = async (key: string): Promise<void> => {
    await api.memory.forget.mutate({ key })
    await load()
  }

  watch(
    () => daemon.generation,
    () => {
      void load()
    },
    { immediate: true },
  )
  // Another window, another device or an expiry may change it.
  daemon.onChange('state', (event) => {
    if (event.type === 'state' && event.schemaUri === MEMORY_STORE) void load()
  })

  return { facts, error, load, remember, edit, pin, forget }
})
