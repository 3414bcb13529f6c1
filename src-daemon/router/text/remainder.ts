/** The rest of a message without the leading words that named the capability. */

/** Words that lead up to a trigger without adding to it: "please take a ‹note›", "请帮我‹记…›". */
const LEAD_IN =
  /^(?:(?:please|hey|hi|ok|okay|now|can|could|would|will|you|i|we|want|need|like|let'?s|to|take|make|create|add|write|new|start|open|a|an|the|my|me|do|jot|down|save|put|por|favor|puedes|quiero|crea|crear|haz|toma|tomar|anota|añade|una?|nueva?|mi)(?:[\s,.!:]+|$)|(?:请|麻烦|帮我|帮忙|我想|我要|给我|一下|写|新建|添加|ちょっと|新しい|メモして)[\s,，、]*)*$/iu

/** Connecting words between the trigger and its content. */
const FILLER =
  /^(?:[\s:：,，、;；.。\-–—!！?？"'“”「」]*(?:(?:about|that|saying|sobre|que|acerca de|de que)(?=[\s:,]|$)|关于|一下|一?[条个則则篇份项](?=[\s:：,，]|$)|して(?:ください)?(?=[\s:：])|について|という)?)[\s:：,，、;；\-–—]*/iu

/** Whether the text before a trigger only leads up to it. */
export const isLeadIn = (before: string): boolean => LEAD_IN.test(before.trimStart())

/**
 * `text` without the trigger at `start`..`end` if that is at the beginning; otherwise all of `text`. If a
 * trigger matched the whole message through its groups ("记(.*)笔记"), the rest is the groups' content.
 */
export const remainderOf = (
  text: string,
  match: { readonly start: number; readonly end: number; readonly captures: readonly string[] } | null,
): string => {
  if (match === null || !isLeadIn(text.slice(0, match.start))) return text.trim()
  const caught = match.captures.map(trimFiller).filter((capture) => capture !== '')
  const rest = trimFiller(text.slice(match.end))
  return [...caught, rest].filter((piece) => piece !== '').join(' ')
}

/** Strips a leading quotation mark only if it does not open a quotation. */
const trimFiller = (text: string): string => {
  const trimmed = text.trim()
  if (/^["“「'](?=.)/u.test(trimmed)) return trimmed
  const without = trimmed.replace(FILLER, '').trim()
  const quoted = /["“「]$/u.test(trimmed.slice(0, trimmed.length - without.length).trim())
  return quoted ? trimmed.slice(trimmed.search(/["“「]/u)) : without
}
