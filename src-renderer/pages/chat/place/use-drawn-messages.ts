import { useEventListener, useResizeObserver } from '@vueuse/core'
import { computed, nextTick, onScopeDispose, shallowRef, watch, type Ref } from 'vue'
import type { Message } from '../../../../src-daemon/contract/chat.ts'
import { FIRST, nextStep, type Step } from './message-window.ts'

/** Messages drawn with one press of the button above them. */
const MORE = 20
/** What somebody may be in the middle of. */
const UNFINISHED = ':focus-within, :has(textarea, input, select, iframe)'

/**
 * The messages of a conversation that are drawn: those around what is visible. One more is drawn in each frame as
 * somebody scrolls towards it, which reads earlier ones where needed, and what is far away is given up, so that neither
 * the length of a conversation nor of a day is felt.
 */
export const useDrawnMessages = (
  elements: Readonly<Record<'scroller' | 'content', Readonly<Ref<HTMLElement | null>>>>,
  chat: {
    readonly messages: () => readonly Message[]
    readonly hasOlder: () => boolean
    readonly readOlder: () => Promise<void>
    /** Changes what is above without moving what is visible. */
    readonly keepPlace: (change: () => Promise<void>) => Promise<void>
  },
) => {
  const { scroller, content } = elements
  /** Ids of the first and the last one drawn; without a last one, what is said next is drawn, too. */
  const first = shallowRef<string | null>(null)
  const last = shallowRef<string | null>(null)

  const indexOf = (id: string | null): number => chat.messages().findIndex((message) => message.id === id)
  const idAt = (index: number): string | null => chat.messages()[Math.max(0, index)]?.id ?? null
  const range = computed(() => {
    const count = chat.messages().length
    const to = last.value === null ? count : indexOf(last.value) + 1
    return { from: Math.max(0, indexOf(first.value)), to, count }
  })
  const drawn = computed(() => chat.messages().slice(range.value.from, range.value.to))
  const hasEnd = computed(() => range.value.to === range.value.count)
  const hasEarlier = computed(() => range.value.from > 0 || chat.hasOlder())

  const drawEnd = (): void => {
    if (hasEnd.value) return
    last.value = null
    first.value = idAt(chat.messages().length - FIRST)
  }
  watch(
    chat.messages,
    (messages) => {
      if (indexOf(last.value) === -1) last.value = null
      if (indexOf(first.value) === -1) first.value = idAt(messages.length - FIRST)
    },
    { immediate: true, flush: 'sync' },
  )

  /** Draws a message and what is around it, if it isn't drawn. False if it hasn't been read. */
  const draw = async (id: string): Promise<boolean> => {
    const at = indexOf(id)
    if (at === -1) return false
    const { from, to, count } = range.value
    if (at < from || at >= to) {
      first.value = idAt(at - FIRST / 2)
      last.value = at + FIRST >= count ? null : idAt(at + FIRST)
      await nextTick()
    }
    return true
  }

  /** Draws earlier messages, and reads them first if all are drawn. */
  const drawEarlier = async (): Promise<void> => {
    await chat.keepPlace(async () => {
      if (range.value.from === 0) await chat.readOlder()
      first.value = idAt(range.value.from - MORE)
    })
  }

  const take = async (step: Exclude<Step, null>): Promise<boolean> => {
    const { from, to, count } = range.value
    if (step === 'read') await chat.readOlder()
    else if (step === 'draw last') last.value = to + 1 >= count ? null : idAt(to)
    else if (step === 'drop last') last.value = idAt(to - 2)
    else
      await chat.keepPlace(() => {
        first.value = idAt(step === 'draw first' ? from - 1 : from + 1)
        return Promise.resolve()
      })
    // What could not be read now is tried again with the next scroll.
    return step !== 'read' || range.value.count > count
  }

  const heightOf = (id: string | null): number => {
    const element = content.value?.querySelector(`[data-message="${CSS.escape(id ?? '')}"]`)
    const isBusy = element === null || element === undefined || element.matches(UNFINISHED)
    const selected = document.getSelection()
    if (isBusy || (selected?.isCollapsed === false && selected.containsNode(element, true))) return 0
    return element.getBoundingClientRect().height
  }

  let frame = 0
  let isStepping = false
  const look = (): void => {
    if (frame === 0 && !isStepping) frame = requestAnimationFrame(() => void stepOn())
  }
  const stepOn = async (): Promise<void> => {
    frame = 0
    const box = scroller.value
    if (box === null || range.value.count === 0) return
    const { from, to } = range.value
    const { scrollTop: above, scrollHeight, clientHeight: view } = box
    const step = nextStep(
      {
        ...range.value,
        above,
        below: scrollHeight - above - view,
        view,
        first: heightOf(idAt(from)),
        last: heightOf(idAt(to - 1)),
      },
      chat.hasOlder(),
    )
    if (step === null) return
    isStepping = true
    const isTaken = await take(step)
    isStepping = false
    if (isTaken) look()
  }

  useEventListener(scroller, 'scroll', look)
  useResizeObserver([scroller, content], look)
  onScopeDispose(() => {
    cancelAnimationFrame(frame)
  })

  return { drawn, hasEnd, hasEarlier, draw, drawEnd, drawEarlier }
}
