import { HIDDEN } from '../../platform/redact.ts'
import { isRecord } from '../../platform/is-record.ts'
import { invalidInput } from '../core/failure.ts'
import { hideDeclared } from '../core/redact.ts'

type Json = Readonly<Record<string, unknown>>

/** What a capability saves in places that its schema declares secret (`writeOnly`, `format: password`): people see it, no caller does. */
export interface StateSecrets {
  /** An object without them; each is named, so that it is followed. */
  without(schemaUri: string, object: Json): Json
  /** Concurrent values by pointer, without those of such places. */
  withoutConflicts(schemaUri: string, conflicts: Readonly<Record<string, readonly unknown[]>>): Json
  /** Errors: `InvokeFailure` INVALID_INPUT where what stands for one would be written in its place. */
  refuseHidden(schemaUri: string, written: unknown): void
  /** Errors: `InvokeFailure` INVALID_INPUT where a query asks for one, sorts or groups by it: its answer could spell it. */
  refuseAsking(schemaUri: string, query: Json): void
}

/** `schemaOf`: null where it isn't known. `hide` names a secret that the call has met. */
export const createStateSecrets = ({
  schemaOf,
  hide,
}: {
  readonly schemaOf: (schemaUri: string) => Json | null
  readonly hide: (secret: string) => void
}): StateSecrets => {
  const without: StateSecrets['without'] = (schemaUri, object) => {
    const schema = schemaOf(schemaUri)
    const hidden = schema === null ? object : hideDeclared(schema, object, hide)
    return isRecord(hidden) ? hidden : {}
  }

  /** Names of members that are secret as a whole. */
  const namesOf = (schemaUri: string): readonly string[] => {
    const schema = schemaOf(schemaUri)
    const properties = schema?.['properties']
    if (!isRecord(properties)) return []
    const hidden = hideDeclared(
      schema,
      Object.fromEntries(Object.keys(properties).map((name) => [name, name])),
    )
    return Object.entries(isRecord(hidden) ? hidden : {}).flatMap(([name, value]) =>
      value === HIDDEN ? [name] : [],
    )
  }

  return {
    without,
    withoutConflicts: (schemaUri, conflicts) => {
      const names = namesOf(schemaUri)
      return Object.fromEntries(
        Object.entries(conflicts).filter(([pointer]) => !names.includes(pointer.split('/')[1] ?? '')),
      )
    },
    refuseHidden: (schemaUri, written) => {
      if (!JSON.stringify(written).includes(HIDDEN) || namesOf(schemaUri).length === 0) return
      throw invalidInput([
        { pointer: '', problem: `${HIDDEN} stands for a secret: leave it out, and it stays as it is` },
      ])
    },
    refuseAsking: (schemaUri, query) => {
      const text = JSON.stringify(query)
      const asked = namesOf(schemaUri).find((name) =>
        new RegExp(`"/?${RegExp.escape(name)}["./]`, 'u').test(text),
      )
      if (asked !== undefined) throw invalidInput([{ pointer: '', problem: `${asked} is secret` }])
    },
  }
}
