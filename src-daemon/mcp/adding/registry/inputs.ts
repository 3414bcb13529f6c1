import type { SetupField } from '../../../contract/server-setup.ts'
import type { Argument, Input, NamedInput } from './server-json.ts'

/** Inputs of a `server.json` as form fields, and the result of filling them in. */
export interface Inputs {
  readonly fields: readonly SetupField[]
  /** Fills them in; `values` are keyed by field. */
  fill(values: ReadonlyMap<string, readonly string[]>): FilledInputs
}

export interface FilledInputs {
  readonly runtime: readonly string[]
  readonly program: readonly string[]
  readonly plain: Readonly<Record<string, string>>
  readonly sealed: Readonly<Record<string, string>>
  /** Fills in a template such as an address. */
  text(template: string): string
}

const VARIABLE = /\{([^{}]+)\}/g

type Values = ReadonlyMap<string, readonly string[]>

/** An input with its fields, and the values it produces. */
interface Made {
  readonly isSecret: boolean
  readonly valuesOf: (values: Values) => readonly string[]
}

/**
 * Reads the inputs of a package or a remote. A fixed `value` cannot be changed by the person, only the
 * variables in it. Secrets in arguments are listed in `exposed`, because they cannot be sealed there.
 */
export const inputsOf = (given: {
  readonly runtime?: readonly Argument[]
  readonly program?: readonly Argument[]
  readonly named: readonly NamedInput[]
  readonly variables?: Readonly<Record<string, Input>>
}): Inputs & { readonly exposed: readonly string[] } => {
  const fields: SetupField[] = []
  const exposed: string[] = []

  const keyFor = (wanted: string): string => {
    const base = wanted.replace(/^-+/, '') || 'value'
    const taken = new Set(fields.map(({ key }) => key))
    let key = base
    for (let number = 2; taken.has(key); number += 1) key = `${base}-${String(number)}`
    return key
  }
  const field = (wanted: string, input: Input, multiple = false): string => {
    const key = keyFor(wanted)
    fields.push({
      key,
      kind: kindOf(input),
      title: wanted,
      description: input.description,
      required: input.isRequired,
      multiple,
      choices: input.choices ?? [],
      placeholder: input.placeholder,
      preset: input.default === null || input.default === '' ? [] : [input.default],
      min: null,
      max: null,
    })
    return key
  }
  const make = (name: string, input: Omit<NamedInput, 'name'>, multiple = false): Made => {
    if (input.value === null) {
      const key = field(name, input, multiple)
      return { isSecret: input.isSecret, valuesOf: (values) => values.get(key) ?? [] }
    }
    const template = input.value
    const used = new Set([...template.matchAll(VARIABLE)].map(([, variable]) => variable))
    const keys = new Map(
      Object.entries(input.variables)
        .filter(([variable, one]) => used.has(variable) && one.value === null)
        .map(([variable, one]) => [variable, field(variable, one)]),
    )
    const isSecret =
      input.isSecret || [...keys.keys()].some((variable) => input.variables[variable]?.isSecret === true)
    return {
      isSecret,
      valuesOf: (values) => {
        const filled = template.replace(VARIABLE, (whole, variable: string) => {
          const key = keys.get(variable)
          const fixed = Object.hasOwn(input.variables, variable)
            ? input.variables[variable]?.value
            : undefined
          return key === undefined ? (fixed ?? whole) : (values.get(key)?.[0] ?? '')
        })
        // If none of its variables was filled in, the input is omitted.
        const isUnset =
          keys.size > 0 && [...keys.values()].every((key) => (values.get(key) ?? []).length === 0)
        return isUnset ? [] : [filled]
      },
    }
  }
  const argument = (one: Argument): ((values: Values) => readonly string[]) => {
    const title = one.name ?? one.valueHint ?? 'value'
    if (one.type === 'named' && one.name !== null && isBare(one)) return () => [one.name ?? '']
    const made = make(title, one, one.isRepeated)
    if (made.isSecret) exposed.push(title)
    if (one.type === 'positional') return made.valuesOf
    const name = one.name ?? ''
    if (one.format === 'boolean') return (values) => (made.valuesOf(values)[0] === 'true' ? [name] : [])
    return (values) => made.valuesOf(values).flatMap((value) => [name, value])
  }

  const runtime = (given.runtime ?? []).map(argument)
  const program = (given.program ?? []).map(argument)
  const named = given.named.map((one) => ({ name: one.name, made: make(one.name, one) }))
  const loose = new Map(
    Object.entries(given.variables ?? {})
      .filter(([, one]) => one.value === null)
      .map(([variable, one]) => [variable, field(variable, one)]),
  )

  return {
    fields,
    exposed,
    fill: (values) => {
      const plain: Record<string, string> = {}
      const sealed: Record<string, string> = {}
      for (const { name, made } of named) {
        const [value] = made.valuesOf(values)
        if (value !== undefined) (made.isSecret ? sealed : plain)[name] = value
      }
      return {
        runtime: runtime.flatMap((one) => one(values)),
        program: program.flatMap((one) => one(values)),
        plain,
        sealed,
        text: (template) =>
          template.replace(VARIABLE, (whole, variable: string) => {
            const key = loose.get(variable)
            if (key !== undefined) return values.get(key)?.[0] ?? ''
            return given.variables?.[variable]?.value ?? whole
          }),
      }
    },
  }
}

/** A flag without a value. */
const isBare = ({
  value,
  default: preset,
  description,
  placeholder,
  choices,
  format,
  valueHint,
}: Argument): boolean =>
  value === null &&
  preset === null &&
  choices === null &&
  valueHint === null &&
  format === 'string' &&
  description === '' &&
  placeholder === ''

const kindOf = ({ isSecret, choices, format }: Input): SetupField['kind'] => {
  if (isSecret) return 'secret'
  if (choices !== null && choices.length > 0) return 'choice'
  return format === 'filepath' ? 'file' : format === 'string' ? 'text' : format
}
