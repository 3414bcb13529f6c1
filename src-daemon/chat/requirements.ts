import { fitOf } from '../models/index.ts'
import type { ModelInfo } from '../contract/models.ts'
import type { AcpPackage } from '../contract/packages.ts'
import { SatchelError } from '../platform/errors.ts'
import type { Language } from '../contract/language.ts'
import type { Message, UnmetPart } from '../contract/chat.ts'

/** Whether it is a skill from files, and no package. */
export const isSkill = ({ name }: Pick<AcpPackage, 'name'>): boolean => name.startsWith('skill:')

/** Errors: `skill_needs_model`: a skill from files consists of instructions, which the planner can't read. */
export const refuseUnread = ({ provider }: ModelInfo, acp: AcpPackage): void => {
  if (provider === 'planner' && isSkill(acp))
    throw new SatchelError('skill_needs_model', { params: { name: acp.title } })
}

/**
 * A capability's model requirements (acp.md 2) that the chosen model doesn't meet, for a notice before it answers; null if nothing is
 * missing, or if this conversation already has that notice. Errors: `model_window_too_small`: below a capability's context window a model
 * would silently lose the prompt or the tools (design.md "Models"). The planner needs no window.
 */
export const unmetBy = (
  info: ModelInfo,
  acp: AcpPackage,
  { language, before }: { readonly language: Language; readonly before: () => readonly Message[] },
): UnmetPart | null => {
  const { llmRequirements: needs, name, title } = acp
  const { blocked, unmet } = fitOf(info, needs, language)
  if (blocked)
    throw new SatchelError('model_window_too_small', {
      params: {
        model: info.name,
        window: info.contextWindow ?? 0,
        name: title,
        required: needs.minContextWindow ?? 0,
      },
      details: {
        model: info.id,
        capability: name,
        window: info.contextWindow,
        required: needs.minContextWindow,
      },
    })
  // Families are of models that read the prompt.
  const lacks = unmet.filter(
    ({ requirement }) => info.provider !== 'planner' || requirement !== 'model_family',
  )
  const isSaid = (message: Message): boolean =>
    message.parts.some((part) => part.type === 'unmet' && part.capability === name && part.model === info.id)
  if (lacks.length === 0 || before().some(isSaid)) return null
  return { type: 'unmet', capability: name, title, model: info.id, modelName: info.name, unmet: lacks }
}
