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
  'square metre':
    'square metre, square meter, m², m2, sq m, sqm, metro cuadrado, metros cuadrados, 平方米, 平米, 平方公尺, 平方メートル, ㎡',
  'square kilometre':
    'square kilometre, square kilometer, km², km2, sq km, kilómetro cuadrado, kilómetros cuadrados, 平方公里, 平方千米, 平方キロメートル, 平方キロ',
  'square centimetre':
    'square centimetre, square centimeter, cm², cm2, centímetros cuadrados, 平方厘米, 平方センチ',
  'square foot':
    'square foot, square feet, sq ft, sqft, sq. ft, ft², ft2, pie cuadrado, pies cuadrados, 平方英尺, 平方フィート',
  'square yard': 'square yard, sq yd, yarda cuadrada, yardas cuadradas, 平方码, 平方ヤード',
  'square mile': 'square mile, sq mi, milla cuadrada, millas cuadradas, 平方英里, 平方マイル',
  hectare: 'hectare, ha, hectárea, 公顷, ヘクタール',
  acre: 'acre, 英亩, エーカー',
  坪: '坪, tsubo',
  畳: '畳, tatami',
  亩: '亩',
  'kilometre per hour':
    'kilometre per hour, kilometres per hour, kilometers per hour, km/h, kph, kmh, kmph, kilómetros por hora, 公里每小时, 公里/小时, キロ毎時',
  'mile per hour': 'mile per hour, miles per hour, mph, millas por hora, 英里每小时, 英里/小时, マイル毎時',
  'metre per second':
    'metres per second, meters per second, m/s, metros por segundo, 米每秒, 米/秒, メートル毎秒',
  knot: 'knot, nudo, 海里每小时, ノット',
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
  [
    ...['square metre', 'square kilometre', 'square centimetre', 'square foot', 'square yard', 'square mile'],
    ...['hectare', 'acre', '坪', '畳', '亩'],
  ],
  ['kilometre per hour', 'mile per hour', 'metre per second', 'knot'],
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

/** Areas in square metres, for which no tool is built in. A mat is taken at the size that rooms are advertised by: 1.62 m². */
export const SQUARE_METRES: Readonly<Record<string, number>> = {
  'square metre': 1,
  'square kilometre': 1_000_000,
  'square centimetre': 0.0001,
  'square foot': 0.092_903_04,
  'square yard': 0.836_127_36,
  'square mile': 2_589_988.110_336,
  hectare: 10_000,
  acre: 4046.856_422_4,
  坪: 400 / 121,
  畳: 1.62,
  亩: 2000 / 3,
}
/** Units that are of no exact size. */
export const ROUGH: ReadonlySet<string> = new Set(['畳'])

/** Speeds in metres per second. */
export const METRES_PER_SECOND: Readonly<Record<string, number>> = {
  'kilometre per hour': 1 / 3.6,
  'mile per hour': 0.447_04,
  'metre per second': 1,
  knot: 1852 / 3600,
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
