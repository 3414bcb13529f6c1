import { defineStore } from 'pinia'
import { computed } from 'vue'
import type { Persona, Prompt } from '../../src-daemon/contract/prompts.ts'
import { useResource } from '../composables/use-resource.ts'
import { api } from '../rpc/client.ts'

/** The owner's personas and prompts, kept up to date. */
export const usePrompts = defineStore('prompts', () => {
  const known = useResource(
    async (): Promise<{ personas: readonly Persona[]; prompts: readonly Prompt[] }> => {
      const [personas, prompts] = await Promise.all([api.prompts.personas.query(), api.prompts.list.query()])
      return { personas, prompts }
    },
    { topics: ['prompts'] },
  )
  const personas = computed(() => known.data.value?.personas ?? [])
  const prompts = computed(() => known.data.value?.prompts ?? [])
  const personaOf = (id: string | null): Persona | null => personas.value.find((one) => one.id === id) ?? null
  return { known: known.data, error: known.error, load: known.reload, personas, prompts, personaOf }
})
