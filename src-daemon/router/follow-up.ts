import type { AcpPackage } from '../contract/packages.ts'
import { hasCjk, tokensOf } from './text/text.ts'

/** Words that refer back to what was just done: "change it", "把它删掉", "それを消して", "cámbialo". */
const POINTING =
  /\b(?:it|its|that|this|them|these|those|one|ones|same|again|also|too|another|instead|first|second|third|last|yes|no|ok|okay|undo|rename|esto?|esa?|eso|ell[oa]s?|lo|los|las|mism[oa]|otr[oa]|también|sí)\b|它|这|那|上面|刚才|再|也|是的|不|それ|これ|あれ|さっき|もう|はい|いいえ/iu

/** A question about the world: who, what, when, or a request to explain, with nothing of the capability in it. */
const QUESTION =
  /^(?:who|tell me|what|what'?s|when|where|why|how|which|is|are|does|did|explain|hello|hi|hola|thanks|thank you|gracias|quién|qué|cuándo|dónde|por qué|cómo|cuál|谁|什么|为什么|怎么|哪|誰|何|なぜ|どう|いつ|どこ)\b|[?？]\s*$|吗|(?:什么|为什么|怎么|なぜ|ですか|どこ)/iu

/** Messages this short have no topic of their own; they answer or complete what came before. */
const SHORT = 3
const SHORT_CJK = 8

/**
 * Whether a message may belong to the capability on top of the stack: it refers back, is too short to stand
 * alone, uses the capability's own words, or at least is not a question about something else. Keeps the top
 * of the stack from taking messages that plainly have nothing to do with it.
 */
export const mayFollowUp = (text: string, vocabulary: ReadonlySet<string>): boolean =>
  pointsBack(text, vocabulary) || !QUESTION.test(text.trim())

/**
 * Whether the message itself suggests that: it refers back, is very short, or uses the capability's words.
 */
export const pointsBack = (text: string, vocabulary: ReadonlySet<string>): boolean => {
  const tokens = tokensOf(text)
  if (tokens.length <= (hasCjk(text) ? SHORT_CJK : SHORT) && !QUESTION.test(text.trim())) return true
  return POINTING.test(text) || tokens.some((token) => vocabulary.has(token))
}

/** The words of a capability: its name, title, triggers, examples and field names. */
export const vocabularyOf = (acp: AcpPackage): ReadonlySet<string> => {
  const fields = Object.keys(typeof acp.schema.properties === 'object' ? (acp.schema.properties ?? {}) : {})
  const triggers = acp.triggers.flatMap((trigger) => (trigger.type === 'keyword' ? [trigger.value] : []))
  const own = [acp.name, acp.title, ...fields, ...triggers].flatMap(tokensOf)
  const exampleWords = acp.examples.flatMap(tokensOf)
  // Short words in sentences are function words in every language with spaces; a capability's own name may be
  // short ("due").
  return new Set([
    ...own.filter((word) => word.length > 2),
    ...exampleWords.filter((word) => word.length > 3 && !GLUE.has(word)),
  ])
}

const GLUE = new Set(
  'about with from this that what when where your have will para sobre como tomorrow today'.split(' '),
)
