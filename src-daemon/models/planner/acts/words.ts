import { type Intent, VERBS } from './verbs.ts'

/** Splits a message at the words that say what to do. */

const INTENTS: readonly Intent[] = ['create', 'query', 'update', 'delete', 'send']
/** Intents with greater consequences: they count only as the first word of a message. */
const GRAVE: readonly Intent[] = ['update', 'delete', 'send']
const POLITE =
  /^(?:(?:please|could you|can you|would you|i want to|i'd like to|let's|hey|hi|por favor|puedes|podrías|quiero|请帮我|请|帮我|麻烦)[\s,，]*)+/iu
const LEADING_PUNCTUATION = /^[\s:：,，、;；.。!！?？\-–—]+/u
const ARTICLES =
  /^(?:an?|the|my|me|all|some|this|new|un|una|unos|unas|el|la|los|las|mis?|mes?|nuev[oa]|todos|todas)(?:\s+|$)/iu
const CJK_ARTICLES = /^(?:一下|一条|一個|一个|我的|所有的?|全部的?|すべての|私の)/u
const CONNECTORS =
  /^(?:(?:about|that|called|named|titled|saying|containing|mentioning|sobre|acerca de|que diga|llamad[oa])(?=[\s:])|关于|關於)[\s:：]*/iu
/** How a Japanese request ends after its object. */
const JAPANESE_ENDING =
  /(?:を|と|に|って|について)?(?:のメモ)?(?:を)?(?:追加|記録|メモ|作成|登録|保存|覚え|完了|削除|更新|表示|検索|探し)(?:して|する|しといて|しておいて|て)?(?:ください|下さい|おいて|ね)*[。.!！\s]*$/u

/** The words of a text, in lower case; Latin words whole. */
export const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/**
 * A tool's intent, by the verb in its declared name (`state.create`, `getWeather`, `add-task`); null if it
 * has none.
 */
export const intentOfName = (declared: string): Intent | null => {
  const words = wordsOf(declared.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/[._-]/g, ' '))
  for (const word of words) {
    const intent = INTENTS.find((one) => VERBS[one].latin.includes(word))
    if (intent !== undefined) return intent
  }
  return null
}

/**
 * A message's intent: its first verb. Verbs that change, remove or send count only as the first word of the
 * message, so that a note about deleting files deletes nothing.
 */
export const intentOfMessage = (message: string): Intent | null => {
  const text = message.trim().replace(POLITE, '').toLowerCase()
  const words = wordsOf(text).slice(0, 4)
  const found: { intent: Intent; at: number }[] = []
  for (const intent of INTENTS) {
    const first = words.findIndex((word) => VERBS[intent].latin.includes(word))
    const grave = GRAVE.includes(intent)
    if (first === 0 || (first > 0 && !grave)) found.push({ intent, at: text.indexOf(words[first] ?? '') })
    for (const verb of VERBS[intent].cjk) {
      const at = text.indexOf(verb)
      const stands = grave ? at === 0 || /^把/.test(text) || endsWithVerb(text, verb) : true
      if (at !== -1 && stands) found.push({ intent, at })
    }
  }
  return found.sort((a, b) => a.at - b.at)[0]?.intent ?? null
}

const endsWithVerb = (text: string, verb: string): boolean =>
  text.length - text.lastIndexOf(verb) - verb.length <= 6 && text.lastIndexOf(verb) > 0

/**
 * `text` without the leading (in Japanese also trailing) words that only say what to do: the verb of
 * `intent`, article, kind of object (`nouns`), connector. The rest is a contiguous part of `text`, unchanged.
 */
export const withoutCommand = (text: string, intent: Intent | null, nouns: readonly string[]): string => {
  const kinds = [...nouns, ...SPANISH_NOUNS]
  let rest = text.trim()
  for (let before = ''; rest !== before;) {
    before = rest
    rest = rest.replace(LEADING_PUNCTUATION, '').replace(POLITE, '')
    if (intent !== null) rest = dropLeadingVerb(rest, intent)
    rest = dropArticle(rest, intent, kinds).replace(CJK_ARTICLES, '')
    for (const noun of kinds) rest = dropLeadingNoun(rest, noun)
    rest = rest.replace(CONNECTORS, '')
  }
  const ending = rest.slice(-60)
  return (rest.slice(0, -60) + ending.replace(JAPANESE_ENDING, '')).trim()
}

const dropLeadingVerb = (text: string, intent: Intent): string => {
  const first = /^[\p{L}\p{N}]+/u.exec(text)?.[0] ?? ''
  if (VERBS[intent].latin.includes(first.toLowerCase())) {
    const rest = text.slice(first.length)
    // "remember to buy milk" means buying milk.
    return /^(?:rem|rec)/i.test(first)
      ? rest.replace(/^\s+(?:me\s+)?(?:to|that|de)\s+/i, '')
      : rest.trimStart()
  }
  const cjk = VERBS[intent].cjk
    .filter((verb) => /^\p{Script=Han}/u.test(verb) && text.startsWith(verb))
    .sort((a, b) => b.length - a.length)[0]
  return cjk === undefined ? text : text.slice(cjk.length)
}

/**
 * An article belongs to the command only before the kind of object or at the end; "the milk" is the user's
 * content.
 */
const dropArticle = (text: string, intent: Intent | null, nouns: readonly string[]): string => {
  const rest = text.replace(ARTICLES, '')
  if (rest === text) return text
  const command =
    rest === '' ||
    intent === 'query' ||
    LEADING_PUNCTUATION.test(rest) ||
    ARTICLES.test(rest) ||
    CONNECTORS.test(rest) ||
    nouns.some((noun) => dropLeadingNoun(rest, noun) !== rest)
  return command ? rest : text
}

const dropLeadingNoun = (text: string, noun: string): string => {
  const lower = text.slice(0, noun.length + 1).toLowerCase()
  for (const form of [`${noun}s`, noun]) {
    const rest = text.slice(form.length)
    if (lower.startsWith(form) && !/^[\p{L}\p{N}]/u.test(rest)) return rest
  }
  const cjk = CJK_NOUNS.find((word) => text.startsWith(word))
  return cjk === undefined ? text : text.slice(cjk.length)
}

const SPANISH_NOUNS = ['nota', 'tarea']
const CJK_NOUNS = ['笔记', '记事', '任务', '待办事项', '待办', 'メモ', 'ノート', 'タスク']
