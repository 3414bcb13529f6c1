const named = (names: Readonly<Record<string, string>>): Record<string, readonly string[]> =>
  Object.fromEntries(Object.entries(names).map(([unit, all]) => [unit, all.split(', ')]))

/** How people name units, by the name a tool may list for it. Latin names are whole words; a plural `s` may follow. */
export const UNITS: Readonly<Record<string, readonly string[]>> = named({
  millimetre: 'millimetre, millimeter, mm, milímetro, 毫米, ミリメートル, ミリ',
  centimetre: 'centimetre, centimeter, cm, centímetro, 厘米, 公分, センチメートル, センチ',
  metre: 'metre, meter, m, metro, 米, 公尺, メートル',
  kilometre: 'kilometre, kilometer, km, kms, kilómetro, kilometro, 公里, 千米, キロメートル',
  inch: 'inch, inche, in, ", ″, pulgada, 英寸, インチ',
  foot: 'foot, feet, ft, ′, pie, 英尺, フィート',
  yard: 'yard, yd, yds, yarda, 码, ヤード',
  mile: 'mile, mi, milla, 英里, マイル',
  'nautical mile': 'nautical mile, nmi, milla náutica, millas náuticas, 海里, 海里',
  gram: 'gram, gramme, g, gr, gramo, 克, グラム',
  kilogram: 'kilogram, kilogramme, kg, kgs, kilo, kilogramo, 公斤, 千克, キログラム, キロ',
  tonne: 'tonne, metric ton, tonelada, 吨, トン',
  ounce: 'ounce, oz, onza, 盎司, オンス',
  pound: 'pound, lb, lbs, libra, 磅, ポンド',
  stone: 'stone, st, ストーン',
  millilitre: 'millilitre, milliliter, ml, mililitro, 毫升, ミリリットル',
  litre: 'litre, liter, l, litro, 升, リットル',
  pint: 'pint, pt, pinta, 品脱, パイント',
  gallon: 'gallon, gal, galón, galones, 加仑, ガロン',
  'US pint': 'us pint, american pint',
  'US gallon': 'us gallon, american gallon',
  cup: 'cup, taza, 量杯, 杯, カップ',
  tablespoon: 'tablespoon, tbsp, tbs, cucharada, 汤匙, 大勺, 大さじ',
  teaspoon: 'teaspoon, tsp, cucharadita, 茶匙, 小勺, 小さじ',
  'fluid ounce': 'fluid ounce, fl oz, fl. oz, onza líquida, onzas líquidas, 液量盎司, 液量オンス',
  celsius: 'celsius, centigrade, c, °c, º c, ℃, centígrado, 摄氏度, 摄氏, 摂氏',
  fahrenheit: 'fahrenheit, f, °f, ℉, 华氏度, 华氏, 華氏',
  kelvin: 'kelvin, k, 开尔文, ケルビン',
  second: 'second, sec, secs, segundo, 秒钟, 秒間, 秒',
  minute: 'minute, min, mins, minuto, 分钟, 分間, 分',
  hour: 'hour, hr, hrs, hora, 小时, 个钟头, 钟头, 時間',
  day: 'day, día, dia, 天, 日間, 日',
  week: 'week, semana, 个星期, 星期, 个礼拜, 礼拜, 周, 週間',
})

/** Units of the same measure. */
export const MEASURES: readonly (readonly string[])[] = [
  ['millimetre', 'centimetre', 'metre', 'kilometre', 'inch', 'foot', 'yard', 'mile', 'nautical mile'],
  ['gram', 'kilogram', 'tonne', 'ounce', 'pound', 'stone'],
  [
    ...['millilitre', 'litre', 'pint', 'gallon', 'US pint', 'US gallon'],
    ...['cup', 'tablespoon', 'teaspoon', 'fluid ounce'],
  ],
  ['celsius', 'fahrenheit', 'kelvin'],
  ['second', 'minute', 'hour', 'day', 'week'],
]

/** Volumes in millilitres, for what kitchens measure with and no tool converts. A cup and its spoons are American ones. */
export const MILLILITRES: Readonly<Record<string, number>> = {
  millilitre: 1,
  litre: 1000,
  pint: 568.261_25,
  gallon: 4546.09,
  'US pint': 473.176_473,
  'US gallon': 3785.411_784,
  cup: 236.588_236_5,
  tablespoon: 14.786_764_8,
  teaspoon: 4.928_921_6,
  'fluid ounce': 29.573_529_6,
}

/** Lengths of time in seconds, which no tool converts either. */
export const SECONDS: Readonly<Record<string, number>> = {
  second: 1,
  minute: 60,
  hour: 3600,
  day: 86_400,
  week: 604_800,
}

/** How one asks for a length of time in other units; anything else that names two of them tells of a time. */
export const TIME_ASKED =
  /(?<!\p{L})(?:how (?:many|much)|cu[aá]nt[oa]s?|convert\p{L}*|convier\p{L}+|pasa)(?!\p{L})|\d[^.,;]*\s(?:in|to|into|en|a) \p{L}+[\s?？.]*$|多少|几(?:秒|分|个?小时|个?钟头|天|周|个星期|个礼拜)|何(?:秒|分|時間|日|週間)/iu

/** What a name also stands for beside a unit of that other measure: kilos may be kilometres, ounces may be fluid. */
export const ALSO: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  kilogram: { キロ: 'kilometre' },
  ounce: {
    oz: 'fluid ounce',
    ounce: 'fluid ounce',
    onza: 'fluid ounce',
    オンス: 'fluid ounce',
    盎司: 'fluid ounce',
  },
}
