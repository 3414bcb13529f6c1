/** From the daemon to the thread that estimates strength. */
export interface StrengthQuestion {
  readonly id: number
  readonly passphrase: string
}

/** `score`: 0 (guessed at once) to 4. `advice`: the library's names for problems and suggestions. */
export interface StrengthAnswer {
  readonly id: number
  readonly score: number
  readonly advice: readonly (string | null)[]
}
