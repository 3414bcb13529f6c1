import { useTitle } from '@vueuse/core'
import { computed } from 'vue'
import { useRoute } from 'vue-router'
import { t } from '../i18n/index.ts'
import { ALL_PAGES, OTHER_PAGES } from '../navigation/pages.ts'
import { useChat } from '../stores/chat.ts'

/** Names the window, or the tab, after what is in it: several are told apart by it. */
export const useWindowTitle = (): void => {
  const route = useRoute()
  const chat = useChat()
  const place = computed(() => {
    if (route.name === 'chat') return chat.conversation?.title ?? ''
    const page = [...ALL_PAGES, ...OTHER_PAGES].find(({ name }) => name === route.name)
    return page === undefined ? '' : t(`frame.pages.${page.name}`)
  })
  useTitle(computed(() => (place.value === '' ? 'Satchel' : `${place.value} – Satchel`)))
}
