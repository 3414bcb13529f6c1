/** A model that runs on this computer already. */
export interface ModelHere {
  readonly id: `here:${string}`
  /** Who answers; null for Ollama. */
  readonly name: string | null
  /** How many models it has. */
  readonly models: number
}

/** What is chosen on the first screen: how Satchel thinks. */
export type ModelCard = ModelHere['id'] | 'inside' | 'key' | 'none'
