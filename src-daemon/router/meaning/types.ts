/** Turns texts into unit vectors of one model. */
export interface TextEmbedder {
  /** Vectors of different ids cannot be compared. */
  readonly id: string
  embed(
    texts: readonly string[],
    options?: { readonly signal?: AbortSignal },
  ): Promise<readonly Float32Array[]>
}
