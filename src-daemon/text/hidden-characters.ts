/** Invisible characters, and ones that change how the text around them looks; of blanks, only zero-width ones. */
const UNSEEN =
  '[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Co}\\p{Cs}\\p{Cn}\\p{Variation_Selector}\\u034f\\u115f\\u1160\\u17b4\\u17b5\\u3164\\uffa0]'
/** Letters of the scripts that spell words with joiners. */
const JOINING =
  '[\\p{sc=Arab}\\p{sc=Deva}\\p{sc=Beng}\\p{sc=Guru}\\p{sc=Gujr}\\p{sc=Orya}\\p{sc=Taml}\\p{sc=Telu}\\p{sc=Knda}\\p{sc=Mlym}\\p{sc=Sinh}]'
// Only visible characters can be joined: scripts have invisible marks, and some emoji code points are unassigned.
const LETTER = `[${JOINING}--${UNSEEN}]`
const EMOJI = `[\\p{ExtPict}--${UNSEEN}]`
/** Joiners and variation selectors as ordinary text has them: within such words, in emoji and on keycaps. */
const ORDINARY = `(?<=${LETTER})[\\u200c\\u200d](?=${LETTER})|(?<=[${EMOJI}\\p{EMod}]|${EMOJI}\\ufe0f)\\u200d(?=${EMOJI})|(?<=${EMOJI})\\ufe0f|(?<=[\\d#*])\\ufe0f(?=\\u20e3)`
const FOUND = new RegExp(`(?<ordinary>${ORDINARY})|${UNSEEN}`, 'gv')
/** Characters that can become ordinary because of the next ones. */
const UNDECIDED = new RegExp(`[\\p{ExtPict}\\p{EMod}\\d#*\\ufe0f\\u200c\\u200d\\p{Cs}\\r]|${JOINING}`, 'u')

/** A part of a text: plain text, or one invisible character. */
export interface TextPart {
  readonly hidden: boolean
  readonly text: string
}

/** Splits a text at its hidden characters; joined again, the parts are the text. Tabs and line breaks aren't hidden. */
export const splitHidden = (text: string): readonly TextPart[] => {
  const parts: TextPart[] = []
  let done = 0
  for (const { 0: character, index, groups } of text.matchAll(FOUND)) {
    if (groups?.['ordinary'] !== undefined || character === '\t' || character === '\n') continue
    if (index > done) parts.push({ hidden: false, text: text.slice(done, index) })
    parts.push({ hidden: true, text: character })
    done = index + character.length
  }
  if (done < text.length) parts.push({ hidden: false, text: text.slice(done) })
  return parts
}

/** The text with each hidden character as `\u{202e}`. */
export const showHidden = (text: string): string =>
  splitHidden(text)
    .map((part) => (part.hidden ? `\\u{${(part.text.codePointAt(0) ?? 0).toString(16)}}` : part.text))
    .join('')

/**
 * How much of an incomplete text can already be shown: up to where the next characters can still change what is
 * hidden, so that half a character or half an emoji waits.
 */
export const decidedLength = (text: string): number => {
  let end = text.length
  while (end > 0) {
    const character = text.slice(
      Math.max(0, isLowSurrogate(text.charCodeAt(end - 1)) ? end - 2 : end - 1),
      end,
    )
    if (!UNDECIDED.test(character)) break
    end -= character.length
  }
  return end
}

const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff
