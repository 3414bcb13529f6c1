import { inject, provide, type InjectionKey, type Ref } from 'vue'
import type { Problem } from './schema-form.ts'

/** What the fields of a form share. */
export interface FormContext {
  readonly problems: Readonly<Ref<ReadonlyMap<string, Problem>>>
  readonly disabled: Readonly<Ref<boolean>>
  readonly compact: Readonly<Ref<boolean>>
  /** Labels beside the fields, and frames only around the one with the focus or the pointer. */
  readonly quiet: Readonly<Ref<boolean>>
  /** Whether to show a problem there: once the field lost the focus or the form was submitted. */
  isTouched(pointer: string): boolean
  touch(pointer: string): void
  /** Text that isn't valid JSON has no value, so the form can't be sent with it. */
  setBroken(pointer: string, broken: boolean): void
  isBroken(pointer: string): boolean
}

const KEY: InjectionKey<FormContext> = Symbol('schema-form')

export const provideForm = (context: FormContext): void => {
  provide(KEY, context)
}

export const useForm = (): FormContext => {
  const context = inject(KEY)
  if (context === undefined) throw new Error('SchemaFields stands outside a SchemaForm')
  return context
}
