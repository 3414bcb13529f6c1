import { defineStore } from 'pinia'
import { computed } from 'vue'
import type { RouteChoice } from '../../src-daemon/contract/chat.ts'
import { useResource } from '../composables/use-resource.ts'
import { api } from '../rpc/client.ts'

export const CHOICE_ICONS = {
  package: 'i-lucide-blocks',
  skill: 'i-lucide-book-open',
  server: 'i-lucide-plug',
} as const satisfies Record<RouteChoice['kind'], string>

/**
 * Everything a message can be addressed to by name: installed capabilities, skills and connected servers, kept up to
 * date.
 */
export const useChoices = defineStore('choices', () => {
  const list = useResource<readonly RouteChoice[]>(() => api.router.choices.query(), {
    topics: ['packages', 'servers', 'skills'],
  })
  const byName = computed(() => new Map((list.data.value ?? []).map((one) => [one.name, one])))
  const all = computed(() => list.data.value ?? [])
  /** The entry installed or connected as `name`; null if it is gone. */
  const find = (name: string): RouteChoice | null => byName.value.get(name) ?? null
  /** Its title; if it is gone, the name without its kind. */
  const titleOf = (name: string): string => find(name)?.title ?? name.replace(/^(?:skill:[^/]+\/|mcp:)/u, '')

  /** One word that identifies it after `/switch`: its title if that is one word and unique, else its name. */
  const wordOf = (name: string): string => {
    const { kind, title } = find(name) ?? { kind: 'package', title: name }
    const others = all.value.filter((one) => one.name !== name)
    const isShared = others.some((one) =>
      [one.name, one.title].some((word) => word.toLowerCase() === title.toLowerCase()),
    )
    return kind === 'package' || isShared || /[\s/]/u.test(title) ? name : title
  }

  return { all, find, titleOf, wordOf }
})
