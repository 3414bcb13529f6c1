import type { ContactOperation, ContactProblem } from '../../../contract/agent-contacts.ts'
import { lintText, lookAlikes, textsIn } from '../../../lint/index.ts'
import { sha256Hex } from '../../../platform/sha256.ts'
import { objectSchema, SchemaRefusal, usableSchema } from '../../../schemas/index.ts'
import type { CallableOperation } from '../../contacts/protocol.ts'

type Schema = Readonly<Record<string, unknown>>

/** An operation as an interface describes it. */
export interface FoundOperation extends Pick<
  ContactOperation,
  'title' | 'description' | 'kind' | 'interface' | 'asksAlways'
> {
  readonly name: string
  readonly input: Schema
  /** What the agent returns; null if it doesn't say. */
  readonly output: Schema | null
  readonly how: Readonly<Record<string, unknown>>
}

/** What is read of a description, and what is wrong with it. */
export interface Collected {
  add(place: string, operation: FoundOperation): void
  problem(place: string, code: ContactProblem['code'], detail?: string | null): void
  readonly operations: readonly CallableOperation[]
  readonly problems: readonly ContactProblem[]
}

/** More than a person can review, and the limits of a server's tools (mcp/records). */
const MAX_OPERATIONS = 300
const MAX_PROBLEMS = 100
const MAX_TITLE = 256
const MAX_DESCRIPTION = 16_384
const MAX_DEFINITION = 65_536
const MAX_DETAIL = 200
const NAME = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}$/

/**
 * Collects operations under distinct ids. One that couldn't be checked, that looks like another, or whose texts say something to a
 * model that no honest text says, is left out and reported.
 */
export const createCollected = (): Collected => {
  const operations: CallableOperation[] = []
  const problems: ContactProblem[] = []
  const ids = new Set<string>()
  const names = new Set<string>()

  const problem: Collected['problem'] = (place, code, detail = null) => {
    if (problems.length < MAX_PROBLEMS)
      problems.push({ place, code, detail: detail === null ? null : detail.slice(0, MAX_DETAIL) })
  }

  return {
    operations,
    problems,
    problem,
    add: (place, found) => {
      if (operations.length >= MAX_OPERATIONS) {
        if (operations.length === MAX_OPERATIONS) problem(place, 'too_many', String(MAX_OPERATIONS))
        return
      }
      const { name, input, output, how, ...rest } = found
      const id = distinct(plainName(name), ids)
      const wrapped = output === null ? null : objectSchema(output)
      const operation: CallableOperation = {
        ...rest,
        id,
        title: found.title.trim().slice(0, MAX_TITLE) || name.slice(0, MAX_TITLE),
        input,
        output: wrapped?.schema ?? null,
        how: { ...how, ...(wrapped?.isWrapped === true && { wraps: true }) },
      }
      const alike = lookAlikes([...names].filter((one) => one !== name).concat(name)).get(name)
      const against =
        alike === undefined ? reasonAgainst(operation) : { code: 'looks_alike' as const, detail: alike }
      if (against !== null) {
        problem(place, against.code, against.detail)
        return
      }
      ids.add(id)
      names.add(name)
      operations.push(operation)
    },
  }
}

const reasonAgainst = (operation: CallableOperation): Pick<ContactProblem, 'code' | 'detail'> | null => {
  const { title, description, input, output } = operation
  const size = JSON.stringify({ title, description, input, output }).length
  if (description.length > MAX_DESCRIPTION || size > MAX_DEFINITION)
    return { code: 'operation_unreadable', detail: 'too_long' }
  const said = lintText(textsIn({ title, description, input, output }).join('\n')).find(
    ({ severity }) => severity === 'error',
  )
  if (said !== undefined) return { code: 'says_to_model', detail: said.found }
  for (const [schema, use] of [
    [input, 'arguments'],
    [output, 'value'],
  ] as const)
    try {
      if (schema !== null) usableSchema(schema, use)
    } catch (thrown) {
      if (!(thrown instanceof SchemaRefusal)) throw thrown
      return { code: 'schema_unusable', detail: thrown.sentence }
    }
  return null
}

/** A name as an id holds it: any other keeps its plain characters and gets part of its hash. */
const plainName = (name: string): string =>
  NAME.test(name)
    ? name
    : `${name.replaceAll(/[^A-Za-z0-9_.-]+/g, '_').slice(0, 60)}_${sha256Hex(name).slice(0, 8)}`.replace(
        /^[.-]+/,
        '_',
      )

const distinct = (name: string, taken: ReadonlySet<string>): string => {
  let id = name
  for (let number = 2; taken.has(id); number += 1) id = `${name}-${String(number)}`
  return id
}
