import { useDebounceFn, useMutationObserver } from '@vueuse/core'
import { onScopeDispose, watch, type Ref } from 'vue'

const NAME = 'found'
/** Answers are drawn little by little. */
const PAUSE_MS = 100

/** Marks the words of a search where they are said, without touching the text. */
export const useFound = (content: Readonly<Ref<HTMLElement | null>>, question: () => string): void => {
  const mark = useDebounceFn(() => {
    const root = content.value
    const words = question().split(/\s+/u).map(folded).filter(Boolean)
    CSS.highlights.delete(NAME)
    if (root !== null && words.length > 0) CSS.highlights.set(NAME, new Highlight(...rangesIn(root, words)))
  }, PAUSE_MS)

  watch([content, question], () => void mark(), { immediate: true })
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
