import { say } from '../../text/index.ts'
import type { Language } from '../../contract/language.ts'
import type { CapabilityManifest } from '../../contract/capabilities.ts'
import { jsonSha256 } from '../approvals/hash.ts'
import { InvokeFailure } from '../core/failure.ts'
import type { CapabilitySource } from '../core/types.ts'
import type { SkillOutcome } from './skills.ts'

/** The tool that other agents may be allowed to use: asking the assistant in words (anp.md 4). */
export const QUESTION_TOOL = 'satchel:question'
export const QUESTION_VERSION = '1.0.0'

/** Answers a question of another agent with these tools and no others, as a turn of its own. */
export type QuestionAnswerer = (call: {
  readonly question: string
  /** Ids of the tools that the agent may use. */
  readonly tools: readonly string[]
  readonly did: string
  readonly signal: AbortSignal
  /** Called with the answer so far. */
  readonly onText: (text: string) => void
}) => Promise<SkillOutcome>

const MANIFEST: CapabilityManifest = {
  capability_id: QUESTION_TOOL,
  version: QUESTION_VERSION,
  kind: 'tool',
  name: 'question',
  description: 'Answers a question of another agent with the tools that are open to it.',
  input_schema: {
    type: 'object',
    properties: {
      question: { type: 'string', minLength: 1, maxLength: 20_000 },
      tools: { type: 'array', items: { type: 'string' } },
    },
    required: ['question', 'tools'],
    additionalProperties: false,
  },
  output_schema: { type: 'object', properties: { answer: { type: 'string' } }, required: ['answer'] },
  prompt_template: null,
  resources: null,
  required_permissions: [],
  x_effect: 'none',
}
/** A turn may ask several tools. */
const DEADLINE_MS = 5 * 60_000

/**
 * Questions of other agents as calls like all others: checked, allowed and logged. The owner asks the assistant itself, so
 * it is in no list.
 */
export const createQuestionSource = (deps: {
  readonly answer: QuestionAnswerer
  readonly language: () => Language
}): CapabilitySource => {
  const { answer, language } = deps
  const hash = jsonSha256(MANIFEST)
  return {
    list: () => [],
    describe: (id, version) => (id === QUESTION_TOOL && version === MANIFEST.version ? MANIFEST : null),
    permission: (_ref, { principal }) =>
      principal.kind === 'agent' ? null : say(language(), 'question_for_agents'),
    definition: ({ capability_id: id }) =>
      id === QUESTION_TOOL
        ? {
            title: 'Satchel',
            origin: { kind: 'built_in', name: 'Satchel' },
            tool: MANIFEST.name,
            owner: hash,
            hash,
          }
        : null,
    effect: () => ({
      effect: 'none',
      always: false,
      target: null,
      sentence: say(language(), 'effect_question'),
    }),
    deadlineMs: () => DEADLINE_MS,
    run: async (_ref, input, { principal, signal, onProgress }) => {
      const { question, tools } = input as { question: string; tools: string[] } // its schema says so
      const outcome = await answer({
        question,
        tools,
        did: principal.kind === 'agent' ? principal.did : '',
        signal,
        onText: (text) => onProgress?.({ progress: text.length, message: text }),
      })
      if (!outcome.ok)
        throw new InvokeFailure('EXECUTION_FAILED', 'skill_not_finished', {
          params: { problem: outcome.problem },
          details: { reason: outcome.reason },
        })
      return { output: { answer: outcome.text }, changes: [...outcome.changes] }
    },
  }
}
