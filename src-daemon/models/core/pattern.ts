/** `text` as a pattern that matches it literally; between words it accepts a space, `_` or `-`. */
export const escaped = (text: string): string =>
  text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/[_\s-]+/g, '[\\s_-]+')
