import { splitHidden } from '../../text/index.ts'

/** A title of others on one line, without what is invisible or changes how the text around it looks. */
export const plainTitle = (title: string): string =>
  splitHidden(title.replaceAll(/\s+/gu, ' '))
    .map(({ hidden, text }) => (hidden ? '' : text))
    .join('')
    .trim()
