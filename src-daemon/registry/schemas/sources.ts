/** The owner's list of places where schemas are looked for. */
import type { SchemaSourceChange } from '../../contract/schema-resolution.ts'
import type { SchemaSource } from '../../contract/settings.ts'
import { SatchelError } from '../../platform/errors.ts'
import { SCHEMA_SOURCES } from '../../settings/index.ts'
import type { SettingsService } from '../../settings/types.ts'

export interface SchemaSources {
  list(): readonly SchemaSource[]
  /** At the end. Errors: `schema_source_exists`. */
  add(source: SchemaSource): void
  /** Errors: `schema_source_missing`. */
  change(change: SchemaSourceChange): void
  /** Errors: `schema_source_missing`. */
  remove(name: string): void
  /** As in a new data folder. */
  reset(): void
}

export const createSchemaSources = (settings: Pick<SettingsService, 'get' | 'set'>): SchemaSources => {
  const list = (): readonly SchemaSource[] => settings.get().schemaSources

  const save = (schemaSources: readonly SchemaSource[]): void => {
    settings.set({ schemaSources: [...schemaSources] })
  }

  const named = (name: string): SchemaSource => {
    const found = list().find((one) => one.name === name)
    if (found === undefined) throw new SatchelError('schema_source_missing', { params: { name } })
    return found
  }

  return {
    list,
    add: (source) => {
      const { name } = source
      if (list().some((one) => one.name === name))
        throw new SatchelError('schema_source_exists', { params: { name } })
      save([...list(), source])
    },
    change: ({ name, enabled, position }) => {
      const found = named(name)
      const at = list().indexOf(found)
      const others = list().toSpliced(at, 1)
      save(others.toSpliced(position ?? at, 0, { ...found, enabled: enabled ?? found.enabled }))
    },
    remove: (name) => {
      const found = named(name)
      save(list().filter((one) => one !== found))
    },
    reset: () => {
      save(SCHEMA_SOURCES)
    },
  }
}
