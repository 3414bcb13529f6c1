import type { ActivityRecord } from '../../../src-daemon/contract/capabilities.ts'
import { language, t, textIfAny } from '../../i18n/index.ts'
import { isRecord } from '../../components/is-record.ts'
import { decisionLabel } from '../approvals/choice-labels.ts'
import { exactTime } from '../../components/relative-time.ts'
import { mainArgument } from '../../../src-daemon/text/main-argument.ts'
import { toolLabel } from '../../components/tool-labels.ts'

/** The subject of a line in words: what was called, or what the user did. */
export const nameOf = ({ kind, capabilityId, arguments: args }: ActivityRecord): string => {
  if (kind === 'revoked') return t('activity.act.revoked')
  if (kind === 'cleared') return t('activity.act.cleared', { count: linesOf(args) })
  return toolLabel({ tool: toolOf(capabilityId), arguments: isRecord(args) ? args : {} })
}

/** What a call was about, such as the title of a note; null if it says nothing of the kind. */
export const aboutOf = ({ kind, arguments: args }: ActivityRecord): string | null =>
  kind === 'call' && isRecord(args) ? mainArgument(args) : null

/** Whether a call was denied for now only: its question waits for the person. */
export const isHeld = ({ decision }: ActivityRecord): boolean =>
  decision.kind === 'refused' && decision.reason === 'held'

/** Whose tool was called, as others name it: `note/state.create`, `weather/forecast`. */
export const idOf = ({ capabilityId }: ActivityRecord): string =>
  capabilityId.replace(/^(?:acp|anp|a2a):/, '')

const toolOf = (capabilityId: string): string => capabilityId.slice(capabilityId.lastIndexOf('/') + 1)

const linesOf = (args: unknown): number =>
  typeof args === 'object' && args !== null && 'lines' in args && typeof args.lines === 'number'
    ? args.lines
    : 0

const milliseconds = (value: number): string =>
  new Intl.NumberFormat(language(), { style: 'unit', unit: 'millisecond' }).format(value)

const callerOf = ({ caller, conversationId }: ActivityRecord): string =>
  caller === 'internal' && conversationId === null
    ? t('activity.caller.itself')
    : (textIfAny(`activity.caller.${caller}`) ?? t('activity.caller.other'))

/** Everything known about a call besides its input and output, as names and values. */
export const factsOf = (
  record: ActivityRecord,
): readonly { readonly name: string; readonly value: string }[] => {
  const { decision, effect, target, client, result, waitedMs, bytes, tokens, version, at } = record
  const facts: (readonly [string, string | null])[] = [
    [t('activity.fact.how'), decisionLabel(decision)],
    [t('activity.fact.effect'), effect === null ? null : t(`activity.effect.${effect}`)],
    [t('activity.fact.target'), target],
    [t('activity.fact.caller'), callerOf(record)],
    [t('activity.fact.client'), client],
    [t('activity.fact.duration'), record.kind === 'call' ? milliseconds(result.duration_ms) : null],
    [t('activity.fact.waited'), waitedMs === 0 ? null : milliseconds(waitedMs)],
    [t('activity.fact.bytes'), record.kind === 'call' ? t('activity.bytes', bytes) : null],
    [t('activity.fact.tokens'), tokens === null ? null : t('activity.tokens', tokens)],
    [t('activity.fact.version'), version === '' ? null : version],
    [t('activity.fact.at'), exactTime(at, language())],
  ]
  return facts.flatMap(([name, value]) => (value === null ? [] : [{ name, value }]))
}
