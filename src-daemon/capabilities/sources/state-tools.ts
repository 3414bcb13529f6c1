import { z } from 'zod'
import type { AcpPackage } from '../../contract/packages.ts'
import type { StateAccess, StateService } from '../../state/types.ts'
import { jsonObjectSchema, type ChangeRef, type StateObject } from '../../contract/state.ts'
import { joined, labelled, type Label } from '../../contract/labels.ts'
import { nearestName } from '../../platform/nearest-name.ts'
import type { SchemaProblem } from '../../schemas/index.ts'
import { InvokeFailure, invalidInput } from '../core/failure.ts'
import type { StateSecrets } from './state-secrets.ts'

/** The built-in tools of asm.md 5, as CAP runs them. */

type StateToolName = 'state.create' | 'state.update' | 'state.query' | 'state.delete'

export interface StateToolInput {
  readonly state: Pick<StateService, 'create' | 'update' | 'delete' | 'query' | 'together' | 'labelOf'>
  readonly acp: AcpPackage
  readonly name: string
  readonly input: Readonly<Record<string, unknown>>
  readonly secrets: StateSecrets
}

/** A parsed call: the permission it needs, and how to run it. */
export interface PreparedStateTool {
  /** `state.create`, …; `state.delete.hard` for deleting for good. */
  readonly action: string
  /** Calls that come at once share one transaction, and with it one flush to the disk. */
  readonly run: (access: StateAccess) => Promise<StateToolOutcome>
}

interface StateToolOutcome {
  readonly output: Record<string, unknown>
  readonly changes: ChangeRef[]
  /** Whose words the output is, and whose of the owner's. */
  readonly integrity: Label['integrity']
  readonly keepers: Label['keepers']
}

const HARD_DELETE = 'state.delete.hard'

const uriArgument = z.string().optional()
const argumentsOf = {
  create: z.strictObject({ schema_uri: uriArgument, object: jsonObjectSchema }),
  update: z.strictObject({
    schema_uri: uriArgument,
    id: z.string(),
    patch: z.union([z.array(z.unknown()), jsonObjectSchema]),
    if_version: z.string().optional(),
  }),
  nestedQuery: z.strictObject({ schema_uri: uriArgument, query: jsonObjectSchema }),
  delete: z.strictObject({
    schema_uri: uriArgument,
    id: z.string(),
    mode: z.enum(['soft', 'hard']).default('soft'),
  }),
}

const objectOutput = {
  id: { type: 'string' },
  version: { type: 'string' },
  object: { type: 'object' },
  _conflicts: { type: 'object', description: 'All concurrent values of a field, by its JSON pointer.' },
  _invalid: { type: 'string', description: 'Why the merged object does not fit its schema any more.' },
}
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
      groups: {
        type: 'array',
        items: { type: 'object' },
        description: 'Instead of items, of a query with group or aggregate.',
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
 * Reads the arguments of a built-in tool on the capability's own state, and changes nothing yet. `schema_uri` may be left out: a package
 * has one schema. Errors: `InvokeFailure` INVALID_INPUT, PERMISSION_DENIED for a hard delete; of `run`: those of the state service.
 */
export const prepareStateTool = (call: StateToolInput): PreparedStateTool => {
  if (call.name === 'state.create') return create(call)
  if (call.name === 'state.update') return update(call)
  if (call.name === 'state.query') return query(call)
  return remove(call)
}

const create = ({ state, acp, name: action, input, secrets }: StateToolInput): PreparedStateTool => {
  const { schema_uri: schemaUri = acp.schemaUri, object } = parse(argumentsOf.create, input)
  const run = async (access: StateAccess): Promise<StateToolOutcome> => {
    secrets.refuseHidden(schemaUri, object)
    const changed = await state.together(() => state.create(access, { schemaUri, object }))
    // It says what the call said.
    return {
      output: shown(changed.object, secrets),
      changes: [changed.change],
      integrity: 'state',
      keepers: [],
    }
  }
  return { action, run }
}

const update = ({ state, acp, name: action, input, secrets }: StateToolInput): PreparedStateTool => {
  const {
    schema_uri: schemaUri = acp.schemaUri,
    id,
    patch,
    if_version: ifVersion,
  } = parse(argumentsOf.update, input)
  const run = async (access: StateAccess): Promise<StateToolOutcome> => {
    secrets.refuseHidden(schemaUri, patch)
    const changed = await state.together(() => state.update(access, { schemaUri, id, patch, ifVersion }))
    const label = keptBy(acp, state.labelOf({ schemaUri, ids: [id] }))
    return { output: shown(changed.object, secrets), changes: [changed.change], ...label }
  }
  return { action, run }
}

const query = ({ state, acp, name: action, input, secrets }: StateToolInput): PreparedStateTool => {
  // Models leave the frame out.
  const { schema_uri: named, query: asked } =
    input['query'] === undefined
      ? { query: input, schema_uri: undefined }
      : parse(argumentsOf.nestedQuery, input)
  // The schema is named here, because a scope may still hold an older version of it.
  const from = named ?? acp.schemaUri
  const run = async (access: StateAccess): Promise<StateToolOutcome> => {
    secrets.refuseAsking(from, asked)
    const { items, groups, cursor } = await state.query(access, asked, { from })
    const output = {
      items: items.map((item) => shown(item, secrets)),
      ...(groups !== undefined && { groups }),
      cursor,
    }
    const label =
      groups === undefined
        ? joined(
            [...Map.groupBy(items, ({ schemaUri }) => schemaUri)].map(([schemaUri, some]) =>
              state.labelOf({ schemaUri, ids: some.map(({ id }) => id) }),
            ),
          )
        : state.labelOf({ schemaUri: from })
    return { output, changes: [], ...keptBy(acp, label) }
  }
  return { action, run }
}

const remove = ({ state, acp, name, input }: StateToolInput): PreparedStateTool => {
  const { schema_uri: schemaUri = acp.schemaUri, id, mode } = parse(argumentsOf.delete, input)
  if (mode === 'hard' && !acp.permissions.require.includes(HARD_DELETE)) {
    throw new InvokeFailure('PERMISSION_DENIED', 'tool_verb_refused', {
      params: { name: acp.title, verb: HARD_DELETE },
    })
  }
  const run = async (access: StateAccess): Promise<StateToolOutcome> => ({
    output: { id, mode },
    changes: [await state.together(() => state.delete(access, { schemaUri, id, mode }))],
    integrity: 'state',
    keepers: [],
  })
  return { action: mode === 'hard' ? HARD_DELETE : name, run }
}

/** What a capability keeps is its own, beside whose it was before. */
const keptBy = ({ name }: AcpPackage, label: Label): Pick<Label, 'integrity' | 'keepers'> => {
  const { integrity, keepers } = joined([label, labelled('state', [`acp:${name}`])])
  return { integrity, keepers }
}

/** `_conflicts` and `_invalid` only where there are any (asm.md 2). */
const shown = (
  { id, version, schemaUri, object, conflicts, invalid }: StateObject,
  { without, withoutConflicts }: StateSecrets,
): Record<string, unknown> => ({
  id,
  version,
  object: without(schemaUri, object),
  ...(conflicts !== undefined && { _conflicts: withoutConflicts(schemaUri, conflicts) }),
  ...(invalid !== undefined && { _invalid: invalid }),
})

const parse = <T>(schema: z.ZodObject & z.ZodType<T>, input: Readonly<Record<string, unknown>>): T => {
  const parsed = schema.safeParse(input)
  if (parsed.success) return parsed.data
  const known = Object.keys(schema.shape)
  throw invalidInput(parsed.error.issues.flatMap((issue) => problemsOf(issue, known)))
}

const problemsOf = (issue: z.core.$ZodIssue, known: readonly string[]): SchemaProblem[] =>
  issue.code === 'unrecognized_keys'
    ? issue.keys.map((name) => ({ pointer: `/${name}`, problem: unknownProblem(name, known) }))
    : [{ pointer: issue.path.map((step) => `/${String(step)}`).join(''), problem: issue.message }]

const unknownProblem = (name: string, known: readonly string[]): string => {
  const near = nearestName(name, known)
  return `unknown, ${near === null ? `possible: ${known.join(', ')}` : `did you mean ${near}?`}`
}
