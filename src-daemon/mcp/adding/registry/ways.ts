import { SatchelError, toErrorView } from '../../../platform/errors.ts'
import { say } from '../../../text/index.ts'
import type { Language } from '../../../contract/language.ts'
import { endpointPolicy } from '../../transports/endpoint.ts'
import { uriOf } from '../import/names.ts'
import type { ImportedServer, ImportNote } from '../../../contract/server-import.ts'
import { parseServer } from '../../records/rules.ts'
import { refusedVariable, variableRefused } from '../../records/variables.ts'
import { checkedValues } from '../../setup/values.ts'
import type { SetupValues } from '../../../contract/server-setup.ts'
import type { ServerDefinition } from '../../../contract/servers.ts'
import { inputsOf } from './inputs.ts'
import { INDEX_VARIABLE, packageIndex } from '../../pins/package-index.ts'
import type { Described, Package, Remote } from './server-json.ts'
import type { RegistryWay } from '../../../contract/server-registry.ts'

export interface WaysDeps {
  readonly language: () => Language
  readonly env: NodeJS.ProcessEnv
  readonly home: string
  /** Where the system's own settings are; usually `/etc`. */
  readonly system?: string | undefined
}

/** One option for connecting a server, and how to carry it out. */
export interface Way extends RegistryWay {
  /** For a bundle: where it is, and the expected hash of its file. */
  readonly bundle: { readonly url: string; readonly fileSha256: string } | null
  /** Null for a bundle, whose manifest lists its own inputs, and for an option that is not available. */
  readonly plan: ((values: SetupValues) => Promise<ImportedServer>) | null
}

const RUNTIMES = { npm: 'npx', pypi: 'uvx' } as const
const NAMES = {
  npm: /^(?:@[a-z0-9~][a-z0-9._~-]*\/)?[a-z0-9~][a-z0-9._~-]*$/i,
  pypi: /^[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?$/i,
} as const
const VERSION = /^[a-z0-9][a-z0-9.+!-]*$/i

/** All options for connecting a registry's server; those not available come with the reason. */
export const waysOf = (server: Described, deps: WaysDeps): readonly Way[] => [
  ...server.remotes.map((remote, index) => remoteWay(`remote:${String(index)}`, server, remote, deps)),
  ...server.packages.map((one, index) => packageWay(`package:${String(index)}`, server, one, deps)),
]

const remoteWay = (id: string, server: Described, remote: Remote | null, deps: WaysDeps): Way => {
  if (remote === null || !['streamable-http', 'sse'].includes(remote.type))
    return unsupported(id, 'remote', remote?.url ?? '', remote?.type ?? '?', deps)
  const inputs = inputsOf({ named: remote.headers, variables: remote.variables })
  return {
    id,
    kind: 'remote',
    target: remote.url,
    fields: [...inputs.fields],
    problem: null,
    bundle: null,
    plan: async (values) => {
      const filled = inputs.fill(checkedValues(inputs.fields, values, deps))
      const url = filled.text(remote.url)
      // An address on this machine or its network is only accepted if the owner typed it.
      await endpointPolicy(url, { own: false })
      return imported(server, { kind: 'url', url, headers: filled.plain }, filled.sealed, [], deps.language())
    },
  }
}

const packageWay = (id: string, server: Described, one: Package | null, deps: WaysDeps): Way => {
  if (one === null) return unsupported(id, 'other', '', '?', deps)
  const target = one.version === null ? one.identifier : `${one.identifier}@${one.version}`
  const { registryType: type, transport } = one
  if (type === 'mcpb') return bundleWay(id, one, deps)
  if (type !== 'npm' && type !== 'pypi') return unsupported(id, 'other', target, type, deps)
  if (transport.type !== 'stdio') return unsupported(id, type, target, `${type}, ${transport.type}`, deps)
  if (one.runtimeHint !== null && one.runtimeHint !== RUNTIMES[type])
    return unsupported(id, type, target, one.runtimeHint, deps)
  if (!NAMES[type].test(one.identifier) || (one.version !== null && !VERSION.test(one.version)))
    return unsupported(id, type, target, one.identifier, deps)
  const inputs = inputsOf({
    runtime: one.runtimeArguments,
    program: one.packageArguments,
    named: one.environmentVariables,
  })
  const problem = packageProblem(inputs.exposed, one, deps)
  return {
    id,
    kind: type,
    target,
    fields: [...inputs.fields],
    problem,
    bundle: null,
    plan:
      problem !== null
        ? null
        : (values) => {
            const filled = inputs.fill(checkedValues(inputs.fields, values, deps))
            const index = packageIndex(type, { ...deps, named: one.registryBaseUrl })
            // npm would ask whether to download it, and cannot be answered.
            const yes = type === 'npm' && !filled.runtime.includes('-y') ? ['-y'] : []
            const definition = {
              kind: 'command',
              command: RUNTIMES[type],
              args: [...yes, ...filled.runtime, target, ...filled.program],
              env: {
                ...(index?.configured === true ? { [INDEX_VARIABLE[type]]: index.url } : {}),
                ...filled.plain,
              },
              grants: { hosts: index === null ? [] : [index.host] },
            }
            return Promise.resolve(
              imported(
                server,
                definition,
                filled.sealed,
                [
                  ...(index === null ? [] : [{ code: 'package_hosts' as const, what: index.host }]),
                  // Python packages are usually served by another host than their index.
                  ...(index === null || type === 'pypi'
                    ? [{ code: 'downloads' as const, what: RUNTIMES[type] }]
                    : []),
                ],
                deps.language(),
              ),
            )
          },
  }
}

/** Why a package isn't run: secrets that other programs could read, or a variable that no server is given. */
const packageProblem = (
  exposed: readonly string[],
  { environmentVariables }: Package,
  { language }: WaysDeps,
): string | null => {
  if (exposed.length > 0) return say(language(), 'bundle_problem_exposed', { fields: exposed.join(', ') })
  const names = environmentVariables.map(({ name }): [string, string] => [name, ''])
  const refused = refusedVariable(Object.fromEntries(names), undefined)
  return refused === null ? null : toErrorView(variableRefused(refused), language()).message
}

const bundleWay = (id: string, one: Package, deps: WaysDeps): Way => {
  const { identifier: url, fileSha256 } = one
  if (!URL.canParse(url)) return unsupported(id, 'bundle', url, 'mcpb', deps)
  const problem = fileSha256 === null ? say(deps.language(), 'registry_problem_no_hash') : null
  const bundle = fileSha256 === null ? null : { url, fileSha256 }
  return { id, kind: 'bundle', target: url, fields: [], problem, bundle, plan: null }
}

const unsupported = (
  id: string,
  kind: RegistryWay['kind'],
  target: string,
  what: string,
  { language }: WaysDeps,
): Way => ({
  id,
  kind,
  target,
  fields: [],
  problem: say(language(), 'registry_problem_unsupported', { what }),
  bundle: null,
  plan: null,
})

const imported = (
  { entry }: Described,
  definition: unknown,
  sealed: Readonly<Record<string, string>>,
  notes: ImportNote[],
  language: Language,
): ImportedServer => {
  const uri = uriOf(entry.name.split('/').at(-1) ?? entry.name)
  const secrets = Object.entries(sealed).map(([name, value]) => ({ name, value, hint: '' }))
  const rest = { name: entry.title, uri, secrets, notes }
  try {
    const parsed: ServerDefinition = parseServer(uri, definition)
    return { ...rest, definition: parsed, problem: null }
  } catch (thrown) {
    return { ...rest, definition: null, problem: toErrorView(thrown, language).message }
  }
}

/** The option a person chose. Errors: `mcp_registry_unknown`. */
export const wayOf = (ways: readonly Way[], id: string): Way => {
  const found = ways.find((one) => one.id === id)
  if (found === undefined) throw new SatchelError('mcp_registry_unknown', { params: { name: id } })
  return found
}
