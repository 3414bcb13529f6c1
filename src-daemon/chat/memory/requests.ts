import { LONGEST_FACT } from '../../contract/memory.ts'

/** Ways to ask for something to be remembered, at the beginning of a message or, in Japanese, at its end. */
const REQUESTS = [
  /^(?:please,?\s+)?remember\s*(?:that\s+|:\s*)(?<fact>.+)$/isu,
  // Without "that", a sentence of its own; with a day or a duty, it is a thing to do.
  /^(?:please,?\s+)?remember,?\s+(?!.*(?:\b(?:due|today|tonight|tomorrow|(?:mon|tues|wednes|thurs|fri|satur|sun)day|next \w+)\b|\d ?[ap]m\b))(?<fact>(?:the|my|our|his|her|their|i|we)\b[^?]*?(?:\s(?:is|are|was|were|am|likes?|lives?)|['’](?:s|m|re))\s[^?]+)$/isu,
  /^(?:请|麻烦)?(?:你)?(?:帮我)?记住(?:这一?点)?[:：,，\s]*(?<fact>.+)$/su,
  /^覚えて(?:おいて)?(?:ください)?[:：、]\s*(?<fact>.+)$/su,
  /^(?<fact>.+?)(?:を|と|って|ことを?|のを)覚え(?:て(?:おいて)?|といて)(?:ください|ね|くれる?)?[。.!！]?$/su,
  /^(?:por favor,?\s+)?(?:recuerda|acu[ée]rdate de|ten en cuenta)\s*(?:que\s+|:\s*)(?<fact>.+)$/isu,
]

/** Sentences in which people say something about themselves that lasts. */
const ABOUT_ONESELF = [
  /\bmy (?:name|birthday|address|phone number|wife|husband|partner|daughter|son|boss|doctor|job) (?:is|'s) \S/iu,
  /\b(?:i am|i'm) (?:allergic to|a vegetarian|vegetarian|vegan|left-handed)\b/iu,
  /\bi (?:live|work) (?:in|at|for) \S/iu,
  /\bi (?:always |usually )?prefer \S/iu,
  /\b(?:please )?call me \p{Lu}/u,
  /我(?:叫|姓|住在|在.{1,20}工作|的(?:名字|生日|地址|电话)是|对.{1,20}过敏|吃素|更?喜欢)/u,
  /(?:私の(?:名前|誕生日|住所|電話番号)は|に住んでいます|で働いています|アレルギー(?:です|があります)|ベジタリアンです|の方が好きです)/u,
  /\b(?:me llamo|mi (?:nombre|cumpleaños|dirección|teléfono) es|vivo en|trabajo en|prefiero|soy (?:alérgic[oa] a|vegetarian[oa]|vegan[oa]))\b/iu,
]

/** What the user asks to remember, in their own words; null if the message doesn't ask for that. */
export const askedToRemember = (message: string): string | null => {
  const text = message.trim()
  if (text.length > LONGEST_FACT + 50) return null
  for (const request of REQUESTS) {
    const fact = request.exec(text)?.groups?.['fact']?.trim()
    if (fact !== undefined && fact !== '' && fact.length <= LONGEST_FACT) return fact
  }
  return null
}

/** A sentence of the message that may be worth remembering; null for most messages, and for questions. */
export const worthRemembering = (message: string): string | null => {
  if (message.length > 2000) return null
  const sentences = message.split(/(?<=[.!?。！？])\s*|\n/u).map((sentence) => sentence.trim())
  const found = sentences.find(
    (sentence) =>
      sentence.length <= LONGEST_FACT &&
      !/[?？]$/u.test(sentence) &&
      ABOUT_ONESELF.some((pattern) => pattern.test(sentence)),
  )
  return found ?? null
}
