import { saidValues, shareChoices } from './choices.ts'
import { type Evidence, labelled, spacedName } from './evidence.ts'
import { saysWord } from './match.ts'
import { escaped } from '../../core/pattern.ts'
import {
  defaultOf,
  isBookkeeping,
  isDid,
  isIdentifier,
  isTags,
  onlyValue,
  type Property,
  propertiesOf,
  readNode,
  type SchemaNode,
  typeOf,
} from './schema.ts'
import { fits, shareTexts } from './texts.ts'

export interface Filled {
  readonly values: Record<string, unknown>
  /** JSON pointers of required values that the message lacks. */
  readonly missing: readonly string[]
}

interface Known {
  readonly value: unknown
}

/** Values for which several properties compete, by the property that gets each. */
interface Shared {
  readonly texts: ReadonlyMap<string, string>
  readonly choices: ReadonlyMap<string, string | number>
}

/**
 * Fills an argument object from a message, by type, format and name of each property. A value is the user's
 * words, a date or number parsed from them, or one that the schema itself gives; every other required value
 * is reported as missing. `fillsItself`: the runtime sets the id and dates of objects (asm.md 3), so they are
 * not asked for.
 */
export const fillArguments = (
  parameters: unknown,
  evidence: Evidence,
  options: { fillsItself: boolean },
): Filled => {
  const missing: string[] = []

  const fillObject = (node: SchemaNode, pointer: string): Record<string, unknown> => {
    const properties = propertiesOf(node).filter(
      ({ name, node: child, required }) => !isBookkeeping(name, child) || (required && !options.fillsItself),
    )
    const shared = {
      texts: shareTexts(properties, evidence),
      choices: shareChoices(properties, evidence),
    }
    const values: Record<string, unknown> = {}
    for (const property of properties) {
      const path = `${pointer}/${property.name.replaceAll('~', '~0').replaceAll('/', '~1')}`
      const known = fillProperty(property, path, properties, shared)
      if (known !== null) values[property.name] = known.value
      else if (property.required) missing.push(path)
    }
    // Required, but without a schema: nothing is known about them.
    for (const name of node.required ?? []) {
      if (!Object.hasOwn(node.properties ?? {}, name)) missing.push(`${pointer}/${name}`)
    }
    return values
  }

  const fillProperty = (
    property: Property,
    path: string,
    siblings: readonly Property[],
    shared: Shared,
  ): Known | null => {
    const { name, node, required } = property
    const only = onlyValue(node)
    if (only !== null) return required || name === 'from' ? only : null
    if (typeOf(node) === 'object' && node.properties !== undefined) {
      const before = missing.length
      const value = fillObject(node, path)
      if (required || Object.keys(value).length > 0) return { value }
      missing.length = before // An optional object without values from the message is left out.
      return null
    }
    return (
      explicit(property, evidence) ??
      byType(property, siblings, evidence, shared) ??
      asKnown(shared.texts.get(name)) ??
      (required ? (defaultOf(node) ?? emptyList(node)) : null)
    )
  }

  const values = fillObject(readNode(parameters), '')
  return { values, missing }
}

/** `name: value` in the message. */
const explicit = ({ name, node }: Property, evidence: Evidence): Known | null => {
  const value = labelled(evidence, name)
  if (value === null) return null
  switch (typeOf(node)) {
    case 'string':
      return node.enum === undefined &&
        (node.format === undefined || node.format === 'text') &&
        fits(node, value)
        ? { value }
        : null
    case 'array': {
      // A labelled value ends at a comma, so a list is read to the end of its line.
      const line = evidence.message.slice(evidence.message.indexOf(value)).split(/[\n;；]/)[0] ?? value
      return typeOf(readNode(node.items)) === 'string' && readNode(node.items).enum === undefined
        ? {
            value: line
              .split(/[,，、]/)
              .map((item) => item.trim())
              .filter((item) => item !== ''),
          }
        : null
    }
    case 'integer':
    case 'number':
      return /^-?\d+(\.\d+)?$/.test(value) ? asNumber(node, Number(value)) : null
    default:
      return null
  }
}

const byType = (
  property: Property,
  siblings: readonly Property[],
  evidence: Evidence,
  { choices }: Shared,
): Known | null => {
  const { name, node, required } = property
  if (node.enum !== undefined) return asKnown(choices.get(name))
  switch (typeOf(node)) {
    case 'boolean':
      return booleanWord(name, evidence.message)
    case 'integer':
    case 'number':
      return numberFor(property, siblings, evidence)
    case 'array':
      return listFor(property, evidence)
    case 'string':
      break
    default:
      return null
  }
  switch (node.format) {
    case 'date':
    case 'date-time':
      return dateFor(property, siblings, evidence)
    case 'uri':
    case 'url':
    case 'iri':
      return asKnown(evidence.urls[siblingIndex(property, siblings)])
    case 'email':
      return asKnown(evidence.emails[siblingIndex(property, siblings)])
    case 'uuid':
      return required ? asKnown(evidence.uuids[siblingIndex(property, siblings)]) : null
    default:
      if (isIdentifier(name))
        return required && evidence.uuids.length === 1 ? asKnown(evidence.uuids[0]) : null
      return isDid(name) && evidence.dids.length === 1 ? asKnown(evidence.dids[0]) : null
  }
}

/** The index of this property among those of the same format: the first address goes to the first one. */
const siblingIndex = ({ name, node }: Property, siblings: readonly Property[]): number =>
  siblings
    .filter((sibling) => sibling.node.format === node.format)
    .findIndex((sibling) => sibling.name === name)

const dateFor = (
  property: Property,
  siblings: readonly Property[],
  { dates, message }: Evidence,
): Known | null => {
  const { name, node, required } = property
  const isDate = (sibling: Property) => sibling.node.format === 'date' || sibling.node.format === 'date-time'
  const fields = siblings.filter(isDate)
  const value = (date: (typeof dates)[number] | undefined) =>
    asKnown(node.format === 'date' ? date?.date : date?.dateTime)
  if (fields.length === 1) return value(dates[0])
  const words = spacedName(name)
    .split(' ')
    .filter((word) => !['at', 'date', 'on', 'time'].includes(word))
  const cues = words.flatMap((word) => DATE_CUES[word] ?? [word])
  const near = dates.find(({ at }) => {
    const before = message.slice(Math.max(0, at - 24), at).toLowerCase()
    return cues.some((cue) => before.includes(cue))
  })
  if (near !== undefined) return value(near)
  const needed = fields.filter((field) => field.required)
  return required && needed.length === dates.length ? value(dates[needed.indexOf(property)]) : null
}

const DATE_CUES: Readonly<Record<string, readonly string[]>> = {
  due: ['due', 'by ', 'until', 'before', 'para el', '截止', 'まで'],
  deadline: ['deadline', 'by ', 'until', 'before'],
  end: ['until', 'to ', 'hasta', 'まで', '到'],
  start: ['from', 'starting', 'desde', 'から', '从'],
}

/** A number next to the property's name; without the name only if it is the only candidate. */
const numberFor = (
  property: Property,
  siblings: readonly Property[],
  { numbers }: Evidence,
): Known | null => {
  const { name, node, required } = property
  const words = spacedName(name)
    .split(' ')
    .filter((word) => word.length > 2)
  const near = numbers.find(
    ({ before, after }) =>
      words.some((word) =>
        new RegExp(`^\\s*${escaped(word.replace(/s$/, ''))}s?(?!\\p{L})`, 'iu').test(after),
      ) ||
      words.some((word) =>
        new RegExp(`(?<!\\p{L})${escaped(word)}\\s*(?:of|is|de|=|:|：)?\\s*[$€£¥]?$`, 'iu').test(before),
      ),
  )
  if (near !== undefined) return asNumber(node, near.value)
  if (!required) return null
  const needed = siblings.filter(
    (one) => one.required && ['integer', 'number'].includes(typeOf(one.node) ?? ''),
  )
  return needed.length === numbers.length ? asNumber(node, numbers[needed.indexOf(property)]?.value) : null
}

const asNumber = (node: SchemaNode, value: number | undefined): Known | null => {
  if (value === undefined || (typeOf(node) === 'integer' && !Number.isInteger(value))) return null
  const inRange = value >= (node.minimum ?? -Infinity) && value <= (node.maximum ?? Infinity)
  return inRange ? { value } : null
}

const listFor = ({ name, node }: Property, { hashtags, message }: Evidence): Known | null => {
  const items = readNode(node.items)
  if (items.enum !== undefined) {
    const said = new Set(saidValues(items.enum, message).map(({ value }) => value))
    return said.size > 0 ? { value: [...said] } : null
  }
  return isTags(name) && typeOf(items) === 'string' && hashtags.length > 0
    ? { value: [...new Set(hashtags)] }
    : null
}

const booleanWord = (name: string, message: string): Known | null => {
  const words = spacedName(name).replace(/^(?:is|has) /, '')
  if (!saysWord(message, words)) return null
  const denied = new RegExp(
    `(?:not|no|non|un|false|不|非|sin)[\\s-]*${escaped(words)}|${escaped(words)}\\s*[:=]?\\s*(?:false|no)\\b`,
    'iu',
  )
  return { value: !denied.test(message) }
}

const emptyList = (node: SchemaNode): Known | null =>
  typeOf(node) === 'array' && (node.minItems ?? 0) === 0 ? { value: [] } : null

const asKnown = (value: string | number | undefined): Known | null => (value === undefined ? null : { value })
