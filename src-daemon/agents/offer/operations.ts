import type { ExposableTool } from '../../contract/agents.ts'

type JsonObject = Readonly<Record<string, unknown>>

/** A tool that may be offered, with the schemas of what it takes and gives. */
export interface OfferableTool extends ExposableTool {
  readonly inputSchema: JsonObject
  /** Null if it declares none. */
  readonly outputSchema: JsonObject | null
}

/** What a document of the operations says, in whichever form. */
export interface OperationsOffer {
  readonly name: string
  readonly description: string
  /** Where they are called: the address itself, or the origin of one for each. */
  readonly url: string
  readonly tools: readonly OfferableTool[]
  /** Each call waits for the owner. */
  readonly humanAuthorization: boolean
}
