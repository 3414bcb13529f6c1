import { watch } from 'vue'
import { useRouter } from 'vue-router'
import type { Message } from '../../src-daemon/contract/chat.ts'
import { withoutHidden } from '../components/shown-text.ts'
import { t } from '../i18n/index.ts'
import { turnAddress } from '../navigation/links.ts'
import { useChatEvents } from '../stores/chat-events.ts'
import { useSettings } from '../stores/settings.ts'
import { useWaiting } from '../stores/waiting.ts'

const MAX_BODY = 160

/**
 * Notifies through the system while the window is in the background: an answer is ready or failed, or something waits for
 * the user's decision. A click opens the conversation.
 */
export const useNotices = (): void => {
  const router = useRouter()
  const settings = useSettings()
  const waiting = useWaiting()
  const events = useChatEvents()
  /** Answers that were seen being written: what is loaded again was announced before. */
  const streaming = new Set<string>()
  /** Conversations of which nothing may be kept: systems keep what they were notified of. */
  const temporary = new Set<string>()

  const notify = (title: string, body: string, conversationId: string | null): void => {
    if (settings.settings?.notifOpt !== true || document.hasFocus()) return
    if (!('Notification' in window) || Notification.permission !== 'granted') return
    // One notification for each conversation: the newest replaces the one before.
    const shown = new Notification(title, { body, tag: conversationId ?? 'satchel' })
    shown.addEventListener('click', () => {
      window.focus()
      if (conversationId !== null) void router.push(turnAddress(conversationId, null))
      shown.close()
    })
  }

  events.on((event) => {
    if (event.type === 'conversation' && event.conversation.temporary) temporary.add(event.conversation.id)
    if (event.type !== 'message' || event.message.role !== 'assistant') return
    const { message } = event
    if (message.status === 'streaming') streaming.add(message.id)
    else if (streaming.delete(message.id) && message.status !== 'stopped')
      notify(
        t(message.status === 'failed' ? 'frame.notice.failed' : 'frame.notice.ready'),
        temporary.has(message.conversationId) ? '' : bodyOf(message),
        message.conversationId,
      )
  })

  watch(waiting, (now, before) => {
    if (now.length <= before.length) return
    notify(t('frame.notice.waiting'), '', now.at(-1)?.conversationId ?? null)
  })
}

/**
 * The beginning of what an answer says. Invisible characters are left out, and signs of HTML become quotes: some systems show links and
 * load pictures in a notification.
 */
export const bodyOf = ({ parts }: Pick<Message, 'parts'>): string => {
  const words = parts
    .flatMap((part) => (part.type === 'text' ? [part.text] : []))
    .join(' ')
    .slice(0, MAX_BODY * 10)
    .replaceAll('<', '‹')
    .replaceAll('>', '›')
  const said = withoutHidden(words).replaceAll(/\s+/g, ' ').trim()
  return said.length <= MAX_BODY ? said : `${said.slice(0, MAX_BODY).toWellFormed()}…`
}
