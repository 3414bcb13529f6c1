import { serverOf, type ServersService } from '../../mcp/index.ts'
import type { Language } from '../../contract/language.ts'
import type { AcpPackage, JsonObject } from '../../contract/packages.ts'
import type { PackagesService } from '../../packages/types.ts'
import type { StateService } from '../../state/types.ts'
import { InvokeFailure, withoutHost } from '../core/failure.ts'
import type { CapabilitySource, ReadIntoFields, RunContext } from '../core/types.ts'
import type { Known, KnownTool } from './acp-tools.ts'
import { runAsSkill } from './run-as-skill.ts'
import type { SkillRunner } from './skills.ts'
import { createStateGrounds } from './state-access.ts'
import { createStateSecrets } from './state-secrets.ts'
import { prepareStateTool } from './state-tools.ts'
import { isUiTool, runUiTool } from './ui-tools.ts'
import { wrapOutput } from './wrap.ts'

export interface AcpRunDeps {
  readonly packages: Pick<PackagesService, 'installed' | 'get'>
  readonly state: Pick<StateService, 'create' | 'update' | 'delete' | 'query' | 'together' | 'labelOf'>
  /** No `state.*` call runs without a verified one (asm.md 8). */
  readonly authorizations: Parameters<typeof createStateGrounds>[0]
  /** Runs an `http_get` or `http_post` binding through the network guard. */
  readonly runHttp: (input: {
    binding: JsonObject & { readonly type: string }
    arguments: Readonly<Record<string, unknown>>
    signal: AbortSignal
    /** Names a secret the call uses: it is removed from the result and never written to the activity log. */
    hide: (secret: string) => void
    /** The same for all attempts of one call. */
    idempotencyKey?: string | undefined
    /** Whose binding it is. */
    packageName: string
  }) => Promise<unknown>
  /** Run bindings of further types. */
  readonly runners: Readonly<Record<'wasm' | 'nuwa_a2a', BindingRunner>>
  readonly servers: Pick<ServersService, 'call'>
  readonly language: () => Language
  /** Runs a whole capability. */
  readonly runSkill: SkillRunner
}

/** Runs one type of binding. */
export type BindingRunner = (call: {
  readonly acp: AcpPackage
  readonly binding: JsonObject & { readonly type: string }
  readonly arguments: Readonly<Record<string, unknown>>
  readonly signal: AbortSignal
  readonly idempotencyKey?: string | undefined
  /** Has a text read into fields; null if the package may not. */
  readonly extract: ReadIntoFields | null
}) => Promise<unknown>

/** Runs a tool of an installed package, or the whole capability if `tool` is null. */
export const createAcpRun = (deps: AcpRunDeps) => {
  const { state, runHttp, runners, servers } = deps
  const groundOf = createStateGrounds(deps.authorizations)

  return async (
    { acp }: Known,
    tool: KnownTool | null,
    input: Readonly<Record<string, unknown>>,
    context: RunContext,
  ): ReturnType<CapabilitySource['run']> => {
    if (tool === null) return runAsSkill(deps.runSkill, acp.name, input, context)
    const { name } = tool.declaration
    if (tool.runs === 'state') {
      const secrets = createStateSecrets({ schemaOf: schemaFrom(acp, deps.packages), hide: context.hide })
      const prepared = prepareStateTool({ state, acp, name, input, secrets })
      const { access, used } = await groundOf(acp, { action: prepared.action, input }, context)
      // Signing the authorization may have taken time, and the caller may have given up meanwhile.
      context.signal.throwIfAborted()
      return { ...(await prepared.run(access)), authorization: [...used] }
    }
    if (isUiTool(name)) {
      const { ask } = context
      return { output: await runUiTool(name, input, { ask, language: deps.language() }), changes: [] }
    }
    const binding = acp.bindings[name]
    if (binding === undefined)
      throw new InvokeFailure('NOT_FOUND', 'tool_not_found', { params: { id: name } })
    const { signal, hide, idempotencyKey } = context
    if (tool.runs === 'mcp') {
      const output = await servers
        .call({
          ...serverOf(binding),
          arguments: input,
          signal,
          onQuestion: context.ask,
          onSampling: context.sample,
        })
        .catch((thrown: unknown) => {
          throw withoutHost(thrown)
        })
      return { output, changes: [] }
    }
    if (tool.runs === 'wasm' || tool.runs === 'nuwa_a2a') {
      const extract = acp.permissions.require.includes('model.extract') ? context.extract : null
      const output = await runners[tool.runs]({
        ...{ acp, binding, arguments: input, signal, idempotencyKey, extract },
      })
      return { output: wrapOutput(output), changes: [] }
    }
    const output = await runHttp({
      binding,
      arguments: input,
      signal,
      hide,
      idempotencyKey,
      packageName: acp.name,
    })
    return { output: wrapOutput(output), changes: [] }
  }
}

/** A package's own schema, in any of its versions, or that of another package which shares it. */
const schemaFrom =
  (acp: AcpPackage, packages: AcpRunDeps['packages']) =>
  (schemaUri: string): JsonObject | null => {
    const path = pathOf(schemaUri)
    if (pathOf(acp.schemaUri) === path) return acp.schema
    const other = packages
      .installed()
      .map(({ name }) => packages.get(name))
      .find((one) => one !== null && pathOf(one.schemaUri) === path)
    return other?.schema ?? null
  }

const pathOf = (schemaUri: string): string => schemaUri.split('#', 1)[0] ?? ''
