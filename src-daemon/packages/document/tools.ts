import { isRecord } from '../../platform/is-record.ts'
import type { PackageDocument, Path } from './document.ts'
import { createFieldReader } from './fields.ts'
import type { Findings } from './findings.ts'
import { inlineSchema } from './inline-schema.ts'
import { costProblem, metaSchemaProblems } from './meta-schema.ts'
import { patternProblem } from './pattern.ts'
import type { JsonObject, ToolDeclaration } from '../../contract/packages.ts'

/** Tools that need no binding because Satchel runs them itself. */
export const BUILT_IN_TOOLS = [
  'state.create',
  'state.update',
  'state.query',
  'state.delete',
  'ui.decision',
  'ui.form',
]

/** The permission that a built-in tool needs: a verb of state its own, and those that ask the person `ui.ask`. */
export const permissionOfTool = (name: string): string => (name.startsWith('ui.') ? 'ui.ask' : name)

/** Whether only Satchel may name a tool so. */
export const isReservedName = (name: string): boolean => /^(?:state|ui)\./.test(name)

/** The name a model sees: providers refuse dots (acp.md 7.1). */
export const wireName = (name: string): string => name.replaceAll('.', '__')

/**
 * The declared name of a wire name. Packages may not declare `__`, so the mapping is unambiguous (acp.md
 * 7.1).
 */
export const declaredName = (wire: string): string => wire.replaceAll('__', '.')

/**
 * Reads `tools` (acp.md 7.1, 7.2): names that stay distinct on the wire, parameters with the package's schema
 * inlined.
 */
export const readTools = (
  document: PackageDocument,
  findings: Findings,
  input: { value: unknown; schema: JsonObject },
): ToolDeclaration[] => {
  const read = createFieldReader(document, findings)
  /** Declared names by wire name. */
  const taken = new Map<string, string>()
  /** The first name of each group of look-alikes. */
  const likenesses = new Map(BUILT_IN_TOOLS.map((name) => [skeleton(name), name]))

  const readTool = (item: unknown, index: number): ToolDeclaration[] => {
    const path: Path = ['tools', index]
    const outer = read.fields(path, item)
    if (outer === null) return []
    read.unknown(path, outer, ['type', 'function'])
    if (outer['type'] !== 'function') {
      const found = JSON.stringify(outer['type'] ?? null)
      findings.error('invalid_value', document.place([...path, 'type']), { found, expected: 'function' })
    }
    const inner = read.fields([...path, 'function'], outer['function'])
    if (inner === null) return []
    read.unknown([...path, 'function'], inner, ['name', 'description', 'parameters', 'strict'])
    const at = (key: string): Path => [...path, 'function', key]
    const name = read.text(at('name'), inner['name'])
    if (name !== '') checkName(name, at('name'))
    const description = read.text(at('description'), inner['description'], { max: 2000 })
    return [{ name, description, parameters: readParameters(at('parameters'), inner['parameters']) }]
  }

  const checkName = (name: string, path: Path): void => {
    const place = document.place(path)
    const wire = wireName(name)
    const likeness = skeleton(name)
    const isReserved = isReservedName(name) && !BUILT_IN_TOOLS.includes(name)
    if (!/^[A-Za-z][A-Za-z0-9_.-]*$/.test(name) || name.includes('__') || wire.length > 64 || isReserved) {
      const expected = isReserved ? BUILT_IN_TOOLS.join(', ') : '[A-Za-z][A-Za-z0-9_.-]*, ≤ 64'
      findings.error('invalid_tool_name', place, { found: name, expected })
    } else if (taken.has(wire)) {
      findings.error('duplicate_tool', place, { found: name })
    } else {
      const alike = likenesses.get(likeness)
      if (alike !== undefined && alike !== name)
        findings.error('confusable_tool', place, { found: name, expected: `≠ ${alike}` })
    }
    taken.set(wire, name)
    if (!likenesses.has(likeness)) likenesses.set(likeness, name)
  }

  const readParameters = (path: Path, value: unknown): JsonObject => {
    if (value === undefined) return { type: 'object', properties: {} }
    const parameters = read.fields(path, value)
    if (parameters === null) return {}
    const place = document.place(path)
    if (parameters['type'] !== 'object') {
      const found = JSON.stringify(parameters['type'] ?? null)
      findings.error('wrong_type', document.place([...path, 'type']), { found, expected: 'object' })
    }
    const inlined = inlineSchema(parameters, input.schema, patternProblem)
    for (const { code, found } of inlined.problems)
      findings.error(code, place, { found, expected: '#/schema' })
    if (inlined.problems.length === 0) checkMetaSchema(path, inlined.parameters)
    return inlined.parameters
  }

  const checkMetaSchema = (path: Path, parameters: JsonObject): void => {
    const costly = costProblem(parameters)
    if (costly !== null) {
      const found = `#/${costly.at.join('/')} ${costly.problem}`
      findings.error('costly_schema', document.place([...path, ...asPath(costly.at)]), { found })
      return
    }
    for (const { at, problem, expected } of metaSchemaProblems(parameters)) {
      const found = `${at.join('.')} ${problem}`
      findings.error('invalid_parameters', document.place([...path, ...asPath(at)]), { found, expected })
    }
  }

  return read.list(['tools'], input.value).flatMap(readTool)
}

/**
 * Reduces a name so that look-alikes become equal: without separators and case, with `0`/`o`, `1`/`l`/`i`
 * merged.
 */
const skeleton = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[._-]/g, '')
    .replaceAll('0', 'o')
    .replaceAll(/[1i]/g, 'l')
    .replaceAll('rn', 'm')

/** A JSON pointer's steps as a document path, in which a number is a list index. */
const asPath = (at: readonly string[]): Path => at.map((part) => (/^\d+$/.test(part) ? Number(part) : part))

/** The names a tool's arguments can have. */
export const parameterNames = ({ parameters }: ToolDeclaration): string[] =>
  isRecord(parameters['properties']) ? Object.keys(parameters['properties']) : []
