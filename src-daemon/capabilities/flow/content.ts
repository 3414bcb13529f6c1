import type { Leaf } from './leaves.ts'
import { keepsAppointments, onlySends } from './verbs.ts'

/** Arguments that are said or kept, and don't decide about what happens to whom. */
const CONTENT = /^(?:body|content|text|message|description|summary|notes?|comment)$/iu
/** The same of a message that is sent, and of an appointment. */
const SUBJECT = /^subject$/iu
const PLACE = /^(?:location|place|venue)$/iu

/** Whether a value of a tool's is text that is only said or kept. What something is deleted by says which, so it is none there. */
export const isContent = (tool: string): ((leaf: Leaf) => boolean) => {
  const hasSubject = onlySends(tool)
  const hasPlace = keepsAppointments(tool)
  return ({ name, value }) =>
    typeof value === 'string' &&
    (CONTENT.test(name) || (hasSubject && SUBJECT.test(name)) || (hasPlace && PLACE.test(name)))
}
