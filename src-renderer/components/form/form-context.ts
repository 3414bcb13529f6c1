import { inject, provide, type InjectionKey, type Ref } from 'vue'
import type { Form, FormValue, FormValues } from '../../../src-daemon/contract/form.ts'
import type { FormProblem } from '../../../src-daemon/text/form-problems.ts'

/** What the fields of a form share. */
export interface FormContext {
  readonly form: Readonly<Ref<Form>>
  readonly values: Readonly<Ref<FormValues>>
  readonly problems: Readonly<Ref<ReadonlyMap<string, FormProblem>>>
  /** What the check of the answer says about one field. */
  readonly refused: Readonly<Ref<{ readonly id: string; readonly text: string } | null>>
  readonly disabled: Readonly<Ref<boolean>>
  /** Optional fields without a value are folded away. */
  readonly compact: Readonly<Ref<boolean>>
  /** Labels beside the fields, and frames only around the one with the focus or the pointer. */
  readonly quiet: Readonly<Ref<boolean>>
  /** How many of each choice; 1 where nothing is said. */
  readonly quantities: Readonly<Ref<Readonly<Record<string, number>>>>
  set(id: string, value: FormValue | undefined): void
  setQuantity(choice: string, count: number): void
  /** Whether to show a problem there: once the field lost the focus or the form was submitted. */
  isTouched(id: string): boolean
  touch(id: string): void
}

const KEY: InjectionKey<FormContext> = Symbol('form')

export const provideForm = (context: FormContext): void => {
  provide(KEY, context)
}

export const useForm = (): FormContext => {
  const context = inject(KEY)
  if (context === undefined) throw new Error('FormFields stands outside a FormBody')
  return context
}
