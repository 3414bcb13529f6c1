import type { Principal } from '../core/principal.ts'
import type { ChangeRef } from '../../contract/state.ts'

/** The input and output of a skill of any kind (cap.md 6). */

export const SKILL_INPUT: Readonly<Record<string, unknown>> = {
  type: 'object',
  properties: { task: { type: 'string' }, vars: { type: 'object' } },
  required: ['task'],
  additionalProperties: false,
}
export const SKILL_OUTPUT: Readonly<Record<string, unknown>> = {
  type: 'object',
  properties: { text: { type: 'string' }, artifacts: { type: 'array' } },
  required: ['text'],
}

/** How a run of a skill ended. `problem`: in words for a person. */
export type SkillOutcome =
  | { readonly ok: true; readonly text: string; readonly changes: readonly ChangeRef[] }
  /** `needs_input`: it asked for something the task does not say. */
  | { readonly ok: false; readonly reason: 'failed' | 'stopped' | 'needs_input'; readonly problem: string }

/** Runs a skill in the assistant, with the permissions of the skill, in a conversation of its own. */
export type SkillRunner = (call: {
  /** Name of the installed capability, or id of a skill from files. */
  readonly capability: string
  readonly task: string
  readonly vars: Readonly<Record<string, unknown>>
  /** On whose behalf the call is made; the skill's tool calls are asked about and logged as theirs. */
  readonly principal: Principal
  readonly signal: AbortSignal
}) => Promise<SkillOutcome>
