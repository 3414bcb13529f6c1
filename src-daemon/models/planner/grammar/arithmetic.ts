/** How people write sums, in the four languages, by what each part means. */

/** Words around a sum that only ask for its result. */
export const ASKING: readonly RegExp[] = [
  /^(?:(?:what(?:'s| is|s)?|how much(?: is| are)?|calculate|compute|work out|can you (?:calculate|work out))\s+)(?=[\d(-])/iu,
  /^[¿\s]*(?:cu[áa]nto (?:es|son|da|hace|sale)|calcula|qué es)\s+(?:el\s+)?(?=[\d(-])/iu,
  /^(?:请|帮我)?(?:计算|算一下|算算|算)(?:一下)?\s*(?=[\d(-])/u,
  /(?:等于|是|得)(?:多少|几)\s*$/u,
  /(?:は(?:いくら|いくつ|何|なに)?(?:ですか|になる|になりますか|だっけ)?|を計算(?:して)?(?:ください)?|の答えは?)\s*$/u,
  /\s*=\s*$/u,
]

/** Words for signs. */
export const SIGNS: readonly (readonly [RegExp, string])[] = [
  [/(?<=[\d)]\s*)(?:[x×*·]|times|multiplied by|por|乘以?|かける|掛ける)(?=\s*[\d(-])/giu, '*'],
  [/(?<=[\d)]\s*)(?:÷|divided by|over|entre|dividido (?:por|entre)|除以|割る|わる)(?=\s*[\d(-])/giu, '/'],
  [/(?<=[\d)]\s*)(?:plus|más|加上?|足す|たす)(?=\s*[\d(-])/giu, '+'],
  [/(?<=[\d)]\s*)(?:−|–|minus|menos|减去?|減去?|引く|ひく)(?=\s*[\d(-])/giu, '-'],
]

const NUMBER = String.raw`(?<number>\d[\d.,]*)`
const SHARE = String.raw`(?<share>\d[\d.,]*)\s*(?:%|percent|per cent|por ciento|パーセント)`

/** Shares of a number: "15% of 86". */
export const SHARES: readonly string[] = [
  String.raw`${SHARE}\s*(?:of|de)\s+${NUMBER}`,
  String.raw`${NUMBER}\s*(?:的|の)\s*${SHARE}`,
]
