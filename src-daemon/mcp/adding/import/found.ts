export type JsonRecord = Readonly<Record<string, unknown>>

/** The unit of a bare `timeout`. */
export type TimeUnit = 's' | 'ms'

/** A server of another app's list, as it stands there. */
export interface Found {
  /** Its name in the list; null if it has none. */
  readonly name: string | null
  readonly entry: unknown
  /** Where the kind of list tells it; else null. */
  readonly unit: TimeUnit | null
  /** The folder it is for; null if it is for all. */
  readonly project: string | null
  /** What the app would ask for, by id, in the words of the list. */
  readonly inputs: ReadonlyMap<string, string>
  /** Whether the list, rather than the entry, says that it is off. */
  readonly isOff: boolean
}
