import { withoutHidden } from '../shown-text.ts'

/**
 * Code as it is seen: what is invisible, or changes the order of what stands around it, is left out, and so is the end of the last line,
 * which would run it where it is pasted into a terminal.
 */
export const copiedCode = ({ textContent }: Pick<Element, 'textContent'>): string =>
  withoutHidden(textContent).replace(/\n+$/u, '')
