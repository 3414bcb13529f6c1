/** How people write sums, in the four languages, by what each part means. */

/** Words around a sum that only ask for its result. */
export const ASKING: readonly RegExp[] = [
  /^(?:(?:what(?:'s| is|s)?|how much(?: is| are)?|calculate|compute|work out|can you (?:calculate|work out))\s+)(?=[\d(-]|(?:an? |one |two |three )?(?:half|third|quarter|fifth|tenth|thirds|quarters|fourths)(?!\p{L}))/iu,
  /^[¿\s]*(?:cu[áa]nto (?:es|son|da|hace|sale)|a cu[áa]nto sale|dime cu[áa]nto (?:es|son)|calcula|qué es)\s+(?:el\s+)?(?=[\d(-]|(?:la mitad|un|dos|tres) )/iu,
  /^(?:请|帮我)?(?:计算|算一下|算算|算)(?:一下)?\s*(?=[\d(-])/u,
  /(?:等于|是|得)(?:多少|几)\s*$/u,
  /(?:は(?:いくら|いくつ|何|なに)?(?:ですか|になる|になりますか|だっけ)?|を計算(?:して)?(?:ください)?|の答えは?)\s*$/u,
  /(?:\s+\p{L}+)?,?\s+cu[áa]nto (?:es|son|sería|da)$/iu,
  /(?:って|は)?(?:いくら|おいくら)(?:ですか|だっけ|かな)?\s*$/u,
  /^(?:el|la)\s+(?=\d)/iu,
  /\s*=\s*$/u,
]

/** Words for signs. */
export const SIGNS: readonly (readonly [RegExp, string])[] = [
  [/(?<=[\d)]\s*)(?:[x×*·]|times|multiplied by|por|乘以?|かける|掛ける)(?=\s*[\d(-])/giu, '*'],
  [/(?<=[\d)]\s*)(?:÷|divided by|over|entre|dividido (?:por|entre)|除以|割る|わる)(?=\s*[\d(-])/giu, '/'],
  [/(?<=[\d)]\s*)(?:plus|más|加上?|足す|たす)(?=\s*[\d(-])/giu, '+'],
  [/(?<=[\d)]\s*)(?:−|–|minus|menos|减去?|減去?|引く|ひく)(?=\s*[\d(-])/giu, '-'],
]

/** Fractions in words, as a share of a number. */
export const FRACTIONS: readonly (readonly [RegExp, number])[] = [
  [/(?<!\p{L})(?:an? |one )?half(?: of)?\s+(?=\d)|(?<!\p{L})la mitad de\s+(?=\d)/giu, 1 / 2],
  [/(?<!\p{L})(?:an? |one )?third of\s+(?=\d)|(?<!\p{L})un tercio de\s+(?=\d)/giu, 1 / 3],
  [/(?<!\p{L})two[ -]thirds of\s+(?=\d)|(?<!\p{L})dos tercios de\s+(?=\d)/giu, 2 / 3],
  [/(?<!\p{L})(?:an? |one )?(?:quarter|fourth) of\s+(?=\d)|(?<!\p{L})un cuarto de\s+(?=\d)/giu, 1 / 4],
  [/(?<!\p{L})three[ -](?:quarters|fourths) of\s+(?=\d)|(?<!\p{L})tres cuartos de\s+(?=\d)/giu, 3 / 4],
  [/(?<!\p{L})(?:an? |one )?fifth of\s+(?=\d)|(?<!\p{L})un quinto de\s+(?=\d)/giu, 1 / 5],
  [/(?<!\p{L})(?:an? |one )?tenth of\s+(?=\d)|(?<!\p{L})un décimo de\s+(?=\d)/giu, 1 / 10],
]

/** Fractions behind what they are of: "60の4分の3", "60的四分之三". */
export const FRACTION_BEHIND =
  /^(?<number>\d[\d.,]*)\s*(?:的|の)\s*(?:(?<under>[\d一二两三四五六七八九十]+)分[の之](?<over>[\d一二两三四五六七八九十]+)|(?<half>半分|一半))$/u

const NUMBER = String.raw`(?<number>\d[\d.,]*)`
const SHARE = String.raw`(?<share>\d[\d.,]*)\s*(?:%|percent|per cent|por ciento|パーセント)`

/** Shares of a number: "15% of 86". */
export const SHARES: readonly string[] = [
  String.raw`${SHARE}\s*(?:of|de)\s+${NUMBER}`,
  String.raw`${NUMBER}\s*(?:的|の)\s*${SHARE}`,
]

/** A price without a share of it: "20% off 45". */
export const DISCOUNTS: readonly string[] = [
  String.raw`${SHARE}\s*(?:off|menos (?:de|en)|de descuento (?:en|de|sobre|a))\s+${NUMBER}`,
  String.raw`${NUMBER}\s*(?:minus|less|menos|con un)\s+${SHARE}(?: de descuento)?`,
  String.raw`${NUMBER}(?:円|元)?の(?<tenths>[1-9１-９一二三四五六七八九])割(?:引き|引|オフ)`,
  String.raw`${NUMBER}(?:块钱?|元)?打(?<rest>[一二三四五六七八九1-9][一二三四五六七八九\d]?)折`,
  String.raw`${NUMBER}(?:円|元|块)?\s*(?:の|打)?\s*${SHARE}(?:引き|オフ|off)`,
]
