import { canonicalizeAgentCard, type AgentCard } from '@a2a-js/sdk'
import canonicalize from 'canonicalize'
import { isRecord } from '../../../platform/is-record.ts'
import type { JsonObject, ReadCard } from './read-card.ts'

/**
 * The texts that a signature of a card may be over, most exact first. All leave out `signatures`. They differ in what else they
 * leave out, because signers do: nothing, members with nothing in them, or defaults as protobuf and pydantic know them. No form
 * leaves out what we read, so a member added to a signed card either breaks the signature or changes nothing.
 */
export const canonicalForms = ({ json, generation }: ReadCard): readonly string[] => {
  const { signatures: _, ...unsigned } = json
  const forms = [canonicalOf(unsigned), canonicalOf(withoutEmpty(unsigned) ?? {})]
  if (generation === '1.0') forms.push(...protobufForms(json))
  else forms.push(canonicalOf(withoutEmpty(withoutDefaults(unsigned)) ?? {}))
  return [...new Set(forms.filter((form) => form !== null))]
}

/** Null for values that JSON can't hold. */
const canonicalOf = (value: unknown): string | null => {
  try {
    return canonicalize(value) ?? null
  } catch {
    return null
  }
}

/**
 * As the SDKs write it, and as the specification does (8.4.1), which keeps required members that are empty. Both drop members that
 * version 1.0 doesn't have, which therefore mustn't be read from such a card.
 */
const protobufForms = (json: JsonObject): (string | null)[] => {
  const text = sdkForm(json)
  if (text === null) return []
  const value: unknown = JSON.parse(text)
  return [text, canonicalOf(isRecord(value) ? withRequired(value, json) : value)]
}

/** Null for a card that the SDK can't read. */
const sdkForm = (json: JsonObject): string | null => {
  try {
    return canonicalizeAgentCard(json as unknown as AgentCard)
  } catch {
    return null
  }
}

const REQUIRED = [
  'name',
  'description',
  'version',
  'capabilities',
  'defaultInputModes',
  'defaultOutputModes',
  'skills',
]
const REQUIRED_OF_SKILL = ['id', 'name', 'description', 'tags']

/** Puts back what is required and empty. */
const withRequired = (value: JsonObject, json: JsonObject): JsonObject => {
  const skills = json['skills']
  const completed = Array.isArray(value['skills'])
    ? value['skills'].map((skill: unknown, index) =>
        isRecord(skill) && Array.isArray(skills) && isRecord(skills[index])
          ? { ...emptyOf(skills[index], REQUIRED_OF_SKILL), ...skill }
          : skill,
      )
    : undefined
  return { ...emptyOf(json, REQUIRED), ...value, ...(completed === undefined ? {} : { skills: completed }) }
}

const emptyOf = (json: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = json[name]
      if (value === '') return [[name, '']]
      if (Array.isArray(value)) return value.length === 0 ? [[name, []]] : []
      return isRecord(value) && withoutEmpty(value) === undefined ? [[name, {}]] : []
    }),
  )

/** The same without empty texts, lists and objects, at any depth; undefined if nothing is left. */
const withoutEmpty = (value: unknown): unknown => {
  if (value === '' || value === null) return undefined
  if (Array.isArray(value)) {
    const items = value.map(withoutEmpty).filter((item) => item !== undefined)
    return items.length === 0 ? undefined : items
  }
  if (!isRecord(value)) return value
  const members = Object.entries(value)
    .map(([name, member]) => [name, withoutEmpty(member)] as const)
    .filter(([, member]) => member !== undefined)
  return members.length === 0 ? undefined : Object.fromEntries(members)
}

/** The Python SDK before 1.0 signs a card without what is as it would be anyway. */
const withoutDefaults = (card: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(card).filter(
      ([name, value]) =>
        !(name === 'preferredTransport' && value === 'JSONRPC') &&
        !(name === 'protocolVersion' && value === '0.3.0'),
    ),
  )
