import { useEventListener, useResizeObserver } from '@vueuse/core'
import { computed, nextTick, onScopeDispose, shallowRef, watch, type Ref } from 'vue'
import type { Message } from '../../../../src-daemon/contract/chat.ts'
import { FIRST, needsOlder, nextStep } from './message-window.ts'

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
    /** Called after messages came or went, before they are painted. */
    readonly hold: () => void
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
    if (range.value.from === 0) await read()
    first.value = idAt(range.value.from - MORE)
  }

  const heightOf = (id: string | null): number => {
    const element = content.value?.querySelector(`[data-message="${CSS.escape(id ?? '')}"]`)
    const isBusy = element === null || element === undefined || element.matches(UNFINISHED)
    const selected = document.getSelection()
    if (isBusy || (selected?.isCollapsed === false && selected.containsNode(element, true))) return 0
    return element.getBoundingClientRect().height
  }

  let frame = 0
  const look = (): void => {
    if (frame === 0) frame = requestAnimationFrame(stepOn)
  }
  const stepOn = (): void => {
    frame = 0
    const box = scroller.value
    if (box === null || range.value.count === 0) return
    const { from, to, count } = range.value
    const { scrollTop: above, scrollHeight, clientHeight: view } = box
    const state = {
      ...range.value,
      above,
      below: scrollHeight - above - view,
      view,
      first: heightOf(idAt(from)),
      last: heightOf(idAt(to - 1)),
    }
    if (needsOlder(state)) void read()
    const step = nextStep(state)
    if (step === null) return
    first.value = idAt(step.from)
    last.value = step.to === count ? null : idAt(step.to - 1)
    // What comes above may be as high as what goes below: no observer of heights would notice.
    void nextTick(chat.hold)
    look()
  }

  let isReading = false
  const read = async (): Promise<void> => {
    if (isReading || !chat.hasOlder()) return
    isReading = true
    const { count } = range.value
    await chat.readOlder()
    isReading = false
    // What could not be read now is tried again with the next scroll.
    if (range.value.count > count) look()
  }

  useEventListener(scroller, 'scroll', look)
  useResizeObserver([scroller, content], look)
  onScopeDispose(() => {
    cancelAnimationFrame(frame)
  })

  return { drawn, hasEnd, hasEarlier, draw, drawEnd, drawEarlier }
}
