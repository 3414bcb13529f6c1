import { say } from '../text/index.ts'
import type { Language } from '../contract/language.ts'
import type { ModelRequirements } from './core/types.ts'
import type { ModelFit, ModelInfo } from '../contract/models.ts'

/** The names packages use for model features. */
const FEATURES: readonly (readonly [RegExp, (model: ModelInfo) => boolean])[] = [
  [/^(tools?|tool_use\w*|tool_calling|function_calling)$/, ({ tools }) => tools],
  [/^(vision|images?|image_input)$/, ({ vision }) => vision],
  [/^(thinking|reasoning)$/, ({ thinking }) => thinking],
  // Every model's answer can be constrained by a schema if needed.
  [/^(json|json_mode|json_schema|structured_outputs?)$/, ({ provider }) => provider !== 'planner'],
]

/**
 * How well a model meets a capability's requirements. The window is a hard requirement: below it, parts of
 * the prompt or the tools would be silently lost; family and features are wishes. The planner has no window.
 * Rule: design.md "Models".
 */
export const fitOf = (model: ModelInfo, needs: ModelRequirements, language: Language): ModelFit => {
  const unmet: ModelFit['unmet'] = []
  const { minContextWindow: required, modelFamily = [], requiredFeatures = [] } = needs
  if (required !== null && model.contextWindow !== null && model.contextWindow < required)
    unmet.push({
      requirement: 'context_window',
      hard: true,
      text: say(language, 'models_unmet_window', { required, window: model.contextWindow }),
    })
  if (modelFamily.length > 0 && !modelFamily.some((family) => isOfFamily(model.name, family)))
    unmet.push({
      requirement: 'model_family',
      hard: false,
      text: say(language, 'models_unmet_family', { families: modelFamily.join(', ').slice(0, 200) }),
    })
  for (const feature of requiredFeatures) {
    const [, has] = FEATURES.find(([pattern]) => pattern.test(feature.toLowerCase())) ?? []
    if (has?.(model) !== true)
      unmet.push({
        requirement: 'feature',
        hard: false,
        text: say(language, 'models_unmet_feature', { feature: feature.slice(0, 80) }),
      })
  }
  return { model, blocked: unmet.some(({ hard }) => hard), unmet }
}

/** Best first: not blocked, not the planner, fewest unmet requirements, supports tools, stays on this machine. */
export const byFit = (a: ModelFit, b: ModelFit): number =>
  Number(a.blocked) - Number(b.blocked) ||
  Number(a.model.provider === 'planner') - Number(b.model.provider === 'planner') ||
  a.unmet.length - b.unmet.length ||
  Number(b.model.tools) - Number(a.model.tools) ||
  Number(a.model.leavesMachine) - Number(b.model.leavesMachine)

const isOfFamily = (name: string, family: string): boolean => {
  const wanted = bare(family)
  return wanted !== '' && bare(name).includes(wanted)
}

const bare = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
