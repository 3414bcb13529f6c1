import { useEventListener } from '@vueuse/core'
import { useRouter } from 'vue-router'
import { isTyping } from '../composables/is-typing.ts'
import { TOGGLE_LIST } from '../components/toggle-list.ts'
import { lastChatAddress } from '../navigation/last-chat.ts'
import { ALL_PAGES } from '../navigation/pages.ts'

/** The global keyboard shortcuts. Single characters do nothing while the user types. */
export const useShortcuts = (actions: { readonly palette: () => void; readonly sheet: () => void }): void => {
  const router = useRouter()

  useEventListener(window, 'keydown', (event: KeyboardEvent) => {
    const mod = event.ctrlKey || event.metaKey
    const key = event.key.toLowerCase()
    if (mod && !event.shiftKey && !event.altKey && key === 'k') act(event, actions.palette)
    else if (mod && !event.shiftKey && !event.altKey && key === 'b') act(event, toggleList)
    else if (mod && event.shiftKey && key === 'o')
      act(event, () => void router.push({ name: 'chat', params: { id: '' } }))
    else if (event.altKey && !mod && /^Digit[1-9]$/.test(event.code)) {
      const page = ALL_PAGES[Number(event.code.slice(5)) - 1]
      if (page !== undefined)
        act(event, () => void router.push(page.name === 'chat' ? lastChatAddress() : { name: page.name }))
    } else if (event.key === '?' && !mod && !isTyping(event.target)) act(event, actions.sheet)
  })
}

const act = (event: KeyboardEvent, action: () => void): void => {
  event.preventDefault()
  action()
}

const toggleList = (): void => {
  window.dispatchEvent(new Event(TOGGLE_LIST))
}
