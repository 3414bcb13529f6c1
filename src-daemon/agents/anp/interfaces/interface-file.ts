import type { JsonObject } from '../../descriptions/read-description.ts'
import type { LinkedFiles } from '../files/linked-files.ts'
import type { Collected } from './collected.ts'

/** An interface of a description with the file that defines it. */
export interface InterfaceFile {
  /** Where problems are reported. */
  readonly place: string
  /** As the description calls it: `NaturalLanguageInterface`. */
  readonly kind: string
  readonly protocol: string | null
  readonly description: string
  /** Where the file is; of an embedded one, where the description is. */
  readonly url: string
  readonly json: JsonObject
  /** The agent demands a person's authorization. */
  readonly asksAlways: boolean
  readonly files: LinkedFiles
  readonly collected: Collected
}
