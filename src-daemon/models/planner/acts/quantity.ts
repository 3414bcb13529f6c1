import type { Language } from '../../../contract/language.ts'
import { say } from '../../../text/index.ts'

/** A quantity as a person reads it: "37.8 °C", "5 miles". */
export const quantityInWords = (value: number, unit: string, language: Language): string => {
  const number = new Intl.NumberFormat(localeOf(language), {
    maximumFractionDigits: Math.abs(value) >= 1 ? (unit in DEGREES ? 1 : 2) : 4,
  })
  const degree = DEGREES[unit]
  if (degree !== undefined) return `${number.format(value)} ${degree}`
  const symbol = SYMBOLS[unit]
  if (symbol !== undefined) return `${number.format(value)} ${symbol}`
  const key = OWN_NAMES[unit]
  if (key !== undefined) return say(language, key, { count: Number(value.toFixed(2)) })
  const known = INTL_NAMES[unit] ?? unit
  return Intl.supportedValuesOf('unit').includes(known)
    ? new Intl.NumberFormat(localeOf(language), {
        ...number.resolvedOptions(),
        style: 'unit',
        unit: known,
        unitDisplay: 'long',
      }).format(value)
    : `${number.format(value)} ${unit}`
}

const localeOf = (language: Language): string => (language === 'en' ? 'en-GB' : language)

const DEGREES: Readonly<Record<string, string>> = { celsius: '°C', fahrenheit: '°F', kelvin: 'K' }

/** Names that the Unicode data has in American spelling. */
const INTL_NAMES: Readonly<Record<string, string>> = {
  millimetre: 'millimeter',
  centimetre: 'centimeter',
  metre: 'meter',
  kilometre: 'kilometer',
  millilitre: 'milliliter',
  litre: 'liter',
  'fluid ounce': 'fluid-ounce',
}

/** Units that are written the same everywhere. */
const SYMBOLS: Readonly<Record<string, string>> = {
  'square metre': 'm²',
  'square kilometre': 'km²',
  'square centimetre': 'cm²',
  'square foot': 'ft²',
  'square yard': 'yd²',
  'square mile': 'mi²',
  'kilometre per hour': 'km/h',
  'mile per hour': 'mph',
  'metre per second': 'm/s',
  knot: 'kn',
}

/** Units for which the Unicode data has no name. */
const OWN_NAMES: Readonly<Record<string, UnitKey>> = {
  'nautical mile': 'planner_unit_nautical_mile',
  tonne: 'planner_unit_tonne',
  pint: 'planner_unit_pint',
  'US pint': 'planner_unit_us_pint',
  'US gallon': 'planner_unit_us_gallon',
  cup: 'planner_unit_cup',
  tablespoon: 'planner_unit_tablespoon',
  teaspoon: 'planner_unit_teaspoon',
}
type UnitKey = Extract<Parameters<typeof say>[1], `planner_unit_${string}`>
