export type JsonRecord = Readonly<Record<string, unknown>>

/** The unit of a bare `timeout`. */
export type TimeUnit = 's' | 'ms'

/** A server in another app's list, unconverted. */
export interface Found {
  /** Its name in the list; null if it has none. */
  readonly name: string | null
  readonly entry: unknown
  /** If the kind of list says so; else null. */
  readonly unit: TimeUnit | null
  /** The folder it is for; null if it is for all. */
  readonly project: string | null
  /** What the app would ask for, by id, as the list words it. */
  readonly inputs: ReadonlyMap<string, string>
  /** Whether the list, rather than the entry, says that it is off. */
  readonly isOff: boolean
}
