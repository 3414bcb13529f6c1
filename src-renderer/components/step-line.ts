/** The state of a step. `stopped`: it waits to be resumed. */
export type StepState = 'done' | 'now' | 'stopped' | 'failed' | 'waiting'

/** A step for display: `stands` is its state in words, `text` what it does. */
export interface StepLine {
  readonly step: string
  readonly state: StepState
  readonly title: string
  readonly stands: string
  readonly text: string
}
