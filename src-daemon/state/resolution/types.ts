import type {
  AddedSchema,
  FilledSchemas,
  FoundSchema,
  SchemaPackage,
} from '../../contract/schema-resolution.ts'

/** What is looked for. */
export interface WantedSchema {
  readonly uri: string
  /** Whose it must be, as far as that is known: the URI, waiting changes or another version of it say so. */
  readonly capability: string | null
  /** Whether a found schema is added without a review. */
  readonly isUnattended: boolean
}

/** A schema as a source gave it, in a package whose signature was verified. */
export interface SchemaOfPackage {
  readonly schema: Readonly<Record<string, unknown>>
  readonly owner: string
  readonly scope: string
  readonly title: string
  readonly package: SchemaPackage
  /** Which of several places behind the source had it; null if there is but one. */
  readonly place: string | null
}

/** A place that has schemas. The composition makes them: state knows no network and no packages. */
export interface SchemaSource {
  /** The owner's name for it. */
  readonly name: string
  /** Null if it has none. Throws what went wrong, or why what it has is refused. */
  find(wanted: WantedSchema, signal: AbortSignal): Promise<SchemaOfPackage | null>
}

/** Finds schemas: what is here, then what was found before, then the owner's sources, in their order (asm.md 1.5). */
export interface SchemaResolver {
  /**
   * Asks no source for a schema that is here or was found before, and changes nothing. Errors: `schema_uri_invalid`, `schema_of_person`, `schema_not_found`,
   * `schema_sources_silent`, or why what was found is refused: `schema_wrong_id`, `schema_invalid`, `schema_id_conflict`,
   * `schema_changed_without_version`, `author_changed`, `package_rejected`, `registry_*`.
   */
  find(uri: string, options?: { signal?: AbortSignal | undefined }): Promise<FoundSchema>
  /** Adds what `find` gave, if it is still the same. Errors: `schema_review_gone`, and those of refused schemas. */
  add(agreed: { uri: string; hash: string }): AddedSchema
  /** Finds and adds what waiting changes lack, where the owner's setting allows that without asking. */
  fill(options?: { signal?: AbortSignal | undefined }): Promise<FilledSchemas>
}
