import type { Publication, PublishPlan } from '../../../src-daemon/contract/publishing.ts'
import type { StepState } from '../../components/step-line.ts'

export const STEPS = ['check', 'sign', 'add', 'submit', 'confirm'] as const
export type StepName = (typeof STEPS)[number]

/** A step of publishing, and its state. */
export interface StepView {
  readonly step: StepName
  readonly state: StepState
}

/** The steps of a publication that was started. */
export const stepsOf = ({ step, state }: Pick<Publication, 'step' | 'state'>): readonly StepView[] => {
  const at = step === 'done' ? STEPS.length : STEPS.indexOf(step)
  const present = ({ running: 'now', interrupted: 'stopped', failed: 'failed', published: 'done' } as const)[
    state
  ]
  return STEPS.map((name, index) => ({
    step: name,
    state: index < at ? 'done' : index === at ? present : 'waiting',
  }))
}

/** The steps of a plan: those done already, and those to be done. */
export const stepsPlanned = ({ steps }: Pick<PublishPlan, 'steps'>): readonly StepView[] =>
  steps.map(({ step, done }) => ({ step, state: done ? 'done' : 'waiting' }))

/** Whether a publication can be resumed. */
export const isResumable = ({ state }: Pick<Publication, 'state'>): boolean =>
  state === 'interrupted' || state === 'failed'
