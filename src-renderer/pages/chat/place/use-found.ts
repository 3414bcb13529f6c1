import { useDebounceFn, useMutationObserver } from '@vueuse/core'
import { onScopeDispose, watch, type Ref } from 'vue'

const NAME = 'found'
/** Answers are drawn little by little. */
const PAUSE_MS = 100

/** How long the first of them is kept in view while its message is drawn. */
const SETTLE_MS = 1000

/**
 * Marks the words of a search where they are said, without touching the text. In the message a hit leads to, the first
 * of them is brought into view: it may be far below the beginning of a long answer.
 */
export const useFound = (
  { content, scroller }: Readonly<Record<'content' | 'scroller', Readonly<Ref<HTMLElement | null>>>>,
  { question, message }: { readonly question: () => string; readonly message: () => string | null },
): void => {
  let settled = 0
  const mark = useDebounceFn(() => {
    const root = content.value
    const words = question().split(/\s+/u).map(folded).filter(Boolean)
    CSS.highlights.delete(NAME)
    if (root === null || words.length === 0) return
    const ranges = rangesIn(root, words)
    CSS.highlights.set(NAME, new Highlight(...ranges))
    if (Date.now() < settled) reveal(root, ranges)
  }, PAUSE_MS)
  const reveal = (root: HTMLElement, ranges: readonly Range[]): void => {
    const box = scroller.value?.getBoundingClientRect()
    const within = root.querySelector(`[data-message="${CSS.escape(message() ?? '')}"]`)
    const first = ranges.find(({ startContainer }) => within?.contains(startContainer) === true)
    if (box === undefined || first === undefined || scroller.value === null) return
    const { top, bottom } = first.getBoundingClientRect()
    if (top < box.top || bottom > box.bottom) scroller.value.scrollTop += top - box.top - box.height / 3
  }

  watch(
    [content, question, message],
    () => {
      settled = Date.now() + SETTLE_MS
      void mark()
    },
    { immediate: true },
  )
  useMutationObserver(
    content,
    () => {
      if (question() !== '') void mark()
    },
    { childList: true, subtree: true },
  )
  onScopeDispose(() => CSS.highlights.delete(NAME))
}

const rangesIn = (root: HTMLElement, words: readonly string[]): Range[] => {
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const ranges: Range[] = []
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const text = folded(node.nodeValue ?? '')
    for (const word of words)
      for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
        const range = new Range()
        range.setStart(node, at)
        range.setEnd(node, at + word.length)
        ranges.push(range)
      }
  }
  return ranges
}

/** Without case and accents, and as long as it was. */
const folded = (text: string): string =>
  [...text]
    .map((character) => {
      const plain = character
        .normalize('NFD')
        .replaceAll(/\p{Mn}/gu, '')
        .toLowerCase()
      return plain.length === character.length ? plain : character
    })
    .join('')
