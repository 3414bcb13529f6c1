/** A part of a text as it is shown: plain, an invisible character made visible, or the host of a URL. */
export interface ShownPart {
  readonly kind: 'plain' | 'hidden' | 'host'
  readonly text: string
}

/**
 * Characters that are invisible, reverse the direction of text, or look like a space; excludes the plain space, tab and
 * line break.
 */
const HIDDEN =
  /\p{Cc}|\p{Cf}|\p{Zl}|\p{Zp}|\p{Co}|\p{Cs}|\p{Cn}|\p{Variation_Selector}|\u034f|\u115f|\u1160|\u17b4|\u17b5|\u3164|\uffa0|[\u00a0\u2000-\u200a\u202f\u205f\u2800\u3000]/gu
/** A URL: scheme, user information before an `@`, host and port. */
const ADDRESS = /\b(https?:\/\/)((?:[^\s/?#@]*@)?)([^\s/?#"'<>]+)/giu

/** Splits `text` without losing anything: joined again, the parts are the text, except for characters made visible. */
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

/** Whether `text` contains invisible characters. */
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

/** A character as `U+202E`. */
export const codePoint = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
