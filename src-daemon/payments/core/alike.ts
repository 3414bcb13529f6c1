/** Letters of other alphabets, and digits, that are drawn like Latin ones in the fonts people read names in. */
const DRAWN_LIKE: Readonly<Record<string, string>> = {
  ...{
    а: 'a',
    е: 'e',
    о: 'o',
    р: 'p',
    с: 'c',
    х: 'x',
    у: 'y',
    і: 'l',
    ј: 'j',
    ѕ: 's',
    һ: 'h',
    ԁ: 'd',
    ԛ: 'q',
  },
  ...{ ο: 'o', α: 'a', ν: 'v', ρ: 'p', ι: 'l', κ: 'k', τ: 't', υ: 'u', χ: 'x' },
  ...{ 0: 'o', 1: 'l', i: 'l', '5': 's' },
}

/** A name as it looks at a glance: case, accents, punctuation and letters that are drawn alike make no difference. */
const shapeOf = (name: string): string =>
  [...name.normalize('NFKD').toLowerCase()]
    .map((letter) => DRAWN_LIKE[letter] ?? letter)
    .join('')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')

/** The known name that another one looks like without being it; null if there is none. */
export const nameLike = (name: string, known: Iterable<string>): string | null => {
  const shape = shapeOf(name)
  for (const one of known) if (one !== name && shapeOf(one) === shape) return one
  return null
}
