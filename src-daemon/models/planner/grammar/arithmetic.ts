import type { Language } from '../../../contract/language.ts'
import { enSums } from './en-sums.ts'
import { esSums } from './es-sums.ts'
import { jaSums } from './ja-sums.ts'
import type { SumWords } from './sum-words.ts'
import { zhSums } from './zh-sums.ts'

export const SUMS: Readonly<Record<Language, SumWords>> = { en: enSums, es: esSums, ja: jaSums, zh: zhSums }

/** An expression, one that is in brackets or a number, and a share. */
const NUMBER = String.raw`(?<![\d.])\d+(?:\.\d+)?(?!\d|\.\d)`
export const ATOM = String.raw`(?:${NUMBER}(?:%|(?!%))|\([\d.\s()+*/%-]*\)(?:%|(?!%)))`
export const EXPRESSION = String.raw`${ATOM}(?:\s*[-+*/]\s*${ATOM})*`
export const SHARE = `${NUMBER}%`

/** Money, as it is written beside a number, by its code; those without one keep their name. */
export const CURRENCIES: readonly (readonly [sign: string, code: string])[] = [
  [String.raw`(?:US|C|A)?\$`, 'USD'],
  [String.raw`£`, 'GBP'],
  [String.raw`€`, 'EUR'],
  [String.raw`dollars?|bucks?|d[óo]lares|美元|美金|ドル`, 'USD'],
  [String.raw`quid`, 'GBP'],
  [String.raw`euros?|eur|欧元|ユーロ`, 'EUR'],
  [String.raw`円|日元|yen`, 'JPY'],
  [String.raw`元|块钱?|rmb|人民币`, 'CNY'],
  [String.raw`[¥￥]`, '¥'],
  [String.raw`pesos?`, 'pesos'],
]

/** Units that a result may keep from what it was made from, in the spelling of the sum. */
export const KEPT_UNITS =
  'mm|cm|km|kg|ml|m²|m|g|l|metres?|meters?|metros?|litres?|liters?|litros?|kilos?|grams?|gramos?|hours?|hrs?|horas?|minutes?|mins?|minutos?|miles?|inches|feet|ft|cups?|tazas?|米|厘米|公里|公斤|克|升|毫升|小时|分钟|メートル|センチ|キロ|グラム|リットル|時間'
