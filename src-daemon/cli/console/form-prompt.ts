import type { Form, FormChoice, FormField, FormValue } from '../../contract/form.ts'
import type { QuestionAnswer } from '../../contract/questions.ts'
import type { ProfileFilling } from '../../text/index.ts'
import { fieldProblem, say } from '../../text/index.ts'
import { fieldDefault, readField, type FieldReading } from './form-field.ts'
import { fieldTitle, fieldWords } from './form-question.ts'
import type { Output } from './output.ts'
import type { Session } from './session.ts'
import { askLine, askSecret } from './terminal.ts'

type Reply = QuestionAnswer['reply']

/** More choices than a screen has lines; the rest can be typed by their names. */
const LISTED = 40
const YES = /^(y|yes|s|sí|si|是|はい)$/i

export interface FormPrompt {
  /** Asks for each field, and whether to send it. */
  fill(): Promise<Reply>
  /** Asks once more for the field at `pointer`; null if the form has no such field. */
  correct(pointer: string, problem: string): Promise<Reply> | null
}

/** What leaves a field empty that the profile has something for. */
const NOTHING = '-'

/**
 * Asks for the fields of a form, one after the other. A field that was typed wrongly is asked for again, at once. `fillings`: what the
 * owner's profile has for it, which is offered and taken only as what somebody typed would be.
 */
export const createFormPrompt = (
  form: Form,
  {
    session: { io, language },
    output,
    fillings = [],
  }: { session: Session; output: Output; fillings?: readonly ProfileFilling[] },
): FormPrompt => {
  const values = new Map<string, FormValue>()
  const quantities = new Map<string, number>()

  const isFilled = ({ id }: FormField): boolean => fillings.some((one) => one.id === id)
  const offered = (field: FormField): FormField => ({
    ...field,
    initial: fillings.find(({ id }) => id === field.id)?.value ?? field.initial,
  })

  const read = (field: FormField): Promise<string | null> =>
    field.secret
      ? askSecret(io, `  ${fieldTitle(form, field)}`)
      : askLine(io, `  ${fieldTitle(form, field)}`, fieldDefault(offered(field)))

  /** False if the user ended the input. */
  const askField = async (field: FormField): Promise<boolean> => {
    const { id, kind, choices } = field
    const words = fieldWords(form, field, language, { listed: false })
    // The prompt has the title, too.
    if (choices.length > 0 || words !== fieldTitle(form, field)) output.line(`  ${words}`)
    for (const [index, choice] of choices.slice(0, LISTED).entries())
      output.line(`    ${choice.variantOf === null ? '' : '  '}${String(index + 1)}  ${choiceWords(choice)}`)
    if (choices.length > LISTED) output.line('    …')
    if (kind === 'choices') output.line(`  ${say(language, 'cli_field_several')}`)
    for (;;) {
      const given = await read(field)
      if (given === null) return false
      const reading = readField(field, given === NOTHING && isFilled(field) ? '' : given)
      const problem = problemOf(field, reading)
      if (problem === null && 'value' in reading) {
        if (reading.value === null) values.delete(id)
        else values.set(id, reading.value)
        sayChosen(field, given)
        return askQuantities(field)
      }
      output.line(`  ! ${problem ?? ''}`)
    }
  }

  /** What is wrong with an input, in words; null if nothing is. */
  const problemOf = (field: FormField, reading: FieldReading): string | null => {
    if ('problem' in reading) return say(language, reading.problem)
    if (reading.value === null)
      return isNeeded(field, field.required) ? say(language, 'cli_field_missing') : null
    const wrong = fieldProblem(field, reading.value)
    return wrong === null ? null : say(language, `form_problem_${wrong.key}`, wrong.params as never)
  }

  /** Says which choice was taken, if its name isn't what was typed. */
  const sayChosen = ({ id, choices }: FormField, given: string): void => {
    const chosen = [values.get(id) ?? []].flat()
    const names = choices.filter(({ value }) => chosen.includes(value)).map(({ label }) => label)
    if (names.length > 0 && names.join(', ') !== given) output.line(`  → ${names.join(', ')}`)
  }

  /** A field of a section that may be left out needs an answer once another of the section has one; the check says so. */
  const isNeeded = ({ section }: FormField, required: boolean): boolean =>
    required &&
    (section === null || form.sections.every(({ id, required: whole }) => id !== section || whole))

  const askQuantities = async (field: FormField): Promise<boolean> => {
    if (!field.quantities) return true
    quantities.clear()
    const chosen = values.get(field.id)
    if (!Array.isArray(chosen)) return true
    for (const value of chosen) {
      const label = field.choices.find((one) => one.value === value)?.label ?? value
      for (;;) {
        const given = await askLine(io, `  ${say(language, 'cli_form_quantity', { choice: label })}`, '1')
        if (given === null) return false
        const count = given === '' ? 1 : Number(given)
        if (Number.isSafeInteger(count) && count > 0) {
          quantities.set(value, count)
          break
        }
        output.line(`  ! ${say(language, 'cli_field_integer')}`)
      }
    }
    return true
  }

  const send = async (): Promise<Reply> => {
    const sent = await askLine(io, say(language, 'cli_q_question_send'))
    if (sent === null) return { action: 'cancel' }
    if (!YES.test(sent)) return { action: 'decline' }
    return {
      action: 'accept',
      values: Object.fromEntries(values),
      ...(quantities.size === 0 ? {} : { quantities: Object.fromEntries(quantities) }),
    }
  }

  return {
    fill: async () => {
      for (const field of form.fields) if (!(await askField(field))) return { action: 'cancel' }
      return send()
    },
    correct: (pointer, problem) => {
      const field = form.fields.find(({ id }) => pointer === id || pointer.startsWith(`${id}/`))
      if (field === undefined) return null
      output.line(`  ! ${problem}`)
      return askField(field).then((isGiven): Reply | Promise<Reply> =>
        isGiven ? send() : { action: 'cancel' },
      )
    },
  }
}

/** A choice in one line: what it is called, costs and is. */
const choiceWords = ({ label, price, stars, description }: FormChoice): string =>
  [label, price, stars === null ? null : `★ ${String(stars)}`, description]
    .filter((part) => part !== null)
    .join(' · ')
