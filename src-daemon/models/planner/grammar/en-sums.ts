import type { SumWords } from './sum-words.ts'

const PEOPLE = String.raw`(?: of us| people| persons?| friends| ways?| guests| adults| kids| children| colleagues| (?:flat|house|room|team)mates| couples| families| parts| equal parts| pieces)?`
const BILL = String.raw`(?:bill|total|check|tab|meal|dinner|lunch|breakfast|brunch|order|rent|dish|ride|taxi|cab)`
const TAX = String.raw`(?:tax|vat|gst|sales tax|service(?: charge)?|tip|gratuity|interest|fee|commission|markup)`
const OFF = String.raw`(?:off|discount|reduction)`
const EACH = String.raw`(?:each|apiece|a piece|a pop|(?:per|for each) (?!cent)\p{L}+|an? (?:hour|day|week|month|kilo|pound|litre|liter|metre|meter|night|head|box|bottle|cup|dozen))`

/** How English says sums. */
export const enSums: SumWords = {
  asking: [
    /^how much (?:would|will|does|do|should) (?:each|everyone|everybody|we|i)(?: of us| person)?(?: each)? (?:pay|owe|get|have to pay) (?:if|when) (?:we |you |i )?/iu,
    /^what do(?:es)? (?=.* (?:make|come to|equal)$)| (?:make|come to|equal)$/iu,
    /^(?:what(?:'s|’s| is| was| are| would| will|s)?|how much(?: is| are| would| will| does| do| for)?|how many (?:is|are)|calculate|compute|work out|figure out|(?:can|could) you (?:please )?(?:calculate|compute|work out|figure out|tell me)|tell me|give me|what do (?:i|you|we) get (?:if|when)|if)(?:\s+(?:i|you|we))?(?:\s+(?:pay|owe|get|have))?\s+/iu,
    /[\s,;]+(?:(?:what|how (?:much|long|heavy|many|far))(?:'s|’s| is| are| does| do| would| will| should| must)?(?: that| it| the (?:total|price|sale price|final price|new price|result|answer|damage))?(?: (?:each|everyone|everybody|one|i|we|you|they))?(?: (?:person|of us))?(?: (?:be|come to|come out at|make|cost|pay|owe|get|left|have|end up paying))*(?: (?:left|each|apiece|per person|per head|now|altogether|in total|all together|all in|in all))?|(?:each|equals|equal|is|makes?|comes to)(?: (?:what|how much))?|(?:altogether|in total|all together|in all))$/iu,
    /\s*=$/u,
    /^(?:an?|the|my|our)\s+(?=[\d(]|tip|half|third|quarter|share)/iu,
  ],
  about:
    /^(?!.*(?<!\p{L})(?:buy|add|call|remind|note|pay)(?!\p{L}))(?:\p{L}[\p{L}'’-]*\s+){0,4}?(?:is|are|was|of|for|costs?|at|comes to|the|an?)\s+(?=[\d(])/iu,
  noise: [
    /(?<!\p{L})(?:an? |the |my |our )?(?:final |total )?BILL(?: (?:of|for|is|was|comes to|came to|at))? (?=\(?\d)/giu,
    /(?<=\d%?\)?) BILL(?!\p{L})/giu,
    /(?<!\p{L})(?:then|equally|evenly|exactly|currently)(?!\p{L})[\s,]*/giu,
  ].map((form) => new RegExp(form.source.replace('BILL', BILL), form.flags)),
  signs: [
    [/(?<=[\d)%]\s*)(?:[x×*·]|times|multiplied by)(?=\s*[\d(-])/giu, '*'],
    [/(?<=[\d)%]\s*)(?:÷|divided by|over)(?=\s*[\d(-])/giu, '/'],
    [/(?<=[\d)%],?\s*)(?:(?:and )?(?:plus|add))(?=\s*[\d(-])/giu, '+'],
    [/(?<=[\d)%],?\s*)(?:−|–|(?:and )?(?:minus|less|take away|subtract))(?=\s*[\d(-])/giu, '-'],
  ],
  forms: [
    // Shares.
    [
      String.raw`(?:what|which) (?:percent(?:age)?|%) (?:of {n} is {m}|is {m} (?:out )?of {n})|{m} (?:is|as) (?:what|a|which) (?:percent(?:age)?|%) of {n}|{m} out of {n} (?:as|in) (?:an? )?(?:percent(?:age)?|%)`,
      'm / n * 100 : %',
    ],
    [String.raw`{p}(?: of)?(?: an?)? ${TAX}(?: be)? (?:on|of|for)(?: top of)?(?: an?)? {n}`, 'p * n'],
    [String.raw`(?:an? )?${TAX} (?:of )?{p} (?:on|for) (?:an? )?{n}`, 'p * n'],
    [String.raw`(?:how much )?(?:tip|vat|tax) (?:on|for) {n} at {p}`, 'p * n'],
    [String.raw`{p} ${OFF} (?:of |on |from )?(?:(?:an?|the|my) )?{n}(?: \p{L}+)?`, 'n - p'],
    [
      String.raw`{n}(?:(?!${OFF}) \p{L}+){0,2}? (?:with|at|after|is|are|if it'?s|on sale (?:for|at|with)|has|have|having)(?: an?)? {p} ${OFF}`,
      'n - p',
    ],
    [String.raw`{n},? (?:and )?(?:(?:it['’]s|they['’]re|is|are) )?{p} ${OFF}`, 'n - p'],
    [String.raw`{n} -(?: an?)? {p} ${OFF}`, 'n - p'],
    [
      String.raw`{n} (?:reduced|lowered|cut|decreased|discounted|drops?|dropped|falls?|goes down) by {p}`,
      'n - p',
    ],
    [String.raw`{n} (?:increased|raised|up|rises?|goes up|grows?) by {p}`, 'n + p'],
    [
      String.raw`{n}(?: \+| with| and| adding| before)(?: an?)? {p}(?: of)? (?:${TAX})(?: added| on top| included)?`,
      'n + p',
    ],
    [String.raw`(?:add|adding) {p}(?: ${TAX})? (?:to|onto) {n}`, 'n + p'],
    [String.raw`{n} (?:without|excluding|ex|net of|before)(?: the)? {p} (?:vat|tax|gst)`, 'n / (100% + p)'],
    [String.raw`{p} of(?: an?)? {n}`, 'p * n'],
    [String.raw`(?:an? |1 )?half(?: of)?(?: an?)? {n}`, 'n / 2'],
    [String.raw`(?:an? |1 )?(?:third) of {n}`, 'n / 3'],
    [String.raw`{m}[ -]thirds of {n}`, 'm * n / 3'],
    [String.raw`(?:an? |1 )?(?:quarter|fourth) of {n}`, 'n / 4'],
    [String.raw`{m}[ -](?:quarters|fourths) of {n}`, 'm * n / 4'],
    [String.raw`(?:an? |1 )?fifth of {n}`, 'n / 5'],
    [String.raw`{m}[ -]fifths of {n}`, 'm * n / 5'],
    [String.raw`(?:an? |1 )?eighth of {n}`, 'n / 8'],
    [String.raw`{m}[ -]eighths of {n}`, 'm * n / 8'],
    [String.raw`(?:an? |1 )?tenth of {n}`, 'n / 10'],
    [String.raw`(?<over>\d+/\d+|\(\d+\+\d+/\d+\)) of {n}`, 'over * n'],
    [String.raw`(?:double|twice|2 times) {n}`, '2 * n'],
    [String.raw`(?:triple|treble|thrice) {n}`, '3 * n'],
    [String.raw`{n} (?:doubled)`, '2 * n'],
    [String.raw`{n} (?:tripled)`, '3 * n'],
    [String.raw`{n} (?:halved)`, 'n / 2'],
    [String.raw`{n} squared`, 'n * n'],
    // Parts for each.
    [
      String.raw`(?:to )?(?:split|splitting|divide|dividing|share|sharing)(?: up)?(?: an?)? {n}(?: between| among(?:st)?| by| into| across)(?: the)? {m}${PEOPLE}`,
      'n / m',
    ],
    [String.raw`(?:split|divide|share) {n} {m} ways`, 'n / m'],
    [
      String.raw`{n},? (?:is )?(?:split|divided|shared)(?: up)?(?: between| among(?:st)?| by| into| across)?(?: the)? {m}${PEOPLE}`,
      'n / m',
    ],
    [String.raw`{n} (?:between|among(?:st)?)(?: the)? {m}${PEOPLE}`, 'n / m'],
    [String.raw`{m} (?:of us|people|friends) (?:split(?:ting)?|shar(?:e|ing)) {n}`, 'n / m'],
    [
      String.raw`{n} for {m}(?: \p{L}+){0,2}?,? (?:how much|what)(?:'s|’s| is| does| do| per)?(?: (?:one|it|that|the price))?(?: cost)? ?${EACH}`,
      'n / m',
    ],
    [
      String.raw`(?:if )?{m} (?!of )\p{L}+(?: \p{L}+)?? (?:cost|are|for|come to) {n},? (?:how much|what)(?:'s|’s| is| does| do| would)?(?: (?:that|it))?(?: (?:1|an?|the price|one))?(?: \p{L}+)??(?: costs?)?(?: ?${EACH})?`,
      'n / m',
    ],
    [
      String.raw`(?:we are|we['’]re|there are|there['’]s) {m}(?: of us| people)?,? (?:and )?(?:the )?{n}`,
      'n / m',
    ],
    [String.raw`{n},? (?:and )?(?:we are|we['’]re|there are|there['’]s) {m}(?: of us| people)?`, 'n / m'],
    // Recipes and proportions.
    [
      String.raw`(?:if )?(?:a |the |my )?recipe (?:(?:is )?for|serves|serving) {m}(?: \p{L}+)?? (?:and )?(?:needs|uses|takes|calls for|has|wants|with) {n}(?: of)?(?: \p{L}+){0,2},? (?:how much|what)(?: \p{L}+){0,4}? for {k}(?: people| persons)?`,
      'n * k / m',
    ],
    [
      String.raw`(?:if )?{m}(?: \p{L}+){0,2}? costs? {n},? (?:how much|what)(?: do| does| would| will| are| is)? {k}(?: \p{L}+)??(?: costs?)?`,
      'n * k / m : price',
    ],
    // So many times as much.
    [
      String.raw`{m} (?!of |percent)(?:\p{L}+ ){1,3}?(?:at|@|for|of|costing)(?: an?)? {n}(?: ${EACH})`,
      'm * n : price',
    ],
    [String.raw`{m} (?:(?:\p{L}+ ){1,2})?(?:at|@) {n}(?: ${EACH})?`, 'm * n : price'],
    [
      String.raw`{m} (?!of )\p{L}+ of {n}(?=,? (?:how (?:long|much|many|heavy)|what|altogether|in total))`,
      'm * n',
    ],
    [String.raw`{m} {n} \p{L}+(?= altogether| in total)`, 'm * n'],
    [String.raw`(?:the )?average (?:of )?(?<list>\d[\d.]*(?:(?:,| and|, and) \d[\d.]*)+)`, 'average'],
    [String.raw`(?:the )?(?:sum|total) of (?<list>\d[\d.]*(?:(?:,| and|, and) \d[\d.]*)+)`, 'total'],
  ],
  goesOn:
    /^(?:(?:and|then|now|ok|so|also|plus(?= a))[\s,]+)*(?:(?:what (?:about|if)|how about|that|it|the result)\s+)?/iu,
}
