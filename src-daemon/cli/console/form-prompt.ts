import type { QuestionAnswer, ToolQuestion } from '../../contract/questions.ts'
import { fieldChoices, say } from '../../text/index.ts'
import { fieldDefault, readField, type FieldValue } from './form-field.ts'
import { fieldTitle, fieldWords } from './form-question.ts'
import type { Output } from './output.ts'
import type { Session } from './session.ts'
import { askLine } from './terminal.ts'

type Form = Extract<ToolQuestion['asked'], { kind: 'form' }>['schema']
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

/** Asks for the fields of a form, one after the other. A field that was typed wrongly is asked for again, at once. */
export const createFormPrompt = (
  schema: Form,
  { session: { io, language }, output }: { session: Session; output: Output },
): FormPrompt => {
  const content = new Map<string, FieldValue>()
  const names = Object.keys(schema.properties)
  const required = Array.isArray(schema['required']) ? (schema['required'] as unknown[]) : []

  /** False if the user ended the input. */
  const askField = async (name: string): Promise<boolean> => {
    const field = schema.properties[name] ?? { type: 'string' as const }
    const pointer = pointerOf(name)
    const isRequired = required.includes(name)
    output.line(`  ${fieldWords(schema, pointer, language, { listed: false })}`)
    const chosen = fieldChoices(field)
    const choices = chosen?.choices ?? []
    for (const [index, { label }] of choices.slice(0, LISTED).entries())
      output.line(`    ${String(index + 1)}  ${label}`)
    if (choices.length > LISTED) output.line('    …')
    if (chosen?.several === true) output.line(`  ${say(language, 'cli_field_several')}`)
    for (;;) {
      const given = await askLine(io, `  ${fieldTitle(schema, pointer)}`, fieldDefault(field))
      if (given === null) return false
      const reading = readField(field, given)
      if ('value' in reading && (reading.value !== null || !isRequired)) {
        if (reading.value === null) content.delete(name)
        else content.set(name, reading.value)
        return true
      }
      output.line(`  ! ${say(language, 'problem' in reading ? reading.problem : 'cli_field_missing')}`)
    }
  }

  const send = async (): Promise<Reply> => {
    const sent = await askLine(io, say(language, 'cli_q_question_send'))
    if (sent === null) return { action: 'cancel' }
    return YES.test(sent) ? { action: 'accept', content: Object.fromEntries(content) } : { action: 'decline' }
  }

  return {
    fill: async () => {
      for (const name of names) if (!(await askField(name))) return { action: 'cancel' }
      return send()
    },
    correct: (pointer, problem) => {
      const name = names.find((one) => pointer === pointerOf(one) || pointer.startsWith(`${pointerOf(one)}/`))
      if (name === undefined) return null
      output.line(`  ! ${problem}`)
      return askField(name).then((isGiven): Reply | Promise<Reply> =>
        isGiven ? send() : { action: 'cancel' },
      )
    },
  }
}

const pointerOf = (name: string): string => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
