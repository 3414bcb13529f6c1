import { capabilityOf } from '../activity/record-row.ts'
import type { ApprovalChoice, ApprovalUntil } from '../../contract/approvals.ts'
import { asksOf, isWithin } from './effects.ts'
import { matches, patternsOf } from './patterns.ts'
import type { JudgedCall } from './judged-call.ts'
import type { ApprovalRow } from './records.ts'

/**
 * Whether a standing approval covers a call. The call must go to the same place, with no stronger effect, and be of the same, unchanged tool, or
 * of the same capability; an approval bound to arguments needs the same ones, and one for a program covers only that program. What may be made
 * because of what others wrote needs one for this very call.
 */
export const covers = (approval: ApprovalRow, call: JudgedCall): boolean => {
  if (asksOf(call.effect) !== 'first') return false
  // Agreeing to a tool isn't agreeing to what others have it do; reading is what it was agreed to for.
  if (isSteered(call) && approval.scope !== 'call' && !isOfThisFlow(approval)) return false
  if (approval.client !== call.client) return false
  if (approval.capability !== capabilityOf(call.ref.capability_id)) return false
  if (approval.until === 'conversation' && approval.conversationId !== call.conversationId) return false
  if (approval.target !== call.effect.target || !isWithin(call.effect.effect, approval.effect)) return false
  if (approval.scope === 'capability') return approval.definition === call.definition.owner
  if (approval.toolId !== call.ref.capability_id || approval.definition !== call.definition.hash) return false
  switch (approval.scope) {
    case 'call':
      return approval.argumentsSha256 === call.argumentsSha256
    case 'pattern':
      return approval.pattern !== null && matches(approval.pattern, call.arguments)
    case 'tool':
      return true
  }
}

/** It changes or sends something, and may be made because of what others wrote, or takes along what isn't its own. */
const isSteered = ({ flow, effect }: JudgedCall): boolean => flow !== null && effect.effect !== 'network_read'

/** In the conversation in which they were asked, they agreed to a value that came from outside. */
const isOfThisFlow = ({ scope, until }: ApprovalRow): boolean =>
  scope === 'pattern' && until === 'conversation'

const isFromOutside = ({ flow }: JudgedCall, { pattern }: ApprovalChoice): boolean =>
  pattern !== null &&
  flow !== null &&
  [...(flow.fromOutside ?? []), ...flow.leaving.flatMap(({ at }) => at)].includes(pattern.pointer)

/** The possible answers to a call, the narrowest first. A call that is asked about every time can only be allowed once. */
export const choicesOf = (call: JudgedCall): readonly ApprovalChoice[] => {
  if (asksOf(call.effect) === 'always') return [{ scope: 'call', pattern: null, until: ['once'] }]
  const standing: readonly ApprovalUntil[] =
    call.conversationId === null ? ['hour', 'revoked'] : ['conversation', 'hour', 'revoked']
  const thisCall: ApprovalChoice = { scope: 'call', pattern: null, until: ['once', ...standing] }
  const patterns = patternsOf(call.arguments).map((pattern): ApprovalChoice => ({
    scope: 'pattern',
    pattern,
    until: [...standing],
  }))
  if (isSteered(call))
    return [
      thisCall,
      ...patterns.flatMap((choice): ApprovalChoice[] =>
        standing.includes('conversation') && isFromOutside(call, choice)
          ? [{ ...choice, until: ['conversation'] }]
          : [],
      ),
    ]
  return [
    thisCall,
    ...patterns,
    { scope: 'tool', pattern: null, until: [...standing] },
    { scope: 'capability', pattern: null, until: [...standing] },
  ]
}
