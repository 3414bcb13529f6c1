import { splitHidden } from '../../src-daemon/text/hidden-characters.ts'

/** A part of a text as it is shown: plain, an invisible character made visible, or the host of a URL. */
export interface ShownPart {
  readonly kind: 'plain' | 'hidden' | 'host'
  readonly text: string
}

/** Blanks that look like the plain space, except those that keep a number and its unit in one line. */
const SPACES = /((?<!\d)[\u00a0\u202f]|[\u00a0\u202f](?![\p{L}\d%])|[\u2000-\u200a\u205f\u2800\u3000])/u
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
export const hasHidden = (text: string): boolean =>
  withHidden(text, 'plain').some(({ kind }) => kind === 'hidden')

/** The same as `shownParts` where only a plain string fits, as in a label. */
export const shownText = (text: string): string =>
  withHidden(text, 'plain')
    .map((part) => (part.kind === 'hidden' ? `[${part.text}]` : part.text))
    .join('')

/** The text without invisible characters, where none could be shown. */
export const withoutHidden = (text: string): string =>
  splitHidden(text)
    .map((part) => (part.hidden ? '' : part.text))
    .join('')

const withHidden = (text: string, kind: 'plain' | 'host'): ShownPart[] =>
  splitHidden(text).flatMap((part): ShownPart[] =>
    part.hidden
      ? [{ kind: 'hidden', text: codePoint(part.text) }]
      : part.text
          .split(SPACES)
          .filter((one) => one !== '')
          .map((one) => (SPACES.test(one) ? { kind: 'hidden', text: codePoint(one) } : { kind, text: one })),
  )

/** A character as `U+202E`. */
export const codePoint = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
