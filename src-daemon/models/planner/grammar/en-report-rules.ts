import type { Rule } from './types.ts'

const PAST =
  '(?:called|paid|bought|wrote|written|sent|finished|fixed|done|did|made|cleaned|watered|booked|returned|picked|ordered|renewed|washed|fed|taken|took|got|read|cooked|baked|repaired|emailed|mailed|phoned|texted|submitted|completed|prepared|packed|mowed|swept|vacuumed|met|brought|found|told|checked|changed|scheduled|printed|signed|filed|walked|visited|talked to|spoken to|replied to|answered|moved|sold|planted|painted|delivered|collected|reserved|cancelled|canceled|dropped off|tidied|sorted|handed in|turned in|taken out|took out|picked up)'

/** How English reports that something is done. */
export const enReportRules: readonly Rule[] = [
  {
    act: 'tick',
    value: 'done',
    form: "^(?:(?:it|that|this)(?:'s| is| was)?|i(?:'ve| have)?|all)? ?(?:already |just )?(?:done|finished|completed|done (?:it|that)|did (?:it|that)|did it already)(?: with (?:it|that))?(?: already| now)?$",
  },
  {
    act: 'tick',
    value: 'done',
    form: "^(?:i'?m |i am |all |i've |i have |i |we've |we have |we )?(?:already |just |finally )*(?:done|finished|through)(?: with)? (?<target>.+)$",
  },
  {
    act: 'tick',
    value: 'done',
    report: true,
    form: '^got (?<target>(?:the|my|our|some) .+)$',
  },
  {
    act: 'tick',
    value: 'done',
    report: true,
    form: `^(?:{date},? )?(?:(?:(?:i'?ve|we'?ve|i have|we have|i|we|have)\\s+)(?:already |just |finally )*|(?:already |just |finally )*(?!read\\b|found\\b|checked\\b))(?<target>${PAST}\\b.*)$`,
  },
  {
    act: 'tick',
    value: 'done',
    report: true,
    form: '^(?<target>(?:bought|called|paid|rang|booked|renewed|sent|finished|watered|picked up|posted|returned) (?:the|my|our) .+)$',
  },
  {
    act: 'tick',
    value: 'done',
    report: true,
    form: `^(?<target>(?!(?:the |my |all )*(?:{kind}) ).+?)(?:['’]s| is| are)?[,:]? (?:done|finished|completed)(?: now| already)?$`,
  },
  { act: 'tick', value: 'done', report: true, form: `^(?<target>.+? ${PAST})(?: now| already)?$` },
]
