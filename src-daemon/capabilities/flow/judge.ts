import canonicalize from 'canonicalize'
import { isRecord } from '../../platform/is-record.ts'
import type { CallEffect } from '../core/approvals.ts'
import { names, namesDay } from './named.ts'
import type { CallFlow, FlowFinding } from './types.ts'
import { namesEffect } from './verbs.ts'

/** A call about to be made, as the rules look at it. */
export interface FlowingCall {
  readonly capabilityId: string
  /** The tool's name, as its owner gave it. */
  readonly tool: string
  readonly inputSchema: Readonly<Record<string, unknown>>
  readonly arguments: Readonly<Record<string, unknown>>
  readonly effect: Pick<CallEffect, 'effect'>
}

/**
 * The rules, in one place: what was read decides nothing on its own. Null if the call may go on: nothing of third parties was read, it only
 * reads, or the owner's words in this turn named what it does and each of its arguments. Else the person has to be asked.
 */
export const judgeFlow = (call: FlowingCall, flow: CallFlow): FlowFinding | null => {
  const { effect } = call.effect
  // A change of the owner's own state is undone with a click, and carries the label on.
  if (effect === 'none' || effect === 'own_state') return null
  const foreign = flow.foreign()
  if (foreign.length === 0) return null
  const isNamed = namedBy(call, flow)
  const outside = leavesOf(call.arguments).filter((leaf) => !isNamed(leaf))
  const found = (leaves: readonly Leaf[]): FlowFinding => ({ fromOutside: leaves.map(({ at }) => at) })
  if (effect === 'network_read') {
    // A package's own host doesn't depend on its arguments.
    const addresses = call.capabilityId.startsWith('acp:') ? [] : outside.filter(isAddress)
    return addresses.length === 0 ? null : found(addresses)
  }
  if (!namesEffect(flow.words, call.tool)) return found(outside)
  const hasTarget = leavesOf(call.arguments).some((leaf) => !isContent(leaf))
  const isWholeFlow =
    outside.length === 0 ||
    (hasTarget && outside.every(isContent) && foreign.every((read) => isNamedRead(flow.words, read)))
  return isWholeFlow && flow.spend(keyOf(call)) ? null : found(outside)
}

/** A value of an argument that is no object or list. */
interface Leaf {
  /** As a JSON pointer. */
  readonly at: string
  /** The name of the argument or member it belongs to. */
  readonly name: string
  readonly value: unknown
}

const leavesOf = (value: unknown, at = '', name = ''): readonly Leaf[] => {
  if (Array.isArray(value))
    return value.flatMap((one, index) => leavesOf(one, `${at}/${String(index)}`, name))
  if (isRecord(value))
    return Object.entries(value).flatMap(([key, one]) =>
      leavesOf(one, `${at}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`, key),
    )
  return [{ at, name, value }]
}

/** Arguments that are said or kept, and don't decide about what happens to whom. */
const CONTENT = /^(?:body|content|text|message|description|summary|notes?|comment)$/iu
const isContent = ({ name, value }: Leaf): boolean => CONTENT.test(name) && typeof value === 'string'

const ADDRESS_NAME = /(?:^|_)(?:url|uri|link|href|host|domain|website|site|address|endpoint)$/iu
const isAddress = ({ name, value }: Leaf): boolean =>
  typeof value === 'string' &&
  (/^[a-z][a-z0-9+.-]*:\/\//iu.test(value) || /^www\./iu.test(value) || ADDRESS_NAME.test(name))

/** The owner named what was read: each text of the call that read it, of which there is one. */
const isNamedRead = (words: string, { asked }: { readonly asked: readonly string[] }): boolean =>
  asked.length > 0 && asked.every((text) => names(words, text))

/** What the words named is done once: a second one like it wasn't asked for. */
const keyOf = ({ capabilityId, arguments: args }: FlowingCall): string =>
  `${capabilityId} ${canonicalize(leavesOf(args).filter((leaf) => !isContent(leaf))) ?? ''}`

/** Whether a value is the owner's choice: they said it, the tool has it by default, or what they named was looked up in what is their own. */
const namedBy = ({ inputSchema }: FlowingCall, { words, own }: CallFlow): ((leaf: Leaf) => boolean) => {
  const { properties } = inputSchema
  const defaultOf = (name: string): unknown => {
    const property = isRecord(properties) ? properties[name] : undefined
    return isRecord(property) ? property['default'] : undefined
  }
  return ({ name, value }) => {
    if (value === null || value === '' || value === defaultOf(name)) return true
    const text = String(value)
    if (names(words, text) || namesDay(words, text)) return true
    return own().some(
      ({ asked, output }) =>
        asked.length > 0 &&
        asked.every((one) => names(words, one)) &&
        leavesOf(output).some((leaf) => names(String(leaf.value), text)),
    )
  }
}
