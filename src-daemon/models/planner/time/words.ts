import { patternFrom } from '../grammar/pattern.ts'

/** Words for days, in the four languages. */

const CJK_WEEK = '(下下个?|下个?|上个?|再来週の?|来週の?|今週の?|先週の?|这个?|本)?'

/** Sunday first, as in `Date`; the group says which week. */
export const WEEKDAYS: readonly RegExp[] = (
  [
    ['sun', 'sunday', 'domingo', '日天', '日', 'dom'],
    ['mon', 'monday', 'lunes', '一', '月', 'lun'],
    ['tues?', 'tuesday', 'martes', '二', '火', 'mart?'],
    ['weds?', 'wednesday|wensday|wednsday', 'mi[ée]rcoles', '三', '水', 'mi[ée]r?c?'],
    ['thu(?:rs?)?', 'thursday|thrusday', 'jueves', '四', '木', 'juev?'],
    ['fri', 'friday|firday', 'viernes', '五', '金', 'vier?'],
    ['sat', 'saturday|saterday', 's[áa]bado', '六', '土', 's[áa]b'],
  ] as const
).map(([short, english, spanish, chinese, japanese, curt]) =>
  patternFrom(
    String.raw`(?<!\p{L})(?:(?:next|this|coming) )?(?:${english})(?!\p{L})|(?<!\p{L})(?:(?:next|this|coming) |(?<=(?:on|by|until|till|to|2|for|due) ))(?:${short})(?!\p{L})|(?<!\p{L}|\b(?:the|in|a|an|cat|we|i|he|she|they) )(?:${short})(?=\s*(?:$|[,.;!?:]|at\b|pls\b|please\b))|(?<!\p{L}|\p{L} )(?:el |al )?(?:${curt})(?!\p{L})|(?<=(?:el|al|para|próximo|este) )(?:${curt})(?!\p{L})|(?<!\p{L})(?:${curt})(?=\s*(?:$|[,.;!?:]))|(?<!\p{L})(?:(?:el )?(?:próximo|este) )?(?:${spanish})(?: que viene| próximo)?(?!\p{L})|${CJK_WEEK}(?:(?:星期|周|礼拜)[${chinese}]|${japanese}曜日?)`,
    'giu',
  ),
)

/** Words beside a weekday that say which: what stands before it, and behind it. */
export const WHICH_WEEK: readonly {
  readonly before?: RegExp
  readonly behind?: RegExp
  readonly which: 'last' | 'next' | 'later'
}[] = [
  { before: /(?<!\p{L})(?:last|past) $/iu, which: 'last' },
  { behind: /^ pasado(?!\p{L})/iu, which: 'last' },
  { before: /(?<!\p{L})next week(?: on)? $/iu, which: 'next' },
  {
    behind: /^ (?:of )?next week(?!\p{L})|^ de la (?:próxima semana|semana que viene)(?!\p{L})/iu,
    which: 'next',
  },
  { behind: /^ week(?!\p{L})/iu, which: 'later' },
]

export const RELATIVE: readonly (readonly [RegExp, number])[] = [
  [/大后天|明々後日|明明後日|しあさって/gu, 3],
  [/\bday after tomorrow\b|(?<!\p{L})pasado mañana(?!\p{L})|后天|后儿个?|明後日|あさって/giu, 2],
  [/\bday before yesterday\b|\banteayer\b|前天|一昨日|おととい/giu, -2],
  [
    /\b(?:tomorrow|tomorow|tommorow|tommorrow|tmrw|tmr|tmw|tmo|2moro|2mrw)\b|(?<!\p{L})(?:mñn|mñna)a?(?!\p{L})|(?<!\p{L}|pasado |(?:la|por|esta) )mañana(?!\p{L})|明天|明儿个?|明日|あした|明早|明晚|明朝|明晩/giu,
    1,
  ],
  [
    /\bthis (?:morning|afternoon|evening)\b|\besta mañana\b|今朝|今早|\btoday\b|\bton(?:ight|ite)\b|\b2(?:day|nite)\b|\bhoy\b|\besta (?:tarde|noche)\b|今天|今儿个?|今日|今晚|今夜|本日/giu,
    0,
  ],
  [/\byesterday\b|\blast night\b|\bayer\b|\banoche\b|昨天|昨晚|昨日|昨夜|昨晩/giu, -1],
]

/** Days of a month in words, from 1. */
export const ORDINALS =
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth twenty-first twenty-second twenty-third twenty-fourth twenty-fifth twenty-sixth twenty-seventh twenty-eighth twenty-ninth thirtieth thirty-first'.split(
    ' ',
  )
const ORDINAL = ORDINALS.toReversed().join('|')
/** Days of a month in Spanish words, from 1; a reader takes "primero" for the first. */
export const SPANISH_DAYS =
  'uno, dos, tres, cuatro, cinco, seis, siete, ocho, nueve, diez, once, doce, trece, catorce, quince, dieciséis, diecisiete, dieciocho, diecinueve, veinte, veintiuno, veintidós, veintitrés, veinticuatro, veinticinco, veintiséis, veintisiete, veintiocho, veintinueve, treinta, treinta y uno'.split(
    ', ',
  )
const ENGLISH_MONTH =
  '(?<name>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'
const SPANISH_MONTH =
  '(?<name>enero|febrero|marzo|abril|mayo|junio|julio|agosto|sep?tiembre|octubre|noviembre|diciembre|ene|feb|mar|abr|may|jun|jul|ago|sep|oct|nov|dic)'
const YEAR = String.raw`(?:(?:,| de| del)? (?<year>\d{4}))?`

export const MONTHS: readonly RegExp[] = [
  patternFrom(
    String.raw`(?<!\p{L})${ENGLISH_MONTH}\.? (?:the )?(?<day>\d{1,2}|${ORDINAL})(?:st|nd|rd|th)?(?![\d:])${YEAR}`,
    'giu',
  ),
  patternFrom(
    String.raw`(?<![\d\p{L}])(?<day>\d{1,2}|${ORDINAL})(?:st|nd|rd|th)?(?: of)? ${ENGLISH_MONTH}(?!\p{L})${YEAR}`,
    'giu',
  ),
  patternFrom(
    String.raw`(?<![\d\p{L}])(?<day>\d{1,2}|${SPANISH_DAYS.toReversed().join('|')})(?: de)? ${SPANISH_MONTH}(?!\p{L})${YEAR}`,
    'giu',
  ),
]

const N =
  '(?<n>\\d+|an?|one|two|three|four|five|six|seven|eight|nine|ten|un|una|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|[一二两三四五六七八九十]{1,2})'

const counted = (english: string, spanish: string, chinese: string, japanese: string): RegExp =>
  patternFrom(
    [
      String.raw`(?<!\p{L})in ${N} (?:${english})s?(?:'s? time)?(?!\p{L})`,
      String.raw`(?<![\p{L}\d])${N} (?:${english})s? (?:from (?:now|today)|hence)(?!\p{L})`,
      String.raw`(?<![\p{L}\d])${N} (?:${english})s? (?<ago>ago)(?!\p{L})`,
      String.raw`(?<!\p{L})(?:dentro de|en) ${N} (?:${spanish})(?!\p{L})`,
      String.raw`(?<!\p{L})(?<ago>hace) ${N} (?:${spanish})(?!\p{L})`,
      String.raw`(?:过)?${N}个?(?:${chinese})(?:之后|以后|后)`,
      String.raw`${N}个?(?:${chinese})(?<ago>之?前)`,
      String.raw`(?:あと)?${N}(?:${japanese})後(?!ろ)`,
      String.raw`${N}(?:${japanese})(?<ago>前)(?!倒し|に(?:ずら|移|動))`,
    ].join('|'),
    'giu',
  )

/** "in three weeks", "10 days ago": so many days or months. */
export const COUNTED: readonly {
  readonly pattern: RegExp
  readonly days: number
  readonly months: number
}[] = [
  { pattern: counted('day', 'd[íi]as?', '天', '日'), days: 1, months: 0 },
  { pattern: counted('week', 'semanas?', '周|星期|礼拜', '週間|週'), days: 7, months: 0 },
  { pattern: counted('fortnight', 'quincenas?', '旬', '旬'), days: 14, months: 0 },
  { pattern: counted('month', 'mes(?:es)?', '个月', 'か月|ヶ月|ヵ月|カ月'), days: 0, months: 1 },
  { pattern: counted('year', 'años?', '年', '年'), days: 0, months: 12 },
]

/** "the 28th", of this month or the next. */
export const DAY_OF_MONTH =
  /(?<!\p{L})the (?<en>\d{1,2})(?:st|nd|rd|th)(?=\s*(?:$|[,.!?;:]|to\b|at\b|and\b|please\b|instead\b|now\b))|(?<!\p{L})(?:el|al) (?:día )?(?<es>\d{1,2})(?![\d:/.,%]|\s*(?:%|de\s|por\s|euros?|kilos?|grados?))|(?<=(?:lunes|martes|mi[ée]rcoles|jueves|viernes|s[áa]bado|domingo) )(?<es>\d{1,2})(?![\d:/.,%]|\s*(?:%|de\s|por\s|euros?|kilos?|grados?))|(?<![\d月年])(?<zh>\d{1,2})[号號](?![楼线院店门房桌机地])|(?<![\d月年])(?<ja>\d{1,2})日(?![間後前目分]|(?:だけ|ほど)?(?:延|伸ば|遅ら|早め|前倒し|ずら|繰り))/giu

/** A day of the next month: groups `en`, `es`, `zh`, `ja`. */
export const DAY_OF_NEXT_MONTH =
  /(?<!\p{L})(?:the )?(?<en>\d{1,2})(?:st|nd|rd|th)? of next month(?!\p{L})|(?<!\p{L})(?:el )?(?:día )?(?<es>\d{1,2}) (?:del mes que viene|del próximo mes)(?!\p{L})|下个?月(?<zh>\d{1,2}|[一二三四五六七八九十]{1,3})[号日]|来月の?(?<ja>\d{1,2})日/giu

/** What may follow a day: it belongs to it, and not to what is done. */
export const PART_OF_DAY =
  /^(?: in the)? (?:morning|afternoon|evening|night)(?!\p{L})|^ (?:por|en) la (?:mañana|tarde|noche)(?!\p{L})|^(?:上午|下午|晚上|早上|中午)(?![\d一二两三四五六七八九十])|^の?(?:朝|午前中?|午後|夕方|夜|昼)(?![\d])/iu

/** The part of the day that a date ends in. */
export const ENDING_PART =
  / (?:morning|afternoon|evening|night)$|(?:por|en) la (?:mañana|tarde|noche)$|(?:上午|下午|晚上|早上|中午)$|(?<=明)[早晚晩]$|(?<!今)(?:朝|午前中?|午後|夕方|夜|昼)$/iu

/** A month by its name alone, for questions: "before December". */
export const MONTH_ALONE: readonly RegExp[] = [
  patternFrom(
    String.raw`(?<=\b(?:in|before|after|by|until|till|during|for|since) )${ENGLISH_MONTH}(?!\p{L}|\.? \d)`,
    'iu',
  ),
  patternFrom(String.raw`(?<!\p{L}|\d de |\d )${SPANISH_MONTH}(?!\p{L})`, 'iu'),
  /(?<!\d)(?<name>\d{1,2})月(?:份)?(?!\d)/u,
]

export const MONTH_END =
  /\b(?:the )?end of (?:(?:the|this) )?month\b|\b(?:el )?(?:fin|final) de mes\b|月底|月末/giu

/** Days of the year with names of their own. */
export const FEASTS: readonly { readonly pattern: RegExp; readonly month: number; readonly day: number }[] = [
  { pattern: /\b(?:christmas|xmas) eve\b|\bnochebuena\b|平安夜|クリスマスイブ/iu, month: 12, day: 24 },
  { pattern: /\b(?:christmas|xmas)(?: day)?\b|\bnavidad\b|圣诞节?|クリスマス/iu, month: 12, day: 25 },
  { pattern: /\bnew year'?s eve\b|\bnochevieja\b|除夕夜|大晦日/iu, month: 12, day: 31 },
  {
    pattern: /\bnew year(?:'?s)?(?: day)?\b|(?<!\p{L})año nuevo(?!\p{L})|元旦|元日|お正月/iu,
    month: 1,
    day: 1,
  },
  { pattern: /\bhalloween\b|万圣节|ハロウィン/iu, month: 10, day: 31 },
  {
    pattern:
      /(?<!\p{L})(?:(?:d[íi]a de )?(?:los )?reyes(?: magos)?|epiphany|three kings(?:['’] day)?)(?!\p{L})/iu,
    month: 1,
    day: 6,
  },
  {
    pattern: /\bvalentine['’]?s?(?: day)?\b|(?<!\p{L})san valent[íi]n|情人节|バレンタイン(?:デー)?/iu,
    month: 2,
    day: 14,
  },
  { pattern: /\bboxing day\b/iu, month: 12, day: 26 },
  { pattern: /劳动节|五一/u, month: 5, day: 1 },
  { pattern: /国庆节?/u, month: 10, day: 1 },
  { pattern: /こどもの日|子供の日/u, month: 5, day: 5 },
]
