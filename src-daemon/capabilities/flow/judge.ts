import canonicalize from 'canonicalize'
import { counterpartOf } from '../../platform/told-secrets.ts'
import { isRecord } from '../../platform/is-record.ts'
import type { Effect } from '../../contract/approvals.ts'
import { isContent } from './content.ts'
import { isNothing, leavesOf, type Leaf } from './leaves.ts'
import { beginningsIn, beginsWith, names, namesDay, namesNumbered } from './named.ts'
import { isIdOfNamed } from './records.ts'
import type { CallFlow, ReadOutput } from './types.ts'
import { namesEffect, namesTool } from './verbs.ts'

/** A call about to be made, as the rules look at it. */
export interface FlowingCall {
  readonly capabilityId: string
  /** The tool's name, as its owner gave it. */
  readonly tool: string
  readonly inputSchema: Readonly<Record<string, unknown>>
  readonly arguments: Readonly<Record<string, unknown>>
  readonly effect: Effect
}

/** What a call has that the owner's words don't, after something of others was read. */
export interface Steered {
  /** JSON pointers. */
  readonly fromOutside: readonly string[]
}

/**
 * The rules, in one place: what was read decides nothing on its own. Null if the call may go on: nothing of third parties was read, it only
 * reads, or the owner's words in this turn named what it does and each of its arguments. Else the person has to be asked.
 */
export const judgeFlow = (call: FlowingCall, flow: CallFlow): Steered | null => {
  const { effect } = call
  // A change of the owner's own state is undone with a click, and carries the label on.
  if (effect === 'none' || effect === 'own_state') return null
  const foreign = flow.foreign()
  const extracted = flow.extracted()
  if (foreign.length === 0 && extracted.length === 0) return null
  const isNamed = namedBy(call, flow)
  const outside = leavesOf(call.arguments).filter((leaf) => !isNamed(leaf))
  const found = (leaves: readonly Leaf[]): Steered => ({ fromOutside: leaves.map(({ at }) => at) })
  if (foreign.length === 0) {
    // A number is small, but as an id it says which thing: others chose that.
    const chosen = outside.filter(
      ({ name, value }) => ID_NAME.test(name) && extracted.some((one) => String(one) === String(value)),
    )
    return effect === 'network_read' || chosen.length === 0 ? null : found(chosen)
  }
  if (effect === 'network_read') {
    // A package's own host doesn't depend on its arguments.
    const addresses = call.capabilityId.startsWith('acp:') ? [] : outside.filter(isAddress)
    return addresses.length === 0 ? null : found(addresses)
  }
  if (!namesEffect(flow.words, call.tool)) return found(outside)
  const isText = isContent(call.tool)
  // What takes no target has to be called by its whole name.
  const hasTarget =
    leavesOf(call.arguments).some((leaf) => !isText(leaf) && isTarget(call, leaf)) ||
    namesTool(flow.words, call.tool)
  const isNamedFlow =
    outside.length === 0 || (outside.every(isText) && foreign.every((read) => isNamedRead(flow, read)))
  return hasTarget && isNamedFlow && flow.spend(keyOf(call)) ? null : found(outside)
}

/** Whether a value says what something is done to, or how: what the tool has by itself says nothing. */
export const isTarget = ({ inputSchema }: Pick<FlowingCall, 'inputSchema'>, leaf: Leaf): boolean =>
  !isNothing(leaf) && leaf.value !== declaredOf(inputSchema, leaf.name).standard

/** Whether what a capability writes with `args` carries the label of what was read: it is made of something that the owner didn't say. */
export const isFromOutside = (
  capabilityId: string,
  args: Readonly<Record<string, unknown>>,
  flow: CallFlow,
): boolean =>
  flow.foreign().length > 0 &&
  !leavesOf(args).every(
    namedBy({ capabilityId, tool: '', inputSchema: {}, arguments: args, effect: 'none' }, flow),
  )

const ADDRESS_NAME = /(?:^|_)(?:url|uri|link|href|host|domain|website|site|address|endpoint)$/iu
const isAddress = ({ name, value }: Leaf): boolean =>
  typeof value === 'string' &&
  (/^[a-z][a-z0-9+.-]*:\/\//iu.test(value) || /^www\./iu.test(value) || ADDRESS_NAME.test(name))

/** The owner named what was read: each text of the call that read it, of which there is one; or it answers a change they agreed to. */
const isNamedRead = ({ words, isConfirmed }: CallFlow, { asked }: Pick<ReadOutput, 'asked'>): boolean =>
  asked.length > 0 && asked.every((text) => names(words, text) || isConfirmed(text))

const ID_NAME = /(?:^|_)ids?$/iu
const nounOf = (name: string): string => name.replace(/_?ids?$/iu, '')

/** What the words named is done once: a second one like it wasn't asked for. */
const keyOf = ({ capabilityId, tool, arguments: args }: FlowingCall): string => {
  const isText = isContent(tool)
  return `${capabilityId} ${canonicalize(leavesOf(args).filter((leaf) => !isText(leaf))) ?? ''}`
}

/**
 * Whether a value is the owner's choice: they said it, the tool has it by default, it is a thing of the service that they named, or what they
 * named was looked up in what is their own.
 */
export const namedBy = (
  { capabilityId, inputSchema }: FlowingCall,
  flow: CallFlow,
): ((leaf: Leaf) => boolean) => {
  const { words, own, foreign } = flow
  // Only a server itself says which of its records is called what: another's page may list the same name with another id.
  const recordsOf = once(() =>
    [...own(), ...foreign()].flatMap(({ of, output }) =>
      of === counterpartOf(capabilityId) ? [output] : [],
    ),
  )
  const beginnings = once(() => beginningsIn(words))
  const lookups = once(() =>
    own().filter(({ asked }) => asked.length > 0 && asked.every((one) => names(words, one))),
  )
  return ({ name, value }) => {
    const { standard, members } = declaredOf(inputSchema, name)
    if (value === null || value === '' || value === standard) return true
    const text = value.toString()
    const isNumberOfThing = ID_NAME.test(name) && /^\d{1,6}$/u.test(text)
    if (isNumberOfThing ? namesNumbered(words, text, nounOf(name)) : names(words, text)) return true
    if (namesDay(words, text)) return true
    if (members.includes(value) && isShortFor(words, text, name)) return true
    if (ID_NAME.test(name) && isIdOfNamed(words, text, recordsOf())) return true
    if (beginnings().length > 0 && isOnlyBeginningSo(beginnings(), text, recordsOf())) return true
    return lookups().some(({ output }) =>
      leavesOf(output).some((leaf) => names((leaf.value ?? '').toString(), text)),
    )
  }
}

const once = <T>(make: () => T): (() => T) => {
  let made: { readonly value: T } | null = null
  return () => (made ??= { value: make() }).value
}

/** Whether a value begins as the message says, and of all that its service has returned, nothing else does. */
const isOnlyBeginningSo = (
  beginnings: readonly string[],
  text: string,
  records: readonly unknown[],
): boolean => {
  const said = beginnings.filter((beginning) => beginsWith(text, beginning))
  if (said.length === 0) return false
  const listed = new Set(records.flatMap((record) => leavesOf(record).map(({ value }) => String(value))))
  return (
    listed.has(text) &&
    said.some((beginning) => [...listed].every((one) => one === text || !beginsWith(one, beginning)))
  )
}

/** What a schema says of an argument: its default, and the closed list it is taken from. */
export const declaredOf = (
  { properties, $defs: defs }: Readonly<Record<string, unknown>>,
  name: string,
): { readonly standard: unknown; readonly members: readonly unknown[] } => {
  const property = isRecord(properties) ? properties[name] : undefined
  if (!isRecord(property)) return { standard: undefined, members: [] }
  const { $ref: ref, default: standard } = property
  const named = typeof ref === 'string' && isRecord(defs) ? defs[ref.replace('#/$defs/', '')] : property
  const members = isRecord(named) ? named['enum'] : undefined
  return { standard, members: Array.isArray(members) ? members : [] }
}

/** `r`, of a `permission`, is short for what “read permissions” says. */
const isShortFor = (words: string, member: string, name: string): boolean => {
  const said = words.toLowerCase().match(/\p{L}+/gu) ?? []
  const noun = name.toLowerCase()
  return said.some(
    (word, at) => word.startsWith(member.toLowerCase()) && (said[at + 1] ?? '').startsWith(noun),
  )
}
