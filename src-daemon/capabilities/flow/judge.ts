import canonicalize from 'canonicalize'
import { counterpartOf } from '../../platform/told-secrets.ts'
import { isRecord } from '../../platform/is-record.ts'
import type { Effect } from '../../contract/approvals.ts'
import { names, namesDay, namesNumbered } from './named.ts'
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
  const targets = leavesOf(call.arguments).filter((leaf) => !isContent(leaf) && !isNothing(leaf))
  // What takes no target has to be called by its whole name.
  const hasTarget = targets.length > 0 || namesTool(flow.words, call.tool)
  const isNamedFlow =
    outside.length === 0 || (outside.every(isContent) && foreign.every((read) => isNamedRead(flow, read)))
  return hasTarget && isNamedFlow && flow.spend(keyOf(call)) ? null : found(outside)
}

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

/** A value of an argument that is no object or list. */
export interface Leaf {
  /** As a JSON pointer. */
  readonly at: string
  /** The name of the argument or member it belongs to. */
  readonly name: string
  readonly value: string | number | boolean | null
}

export const leavesOf = (value: unknown, at = '', name = ''): readonly Leaf[] => {
  if (Array.isArray(value))
    return value.flatMap((one, index) => leavesOf(one, `${at}/${String(index)}`, name))
  if (isRecord(value))
    return Object.entries(value).flatMap(([key, one]) =>
      leavesOfMember(one, `${at}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`, key),
    )
  return [{ at, name, value: isPlain(value) ? value : null }]
}

/** Names are the tool's, unless they can be anything: then they are values. */
const leavesOfMember = (value: unknown, at: string, key: string): readonly Leaf[] => [
  ...(/^[\p{L}_$][\p{L}\p{N}_$-]{0,60}$/u.test(key) ? [] : [{ at, name: key, value: key }]),
  ...leavesOf(value, at, key),
]

export const isNothing = ({ value }: Leaf): boolean => value === null || value === ''

const isPlain = (value: unknown): value is Leaf['value'] =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' || value === null

/** Arguments that are said or kept, and don't decide about what happens to whom. */
const CONTENT = /^(?:body|content|text|message|description|summary|notes?|comment)$/iu
export const isContent = ({ name, value }: Leaf): boolean => CONTENT.test(name) && typeof value === 'string'

const ADDRESS_NAME = /(?:^|_)(?:url|uri|link|href|host|domain|website|site|address|endpoint)$/iu
const isAddress = ({ name, value }: Leaf): boolean =>
  typeof value === 'string' &&
  (/^[a-z][a-z0-9+.-]*:\/\//iu.test(value) || /^www\./iu.test(value) || ADDRESS_NAME.test(name))

/** The owner named what was read: each text of the call that read it, of which there is one; or it answers a change they agreed to. */
const isNamedRead = ({ words, isConfirmed }: CallFlow, { asked }: Pick<ReadOutput, 'asked'>): boolean =>
  asked.length > 0 && asked.every((text) => names(words, text) || isConfirmed(text))

/** The texts of a call's arguments, without those that say nothing. */
export const textsIn = (args: Readonly<Record<string, unknown>>): readonly string[] =>
  leavesOf(args).flatMap(({ value }) => (typeof value === 'string' && value.trim() !== '' ? [value] : []))

const ID_NAME = /(?:^|_)ids?$/iu
const nounOf = (name: string): string => name.replace(/_?ids?$/iu, '')

/** What the words named is done once: a second one like it wasn't asked for. */
const keyOf = ({ capabilityId, arguments: args }: FlowingCall): string =>
  `${capabilityId} ${canonicalize(leavesOf(args).filter((leaf) => !isContent(leaf))) ?? ''}`

/**
 * Whether a value is the owner's choice: they said it, the tool has it by default, it is a thing of the service that they named, or what they
 * named was looked up in what is their own.
 */
export const namedBy = (
  { capabilityId, inputSchema }: FlowingCall,
  flow: CallFlow,
): ((leaf: Leaf) => boolean) => {
  const { words, own, foreign } = flow
  return ({ name, value }) => {
    const { standard, members } = declaredOf(inputSchema, name)
    if (value === null || value === '' || value === standard) return true
    const text = value.toString()
    const isNumberOfThing = ID_NAME.test(name) && /^\d{1,6}$/u.test(text)
    if (isNumberOfThing ? namesNumbered(words, text, nounOf(name)) : names(words, text)) return true
    if (namesDay(words, text)) return true
    if (members.includes(value) && isShortFor(words, text, name)) return true
    // Only a server itself says which of its records is called what: another's page may list the same name with another id.
    const records = [...own(), ...foreign()].filter(({ of }) => of === counterpartOf(capabilityId))
    if (
      ID_NAME.test(name) &&
      isIdOfNamed(
        words,
        text,
        records.map(({ output }) => output),
      )
    )
      return true
    return own().some(
      ({ asked, output }) =>
        asked.length > 0 &&
        asked.every((one) => names(words, one)) &&
        leavesOf(output).some((leaf) => names((leaf.value ?? '').toString(), text)),
    )
  }
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
