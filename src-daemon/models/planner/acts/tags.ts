import type { Kind } from '../base/kinds.ts'
import type { Grammar } from '../grammar/index.ts'
import { isLong } from './content.ts'

/** Takes out what a text says of its tags, at its beginning or its end: "tagged garden: prune the roses". */
export const takeTags = (
  text: string,
  { roles }: Kind,
  { tagged }: Grammar,
): { readonly text: string; readonly tags: readonly string[] } => {
  if (roles.tags === undefined || isLong(text)) return { text, tags: [] }
  for (const form of tagged) {
    const match = form.exec(text)
    const tags = match?.groups?.['tags']
    if (match === null || tags === undefined) continue
    const rest = `${text.slice(0, match.index)} ${text.slice(match.index + match[0].length)}`.trim()
    return {
      text: rest,
      tags: tags.split(/\s*(?:[,，、]|\s(?:and|y|e)\s|和|と)\s*/u).map((tag) => tag.replace(/^[#＃]/u, '')),
    }
  }
  return { text, tags: [] }
}
