import { useToast } from '@nuxt/ui/composables/useToast'
import type { ExportFormat, ImportReport } from '../../../../src-daemon/contract/chat-transfer.ts'
import { isRecord } from '../../../components/is-record.ts'
import { saveFile } from '../../../components/save-file.ts'
import { shownText } from '../../../components/shown-text.ts'
import { t } from '../../../i18n/index.ts'
import { api } from '../../../rpc/client.ts'
import { toErrorView } from '../../../rpc/errors.ts'

/** Characters of JSON sent at once: a message to the daemon has a limit. */
const BATCH = 4_000_000
const TOAST = 'import'

/** Saves conversations as files, and takes in those of other programs, with toasts that say how far it is. */
export const useTransfer = () => {
  const toast = useToast()

  const refuse = (cause: unknown): void => {
    const { message, action } = toErrorView(cause)
    toast.add({ title: message, description: action, color: 'error', icon: 'i-lucide-triangle-alert' })
  }

  const save = async (id: string, format: ExportFormat): Promise<void> => {
    try {
      const { name, content, mediaType } = await api.chat.export.query({ id, format })
      saveFile(name, content, mediaType)
    } catch (cause) {
      refuse(cause)
    }
  }

  const takeIn = async (file: File): Promise<void> => {
    // One that is gone, or too large for a text, is none that can be read.
    const conversations = conversationsIn(await file.text().catch(() => ''))
    if (conversations === null) {
      const title = t('chat.transfer.bad', { name: shownText(file.name) })
      toast.add({ title, description: t('chat.transfer.badText'), color: 'error', icon: 'i-lucide-file-x' })
      return
    }
    const report: ImportReport = { imported: 0, messages: 0, known: 0, unreadable: 0, cut: 0 }
    try {
      let done = 0
      for (const batch of batchesOf(conversations)) {
        say(t('chat.transfer.importing', { done, total: conversations.length }), '', 0)
        const part = await api.chat.import.mutate({ conversations: batch })
        for (const key of Object.keys(report) as (keyof ImportReport)[]) report[key] += part[key]
        done += batch.length
      }
    } catch (cause) {
      toast.remove(TOAST)
      refuse(cause)
      return
    }
    say(t('chat.transfer.done', { count: report.imported }), restOf(report), 10_000)
  }

  const say = (title: string, description: string, duration: number): void => {
    const shown = { title, description, duration, color: 'neutral' as const, icon: 'i-lucide-import' }
    if (toast.toasts.value.some(({ id }) => id === TOAST)) toast.update(TOAST, shown)
    else toast.add({ id: TOAST, ...shown })
  }

  return { save, takeIn }
}

/** What became of the others, if there are any. */
const restOf = (report: ImportReport): string =>
  (['known', 'unreadable', 'cut'] as const)
    .filter((key) => report[key] > 0)
    .map((key) => t(`chat.transfer.rest.${key}`, { count: report[key] }))
    .join(' ')

/** A list, or an object with one; null if it is no JSON. */
const conversationsIn = (text: string): readonly unknown[] | null => {
  try {
    const parsed: unknown = JSON.parse(text)
    const list = isRecord(parsed) && 'conversations' in parsed ? parsed['conversations'] : parsed
    return Array.isArray(list) ? list : null
  } catch {
    return null
  }
}

const batchesOf = (conversations: readonly unknown[]): unknown[][] => {
  const batches: unknown[][] = []
  let size = BATCH
  for (const conversation of conversations) {
    size += JSON.stringify(conversation).length
    if (size > BATCH || (batches.at(-1)?.length ?? 0) >= 100) {
      batches.push([])
      size = 0
    }
    batches.at(-1)?.push(conversation)
  }
  return batches
}
