import { useTitle } from '@vueuse/core'
import { computed } from 'vue'
import { useRoute } from 'vue-router'
import type { Conversation } from '../../src-daemon/contract/chat.ts'
import { t } from '../i18n/index.ts'
import { ALL_PAGES, OTHER_PAGES } from '../navigation/pages.ts'
import { shell } from '../rpc/bridge.ts'
import { useChat } from '../stores/chat.ts'

/** Names the window, or the tab, after what is in it: several are told apart by it. */
export const useWindowTitle = (): void => {
  const route = useRoute()
  const chat = useChat()
  const page = computed(() => [...ALL_PAGES, ...OTHER_PAGES].find(({ name }) => name === route.name))
  const pageTitle = computed(() => {
    if (route.name === 'making') return t('frame.pages.making')
    return page.value === undefined ? '' : t(`frame.pages.${page.value.name}`)
  })
  useTitle(
    computed(() =>
      windowTitle({
        page: pageTitle.value,
        conversation: route.name === 'chat' ? chat.conversation : null,
        inBrowser: shell() === null,
      }),
    ),
  )
}

/**
 * "Trip to Porto – Satchel". A browser keeps titles in its history, in plain text: there, and where nothing is to be kept,
 * it is the page's, not the conversation's.
 */
export const windowTitle = (shown: {
  readonly page: string
  readonly conversation: Pick<Conversation, 'title' | 'temporary'> | null
  readonly inBrowser: boolean
}): string => {
  const { page, conversation, inBrowser } = shown
  const said = conversation === null || conversation.temporary || inBrowser ? '' : conversation.title
  const place = said || page
  return place === '' ? 'Satchel' : `${place} – Satchel`
}
