import { z } from 'zod'
import { say } from '../../text/index.ts'
import type { Language } from '../../contract/language.ts'
import type { Settings } from '../../contract/settings.ts'
import type { CapabilityManifest } from '../../contract/capabilities.ts'
import { jsonSha256 } from '../approvals/hash.ts'
import type { CapabilitySource } from '../core/types.ts'

/** The tool with which a model shows what it is going to do, before it does the first of it. */
export const PLAN_TOOL = 'satchel:plan'

/** Its input: the calls that change or send something, in their order. */
export const planInput = z.object({
  steps: z.array(z.object({ tool: z.string(), what: z.string() })).min(1),
})

export const PLAN_MANIFEST: CapabilityManifest = {
  capability_id: PLAN_TOOL,
  version: '1.0.0',
  kind: 'tool',
  name: 'plan',
  description:
    'Shows the user every call you are going to make that changes or sends something, in order. Call this before the first of them; none runs before the user agrees.',
  input_schema: {
    type: 'object',
    properties: {
      steps: {
        type: 'array',
        minItems: 1,
        maxItems: 50,
        items: {
          type: 'object',
          properties: {
            tool: { type: 'string', description: 'Name or id of the tool.' },
            what: { type: 'string', maxLength: 500, description: 'What it will do, for the user.' },
          },
          required: ['tool', 'what'],
          additionalProperties: false,
        },
      },
    },
    required: ['steps'],
    additionalProperties: false,
  },
  output_schema: null,
  prompt_template: null,
  resources: null,
  required_permissions: [],
  x_effect: 'none',
}

/** The number of steps from which on a plan is shown. */
const ASKS_FROM = { never: Infinity, several: 2, always: 1 } as const

/**
 * Plans as calls like all others: the question about one is the list, answered once, in any window or at a terminal. Only
 * turns use it, so it is in no list.
 */
export const createPlanSource = (deps: {
  readonly first: () => Settings['planFirst']
  readonly language: () => Language
}): CapabilitySource => {
  const { first, language } = deps
  const hash = jsonSha256(PLAN_MANIFEST)
  const isPlan = (id: string): boolean => id === PLAN_TOOL
  return {
    list: () => [],
    describe: (id, version) => (isPlan(id) && version === PLAN_MANIFEST.version ? PLAN_MANIFEST : null),
    permission: () => null,
    definition: ({ capability_id: id }) =>
      isPlan(id)
        ? {
            title: 'Satchel',
            origin: { kind: 'built_in', name: 'Satchel' },
            tool: PLAN_MANIFEST.name,
            owner: hash,
            hash,
          }
        : null,
    effect: (_ref, input) => {
      const count = planInput.parse(input).steps.length
      return {
        effect: 'none',
        always: count >= ASKS_FROM[first()],
        target: null,
        sentence: say(language(), 'effect_plan', { count }),
      }
    },
    run: () => Promise.resolve({ output: { agreed: true }, changes: [] }),
  }
}
