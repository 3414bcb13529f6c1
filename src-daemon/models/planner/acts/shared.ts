import { findDates } from '../time/dates.ts'

/** What is said of all things of a list behind it: "order compost and ring Ann, *both for Saturday*". */
export interface Shared {
  /** The list alone. */
  readonly list: string
  /** The date of each thing that has none of its own, in the person's words; null where only their number is said. */
  readonly date: string | null
}

/** Words for all of a list, behind its last comma, and what may stand between them and a date. */
const POINTER =
  /^(?:(?:and|y|e)\s+)?(?:(?:pop|put|add|stick)\s+)?(?:(?:both|all|each)(?: (?:of )?(?:them|those))?(?: (?:two|three|four))?|(?:as )?(?:two|three|four) (?:separate )?(?:things|tasks|ones|items)|separately|(?:l[oa]s|est[oa]s) (?:dos|tres|cuatro)(?: (?:cosas|tareas))?|amb[oa]s(?: cosas)?|tod[oa]s?|también|por separado|[这那]?[两二三四五几](?:件事?情?|个|项|样)?都?|都|也|(?:これ|それ)?(?:も|(?:は|ら)?(?:どちらも|どっちも|両方(?:とも)?|全部|二つとも)))(?:\s*(?:on|to|in) (?:my|the) (?:to-?do )?list)?(?:\s*(?:are|is|due|for|on|by|para|el|los?|son|要?是|要|在|分开))*[\s,，]*$/iu
/** What may stand behind the date. */
const END = /^(?:\s*(?:please|por favor|porfa|的|吧|哦|ね|よ|です|で|に|まで(?:に)?))*[\s.。!！]*$/iu

/** Takes such words from the end of `said`; null where it doesn't end in them. */
export const sharedIn = (said: string, now: Date): Shared | null => {
  const at = Math.max(...[',', '，', '、', ';', '；'].map((mark) => said.lastIndexOf(mark)))
  if (at <= 0) return null
  const tail = said.slice(at + 1).trim()
  const [date, ...more] = findDates(tail, now)
  if (more.length > 0) return null
  const before = date === undefined ? tail : tail.slice(0, date.at)
  const behind = date === undefined ? '' : tail.slice(date.at + date.source.length)
  if (!POINTER.test(before.replace(END_OF_TAIL, '')) || !END.test(behind)) return null
  return { list: said.slice(0, at).trim(), date: date?.source ?? null }
}
const END_OF_TAIL = /(?:\s*(?:please|por favor|porfa))+[\s.!]*$/iu
