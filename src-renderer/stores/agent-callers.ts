import { defineStore } from 'pinia'
import { computed } from 'vue'
import { useResource } from '../composables/use-resource.ts'
import { api } from '../rpc/client.ts'

/** The agents that asked for access, those waiting for an answer first, kept up to date. */
export const useAgentCallers = defineStore('agent-callers', () => {
  const callers = useResource(() => api.agents.callers.query(), { topics: ['agents'] })
  const waiting = computed(() => (callers.data.value ?? []).filter(({ status }) => status === 'asked').length)
  return { all: callers.data, error: callers.error, reload: callers.reload, waiting }
})
