import { useDebounceFn } from '@vueuse/core'
import { shallowRef, watch, type Ref } from 'vue'
import type { MessageHit } from '../../src-daemon/contract/chat.ts'
import type { SearchHit } from '../../src-daemon/contract/state-search.ts'
import { api } from '../rpc/client.ts'

const ASK_AFTER_MS = 150
/** Of each kind: a field that leads anywhere, not a page of results. */
const MOST = 5

/**
 * The objects and messages in which the words are found, while they are typed; an answer that was overtaken is dropped.
 * Where there is no answer, there are none: the pages have searches of their own, which say why.
 */
export const useFoundEverywhere = (words: Readonly<Ref<string>>) => {
  const objects = shallowRef<readonly SearchHit[]>([])
  const messages = shallowRef<readonly MessageHit[]>([])

  const ask = useDebounceFn(async () => {
    const wanted = words.value.trim()
    const [kept, said] =
      wanted === ''
        ? [[], []]
        : await Promise.all([
            api.state.search.query({ words: wanted, limit: MOST * 4 }).then(
              // What was said is in Satchel's own log, too.
              ({ hits }) => hits.filter(({ owner }) => owner !== 'core').slice(0, MOST),
              () => [],
            ),
            api.chat.search.query({ question: wanted, limit: MOST }).then(
              ({ hits }) => hits,
              () => [],
            ),
          ])
    if (wanted !== words.value.trim()) return
    objects.value = kept
    messages.value = said
  }, ASK_AFTER_MS)
  watch(words, () => void ask())

  return { objects, messages }
}
