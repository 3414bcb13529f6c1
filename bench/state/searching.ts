import type { Frame } from '../frame.ts'
import { medianMicrosecondsAsync } from '../timing.ts'
import { type Note, noteOf } from './notes.ts'
import { openStore, type Store } from './ours.ts'

/** A search over everything kept, for a word that nothing has and for one that many have; then where all is in Chinese. */
export const searching = async (
  frame: Frame,
  { store, count }: { readonly store: Store; readonly count: number },
): Promise<void> => {
  await measure(frame, store, '', [
    ['that nothing has', 'zebra'],
    ['that many have', 'garden'],
  ])
  const chinese = openStore(count, null, chineseNote)
  try {
    await measure(frame, chinese, ' in Chinese', [
      ['that nothing has', '斑马'],
      ['of characters that many have', '园花'],
      ['that many have', '花园'],
    ])
  } finally {
    await chinese.close()
  }
}

const measure = async (
  frame: Frame,
  store: Store,
  language: string,
  searches: readonly (readonly [what: string, words: string])[],
): Promise<void> => {
  for (const [what, words] of searches)
    await frame.compare({
      what: `search over everything${language} for a word ${what}, median`,
      unit: 'ms',
      ours: async () =>
        (await medianMicrosecondsAsync(() => store.state.search({ words, limit: 50 }), 10)) / 1000,
      bar: { atMost: 1000 },
    })
}

const WORDS = '问题 面包 电话 草稿 早上 田野 花园 小时 想法 旅行 保留 书信 月亮 北方 打开 纸张 安静'.split(
  ' ',
)

/** As `noteOf`, with words of two characters. */
const chineseNote = (n: number): Note => {
  const word = (at: number): string => WORDS[(n * 7 + at * 13 + ((n * at) % 11)) % WORDS.length] ?? ''
  const text = (words: number, from: number): string =>
    Array.from({ length: words }, (_, at) => word(from + at)).join('')
  return { ...noteOf(n), title: text(4, 0), body: `${text(20, 4)}，${text(20, 24)}。` }
}
