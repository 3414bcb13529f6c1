/** `text` as a pattern that matches just itself; between its words may stand a space, `_` or `-`. */
export const escaped = (text: string): string =>
  text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/[_\s-]+/g, '[\\s_-]+')
