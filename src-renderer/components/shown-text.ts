/** A stretch of a text as it is shown: as it is, a character made visible, or the host of an address. */
export interface ShownPart {
  readonly kind: 'plain' | 'hidden' | 'host'
  readonly text: string
}

/** What has no shape of its own, turns text around, or looks like a space: all but the plain space, tab and line break. */
const HIDDEN =
  /\p{Cc}|\p{Cf}|\p{Zl}|\p{Zp}|\p{Co}|\p{Cs}|\p{Cn}|\p{Variation_Selector}|\u034f|\u115f|\u1160|\u17b4|\u17b5|\u3164|\uffa0|[\u00a0\u2000-\u200a\u202f\u205f\u2800\u3000]/gu
/** An address: scheme, what stands before an `@`, host and port. */
const ADDRESS = /\b(https?:\/\/)((?:[^\s/?#@]*@)?)([^\s/?#"'<>]+)/giu

/** The parts of `text`. Nothing is left out: joined again, plain and host parts are the text but for what was made visible. */
export const shownParts = (text: string): readonly ShownPart[] => {
  const parts: ShownPart[] = []
  let done = 0
  for (const match of text.matchAll(ADDRESS)) {
    const [, scheme = '', before = '', host = ''] = match
    const start = match.index + scheme.length + before.length
    parts.push(...withHidden(text.slice(done, start), 'plain'), ...withHidden(host, 'host'))
    done = start + host.length
  }
  return [...parts, ...withHidden(text.slice(done), 'plain')]
}

/** Whether something in `text` cannot be seen as it stands. */
export const hasHidden = (text: string): boolean => [...text].some(isHidden)

const isHidden = (character: string): boolean => !/[\t\n]/.test(character) && character.match(HIDDEN) !== null

const withHidden = (text: string, kind: 'plain' | 'host'): ShownPart[] => {
  const parts: ShownPart[] = []
  let done = 0
  for (const { 0: character, index } of text.matchAll(HIDDEN)) {
    if (!isHidden(character)) continue
    if (index > done) parts.push({ kind, text: text.slice(done, index) })
    parts.push({ kind: 'hidden', text: codePoint(character) })
    done = index + character.length
  }
  if (done < text.length) parts.push({ kind, text: text.slice(done) })
  return parts
}

/** `U+202E` of a character. */
export const codePoint = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
