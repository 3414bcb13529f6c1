import { inject, provide, type InjectionKey, type Ref } from 'vue'
import type { Problem } from './schema-form.ts'

/** What the fields of one form share. */
export interface FormContext {
  readonly problems: Readonly<Ref<ReadonlyMap<string, Problem>>>
  readonly disabled: Readonly<Ref<boolean>>
  readonly compact: Readonly<Ref<boolean>>
  /** Whether a problem there may be shown: after the field was left, or the form was sent. */
  isTouched(pointer: string): boolean
  touch(pointer: string): void
  /** Text that is not valid JSON has no value; the form must not be sent while it stands there. */
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
