/** How a step stands. `stopped`: it waits to be gone on with. */
export type StepState = 'done' | 'now' | 'stopped' | 'failed' | 'waiting'

/** A step as it is shown: `stands` says its state in words, `text` what is done in it. */
export interface StepLine {
  readonly step: string
  readonly state: StepState
  readonly title: string
  readonly stands: string
  readonly text: string
}
