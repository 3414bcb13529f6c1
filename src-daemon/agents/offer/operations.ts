import type { ExposableTool } from '../../contract/agents.ts'

type JsonObject = Readonly<Record<string, unknown>>

/** A tool that may be offered, with the schemas of what it takes and gives. */
export interface OfferableTool extends ExposableTool {
  readonly inputSchema: JsonObject
  /** Null if it declares none. */
  readonly outputSchema: JsonObject | null
}
