/** Numbers in words, in the four languages. */
const counting = (words: string): Record<string, number> =>
  Object.fromEntries(words.split(' ').map((word, at) => [word, at + 1]))

/** Whole numbers that people count with. */
export const NUMBERS: Readonly<Record<string, number>> = {
  ...counting('one two three four five six seven eight nine ten eleven twelve'),
  ...counting('un dos tres cuatro cinco seis siete ocho nueve diez once doce'),
  ...counting('一 二 三 四 五 六 七 八 九 十 十一 十二'),
  ...{ a: 1, an: 1, una: 1, 两: 2 },
}

/** Numbers as people say them of a quantity. */
export const NUMBER_WORDS: Readonly<Record<string, number>> = {
  ...NUMBERS,
  ...{ half: 0.5, medio: 0.5, media: 0.5, 半: 0.5, quarter: 0.25 },
  ...{ uno: 1, dozen: 12, twenty: 20, veinte: 20, thirty: 30, fifty: 50, hundred: 100, cien: 100 },
}
