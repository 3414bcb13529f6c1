import { toErrorView } from '../../platform/errors.ts'
import { estimateTokens } from '../../platform/tokens.ts'
import { parametersOf } from '../../schemas/index.ts'
import { say } from '../../text/index.ts'
import type { Language } from '../../contract/language.ts'
import { definitionHash, differencesOf, type ToolDefinition } from '../records/definitions.ts'
import type { LifeState } from '../sessions/supervisor.ts'
import { parameterTexts } from '../records/parameter-texts.ts'
import { lintTool } from '../records/tool-lint.ts'
import { uncheckedIn } from '../records/unchecked.ts'
import type { ServerState, ServerTool } from '../../contract/servers.ts'

/** Tools by name, as accepted or as the server describes them. */
export type Definitions = ReadonlyMap<string, ToolDefinition>

/** Each tool of a server, compared with what was accepted; `seen` is null if the server was not asked yet. */
export const toolsView = (
  accepted: Definitions,
  seen: Definitions | null,
  {
    off,
    acceptedAt,
    refused,
    language,
  }: {
    off: ReadonlySet<string>
    acceptedAt: ReadonlyMap<string, string>
    refused: ReadonlyMap<string, unknown>
    language: Language
  },
): ServerTool[] => {
  const names = [...new Set([...accepted.keys(), ...(seen?.keys() ?? [])])]
    .filter((name) => !refused.has(name))
    .sort()
  return names.flatMap((name) => {
    const before = accepted.get(name)
    const after = seen === null ? before : seen.get(name)
    const shown = after ?? before
    if (shown === undefined) return []
    const status = statusOf(before, after)
    return [
      {
        name,
        title: shown.title ?? null,
        description: shown.description ?? '',
        sha256: definitionHash(shown),
        readOnly: claimsReadOnly(shown),
        status,
        enabled: !off.has(name),
        acceptedAt: acceptedAt.get(name) ?? null,
        tokens: estimateTokens(JSON.stringify(shownToModel(shown))),
        differences:
          before === undefined || after === undefined || before === after
            ? []
            : [...differencesOf(before, after)],
        parameters: status === 'accepted' ? [] : [...parameterTexts(shown)],
        findings: lintTool(shown).map(({ code, found }) => ({
          code,
          message: say(language, `problem_${code}`, { found }),
        })),
        unchecked: uncheckedIn(shown).map(({ schema, pointer, reason, found }) =>
          say(language, `tool_unchecked_${reason}`, { place: `${schema}${pointer}`, found }),
        ),
      },
    ]
  })
}

/** What a model sees of a tool. */
const shownToModel = ({ name, description, inputSchema }: ToolDefinition): object => ({
  name,
  description,
  inputSchema: parametersOf(inputSchema),
})

/** What a server claims about its own tool. */
export const claimsReadOnly = ({ annotations }: ToolDefinition): boolean =>
  annotations?.['readOnlyHint'] === true

/** The same of whether others than its owner write what it works with; by default they do. */
export const claimsClosedWorld = ({ annotations }: ToolDefinition): boolean =>
  annotations?.['openWorldHint'] === false

const statusOf = (
  before: ToolDefinition | undefined,
  after: ToolDefinition | undefined,
): ServerTool['status'] => {
  if (before === undefined) return 'new'
  if (after === undefined) return 'gone'
  if (before === after) return 'accepted'
  return definitionHash(before) === definitionHash(after) ? 'accepted' : 'changed'
}

/** The state of a server's connection, for display. */
export const stateView = (state: LifeState, language: Language): ServerState => {
  switch (state.kind) {
    case 'running': {
      const { server, confinement, limits, pid } = state.session
      return {
        kind: 'running',
        since: state.since.toISOString(),
        server,
        confinement,
        limits,
        pid,
        calls: state.calls,
      }
    }
    case 'waiting':
      return {
        kind: 'waiting',
        until: state.until.toISOString(),
        problem: toErrorView(state.problem, language),
      }
    case 'failed':
      return { kind: 'failed', problem: toErrorView(state.problem, language) }
    default:
      return state
  }
}
