import { z } from 'zod'
import type { AcpPackage } from '../packages/types.ts'
import {
  asmQuerySchema,
  jsonObjectSchema,
  type ChangeRef,
  type StateAccess,
  type StateObject,
  type StateService,
} from '../state/types.ts'
import { InvokeFailure, invalidInput } from './failure.ts'

/** The built-in tools of asm.md 5, as CAP runs them. */

type StateToolName = 'state.create' | 'state.update' | 'state.query' | 'state.delete'

export interface StateToolInput {
  readonly state: Pick<StateService, 'create' | 'update' | 'delete' | 'query'>
  readonly acp: AcpPackage
  readonly access: StateAccess
  readonly name: string
  readonly input: Readonly<Record<string, unknown>>
}

interface StateToolOutcome {
  readonly output: Record<string, unknown>
  readonly changes: ChangeRef[]
}

const HARD_DELETE = 'state.delete.hard'
const AST_KEYS = new Set(Object.keys(asmQuerySchema.shape))

const uriArgument = z.string().optional()
const argumentsOf = {
  create: z.object({ schema_uri: uriArgument, object: jsonObjectSchema }),
  update: z.object({
    schema_uri: uriArgument,
    id: z.string(),
    patch: z.union([z.array(z.unknown()), jsonObjectSchema]),
    if_version: z.string().optional(),
  }),
  query: z.object({ query: jsonObjectSchema.optional() }).catchall(z.unknown()),
  delete: z.object({
    schema_uri: uriArgument,
    id: z.string(),
    mode: z.enum(['soft', 'hard']).default('soft'),
  }),
}

const objectOutput = { id: { type: 'string' }, version: { type: 'string' }, object: { type: 'object' } }
const outputs: Readonly<Record<StateToolName, Record<string, unknown>>> = {
  'state.create': { type: 'object', properties: objectOutput, required: ['id', 'version', 'object'] },
  'state.update': { type: 'object', properties: objectOutput, required: ['id', 'version', 'object'] },
  'state.query': {
    type: 'object',
    properties: {
      items: {
        type: 'array',
        items: { type: 'object', properties: objectOutput, required: ['id', 'version', 'object'] },
      },
      cursor: { type: ['string', 'null'] },
    },
    required: ['items', 'cursor'],
  },
  'state.delete': {
    type: 'object',
    properties: { id: { type: 'string' }, mode: { enum: ['soft', 'hard'] } },
    required: ['id', 'mode'],
  },
}

/** Whether `name` is one of the built-in tools. */
export const isStateTool = (name: string): name is StateToolName => Object.hasOwn(outputs, name)

/** JSON Schema of what a built-in tool returns. */
export const stateOutputSchema = (name: StateToolName): Record<string, unknown> => outputs[name]

/**
 * Runs a built-in tool on the capability's own state. `schema_uri` may be left out: a package has one schema.
 * Errors: `InvokeFailure` INVALID_INPUT, PERMISSION_DENIED for a hard delete, and the errors of the state service.
 */
export const runStateTool = (call: StateToolInput): StateToolOutcome => {
  if (call.name === 'state.create') return create(call)
  if (call.name === 'state.update') return update(call)
  if (call.name === 'state.query') return query(call)
  return remove(call)
}

const create = ({ state, acp, access, input }: StateToolInput): StateToolOutcome => {
  const { schema_uri: schemaUri = acp.schemaUri, object } = parse(argumentsOf.create, input)
  const changed = state.create(access, { schemaUri, object })
  return { output: shown(changed.object), changes: [changed.change] }
}

const update = ({ state, acp, access, input }: StateToolInput): StateToolOutcome => {
  const {
    schema_uri: schemaUri = acp.schemaUri,
    id,
    patch,
    if_version: ifVersion,
  } = parse(argumentsOf.update, input)
  const changed = state.update(access, { schemaUri, id, patch, ifVersion })
  return { output: shown(changed.object), changes: [changed.change] }
}

const query = ({ state, acp, access, input }: StateToolInput): StateToolOutcome => {
  const { query: nested, ...flat } = parse(argumentsOf.query, input)
  const { items, cursor } = state.query(access, overSchema(acp.schemaUri, nested ?? flat))
  return { output: { items: items.map(shown), cursor }, changes: [] }
}

const remove = ({ state, acp, access, input }: StateToolInput): StateToolOutcome => {
  const { schema_uri: schemaUri = acp.schemaUri, id, mode } = parse(argumentsOf.delete, input)
  if (mode === 'hard' && !acp.permissions.require.includes(HARD_DELETE)) {
    throw new InvokeFailure('PERMISSION_DENIED', 'tool_verb_refused', {
      params: { name: acp.title, verb: HARD_DELETE },
    })
  }
  return { output: { id, mode }, changes: [state.delete(access, { schemaUri, id, mode })] }
}

/**
 * The query over the package's own schema; a bare filter means `where` (asm.md 5). Said here, because a scope may still hold
 * an older version of the schema.
 */
const overSchema = (schemaUri: string, query: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.keys(query).every((key) => AST_KEYS.has(key))
    ? { from: schemaUri, ...query }
    : { from: schemaUri, where: { ...query } }

const shown = ({ id, version, object }: StateObject): Record<string, unknown> => ({ id, version, object })

const parse = <T>(schema: z.ZodType<T>, input: Readonly<Record<string, unknown>>): T => {
  const parsed = schema.safeParse(input)
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues.map(({ path, message }) => ({
    pointer: path.map((step) => `/${String(step)}`).join(''),
    problem: message,
  }))
  throw invalidInput(problems)
}
