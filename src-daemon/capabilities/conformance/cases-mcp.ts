import { isDeepStrictEqual } from 'node:util'
import { isRecord } from '../../platform/is-record.ts'
import { versionOf } from '../sources/mcp-manifest.ts'
import {
  called,
  expectFailure,
  inapplicable,
  invoke,
  must,
  short,
  skipped,
  type Case,
  type Probe,
  type Ref,
  type Skipped,
  type Verdict,
} from './case.ts'
import { PLAIN_CONTENT, REFERENCE_TOOLS, REFERENCE_VERSION, type ReferenceTool } from './reference-tools.ts'
import { type Manifest } from './shapes.ts'

/** A tool of the reference server, as the source under test lists it. */
interface Listed {
  readonly source: string
  readonly tool: ReferenceTool
  readonly ref: Ref
  readonly manifest: Manifest | null
}

const DEADLINE_MS = 200

/** M: tools of MCP servers, held against a server whose every word is known. */
export const mcpCases: readonly Case[] = [
  must('M1', 'each tool of a server is a tool mcp:<source>/<tool>', (probe) =>
    eachTool(probe, ({ ref, manifest }) => {
      if (manifest === null) return [`${ref.capability_id} is not listed`]
      return manifest.kind === 'tool' ? [] : [`${called(ref)} is a ${manifest.kind}`]
    }),
  ),
  must('M2', 'inputSchema is input_schema, word for word', (probe) =>
    eachTool(probe, ({ ref, manifest, tool }) =>
      manifest === null || isDeepStrictEqual(manifest.input_schema, tool.inputSchema)
        ? []
        : [`${called(ref)}: ${short(manifest.input_schema)}`],
    ),
  ),
  must('M3', 'outputSchema is output_schema, word for word; null where there is none', (probe) =>
    eachTool(probe, ({ ref, manifest, tool }) =>
      manifest === null || isDeepStrictEqual(manifest.output_schema, tool.outputSchema ?? null)
        ? []
        : [`${called(ref)}: ${short(manifest.output_schema)}`],
    ),
  ),
  must('M4', "a version is the server's, and 12 hex digits of the hash of the tool's definition", (probe) =>
    eachTool(probe, ({ ref, manifest, tool }) => {
      const expected = versionOf(REFERENCE_VERSION, { ...tool, inputSchema: { ...tool.inputSchema } })
      return manifest === null || manifest.version === expected
        ? []
        : [`${called(ref)} instead of ${expected}`]
    }),
  ),
  must('M5', 'structuredContent is the output', (probe) =>
    onEach(probe, 'echo', async ({ ref }) => {
      const { result, problems } = await invoke(probe, ref, { text: 'as it is' })
      if (result === null) return problems
      return isDeepStrictEqual(result.output, { text: 'as it is' })
        ? []
        : [`${called(ref)}: ${short(result.output ?? result.error)}`]
    }),
  ),
  must('M6', 'without structuredContent, the output is {"content": […]}', (probe) =>
    onEach(probe, 'plain', async ({ ref }) => {
      const { result, problems } = await invoke(probe, ref, {})
      if (result === null) return problems
      return isDeepStrictEqual(result.output, { content: PLAIN_CONTENT })
        ? []
        : [`${called(ref)}: ${short(result.output ?? result.error)}`]
    }),
  ),
  must('M7', 'isError is EXECUTION_FAILED', (probe) =>
    onEach(probe, 'fails', ({ ref }) => expectFailure(probe, { ref, input: {} }, 'EXECUTION_FAILED')),
  ),
  must('M8', 'the error -32603 is EXECUTION_FAILED', (probe) =>
    onEach(probe, 'breaks', ({ ref }) => expectFailure(probe, { ref, input: {} }, 'EXECUTION_FAILED')),
  ),
  must('M9', 'structured content that breaks outputSchema is EXECUTION_FAILED', (probe) =>
    onEach(probe, 'lies', ({ ref }) => expectFailure(probe, { ref, input: {} }, 'EXECUTION_FAILED')),
  ),
  must('M10', 'a tool the server does not have is NOT_FOUND', (probe) =>
    onEach(probe, 'echo', ({ source }) =>
      expectFailure(
        probe,
        { ref: { capability_id: `${source}/nothing`, version: '0.0.0' }, input: {} },
        'NOT_FOUND',
      ),
    ),
  ),
  must('M11', 'an input that does not fit never reaches the server', (probe) =>
    onEach(probe, 'echo', async ({ ref, source }) => {
      const before = await runsOf(probe, source, 'echo')
      const problems = await expectFailure(probe, { ref, input: { text: 7 } }, 'INVALID_INPUT')
      const more = (await runsOf(probe, source, 'echo')) - before
      return more === 0 ? problems : [...problems, `${called(ref)} ran`]
    }),
  ),
  must('M12', 'at the deadline the answer is TIMEOUT', (probe) =>
    onEach(probe, 'waits', ({ ref }) =>
      expectFailure(probe, { ref, input: {}, deadlineMs: DEADLINE_MS }, 'TIMEOUT'),
    ),
  ),
  must('M13', '403 of a server is PERMISSION_DENIED', (probe) => {
    const { http } = probe.exercises.mcp
    if (http === undefined) return notConnected(probe, ' over HTTP')
    return onEach(
      probe,
      'forbidden',
      ({ ref }) => expectFailure(probe, { ref, input: {} }, 'PERMISSION_DENIED'),
      [http],
    )
  }),
  must(
    'M14',
    'a tool whose definition has changed is another version, and the one before is not run',
    (probe) =>
      onEach(probe, 'changing', async ({ ref, source }) => {
        const change = async (changed: boolean): Promise<readonly string[]> => {
          const { result, problems } = await invoke(probe, refIn(probe, source, 'change'), { changed })
          if (result === null) return problems
          return result.ok ? [] : [`${source}/change: ${short(result.error)}`]
        }
        const before = await runsOf(probe, source, 'changing')
        const changing = await change(true)
        const refused = await expectFailure(probe, { ref, input: {} }, 'PERMISSION_DENIED', 'NOT_FOUND')
        const more = (await runsOf(probe, source, 'changing')) - before
        return [
          ...changing,
          ...refused,
          ...(await change(false)),
          ...(more === 0 ? [] : [`${called(ref)} ran`]),
        ]
      }),
  ),
  must('M15', 'a lost connection is EXECUTION_FAILED', (probe) =>
    onEach(probe, 'exits', ({ ref }) => expectFailure(probe, { ref, input: {} }, 'EXECUTION_FAILED')),
  ),
]

const sourcesOf = ({ exercises }: Probe): readonly string[] =>
  [exercises.mcp.stdio, exercises.mcp.http].filter((source) => source !== undefined)

const notConnected = ({ manifests }: Pick<Probe, 'manifests'>, how = ''): Skipped =>
  manifests.some(({ capability_id: id }) => id.startsWith('mcp:'))
    ? skipped(`the reference server is not connected${how}: no exercise in "mcp"`)
    : inapplicable('no tool of a server is listed')

const eachTool = (probe: Probe, check: (listed: Listed) => readonly string[]): Verdict => {
  const sources = sourcesOf(probe)
  if (sources.length === 0) return notConnected(probe)
  return sources.flatMap((source) => REFERENCE_TOOLS.flatMap((tool) => check(listedIn(probe, source, tool))))
}

const onEach = async (
  probe: Probe,
  name: string,
  check: (listed: Listed) => Promise<readonly string[]>,
  sources: readonly string[] = sourcesOf(probe),
): Promise<Verdict> => {
  if (sources.length === 0) return notConnected(probe)
  const problems: string[] = []
  for (const source of sources)
    for (const tool of REFERENCE_TOOLS.filter((one) => one.name === name))
      problems.push(...(await check(listedIn(probe, source, tool))))
  return problems
}

const listedIn = (probe: Probe, source: string, tool: ReferenceTool): Listed => {
  const id = `${source}/${tool.name}`
  const manifest = probe.manifests.find(({ capability_id }) => capability_id === id) ?? null
  return { source, tool, manifest, ref: refIn(probe, source, tool.name) }
}

const refIn = ({ manifests }: Probe, source: string, name: string): Ref => {
  const id = `${source}/${name}`
  const version = manifests.find(({ capability_id }) => capability_id === id)?.version ?? '0.0.0'
  return { capability_id: id, version }
}

/** How often the server says it has run a tool. */
const runsOf = async (probe: Probe, source: string, tool: string): Promise<number> => {
  const { result } = await invoke(probe, refIn(probe, source, 'counts'), {})
  const runs = result?.output?.['runs']
  if (!isRecord(runs)) throw new Error(`${source}/counts: ${short(result?.output ?? result?.error)}`)
  return typeof runs[tool] === 'number' ? runs[tool] : 0
}
