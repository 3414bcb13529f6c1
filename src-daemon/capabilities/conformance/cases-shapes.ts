import { isDeepStrictEqual } from 'node:util'
import { isRecord } from '../../platform/is-record.ts'
import { usableSchema } from '../../schemas/index.ts'
import { inapplicable, listOf, must, should, short, type Case, type Probe } from './case.ts'
import { manifestExtras, manifestProblems } from './shapes.ts'

const ID = /^(?:acp:[^/\s]+(?:\/\S+)?|mcp:[^/\s]+\/\S+|skill:[^/\s]+\/\S+)$/
const SEMVER = /^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?$/

const items = ({ listed }: Pick<Probe, 'listed'>): readonly unknown[] => listOf(listed)

const ofEach = (probe: Probe, problems: (manifest: Record<string, unknown>) => readonly string[]): string[] =>
  items(probe)
    .filter(isRecord)
    .flatMap((item) => problems(item).map((problem) => `${nameOf(item)}: ${problem}`))

const nameOf = (item: Record<string, unknown>): string =>
  `${short(item['capability_id'])}@${short(item['version'])}`.replaceAll('"', '')

/** C: the shapes of listed manifests. */
export const shapeCases: readonly Case[] = [
  must('C1', 'list returns a list of manifests, each with every field in its type', (probe) => {
    if (!Array.isArray(probe.listed)) return [`list returned ${short(probe.listed)}`]
    return items(probe).flatMap((item) =>
      isRecord(item)
        ? manifestProblems(item).map((problem) => `${nameOf(item)}: ${problem}`)
        : [`a manifest is ${short(item)}`],
    )
  }),
  must('C2', 'each pair of id and version is listed once', (probe) => {
    const names = items(probe).filter(isRecord).map(nameOf)
    return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))].map(
      (name) => `${name} is listed more than once`,
    )
  }),
  must('C3', "a field of one's own is called x_…", (probe) => ofEach(probe, manifestExtras)),
  must('C4', 'input_schema can be used without a network', (probe) => unusableOf(probe, 'input_schema')),
  must('C5', 'output_schema is null or can be used without a network', (probe) =>
    unusableOf(probe, 'output_schema'),
  ),
  must('C6', 'a tool has no prompt and no resources', (probe) => {
    const tools = probe.manifests.filter(({ kind }) => kind === 'tool')
    if (tools.length === 0) return inapplicable('no tool is listed')
    return tools
      .filter(({ prompt_template: prompt, resources }) => prompt !== null || (resources ?? []).length > 0)
      .map((tool) => `${nameOf(tool)} has one`)
  }),
  must('C7', 'ids are acp:<name>[/<tool>], mcp:<source>/<tool> or skill:<source>/<name>', (probe) =>
    ofEach(probe, ({ capability_id: id }) =>
      typeof id === 'string' && ID.test(id) ? [] : ['is no such id'],
    ),
  ),
  must('C8', 'list returns the same every time', async (probe) =>
    isDeepStrictEqual(await probe.adapter.list(), probe.listed) ? [] : ['the second list is another one'],
  ),
  should('C9', 'versions are semantic versions', (probe) =>
    ofEach(probe, ({ version }) =>
      typeof version === 'string' && SEMVER.test(version) ? [] : ['is no semantic version'],
    ),
  ),
  should('C10', 'output_schema is given', (probe) =>
    ofEach(probe, ({ output_schema: schema }) => (schema === null ? ['promises nothing'] : [])),
  ),
]

const unusableOf = async (probe: Probe, which: 'input_schema' | 'output_schema'): Promise<string[]> => {
  const problems: string[] = []
  for (const item of items(probe).filter(isRecord)) {
    const problem =
      which === 'output_schema' && item[which] === null ? null : await unusable(probe, item, which)
    if (problem !== null) problems.push(`${nameOf(item)}: ${problem}`)
  }
  return problems
}

/** A part that can't be checked is no problem if the manifest says so (`x_unchecked`). */
const unusable = async (
  { schemas }: Pick<Probe, 'schemas'>,
  manifest: Record<string, unknown>,
  which: 'input_schema' | 'output_schema',
): Promise<string | null> => {
  const { [which]: schema, x_unchecked: told } = manifest
  if (!isRecord(schema)) return 'is no JSON Schema'
  try {
    await schemas.check(schema, {})
    const untold = usableSchema(schema).unchecked.find(
      ({ pointer }) => !listOf(told).includes(which + pointer),
    )
    return untold === undefined ? null : `cannot be used: ${untold.pointer} ${untold.found}`
  } catch (thrown) {
    return `cannot be used: ${thrown instanceof Error ? thrown.message : String(thrown)}`
  }
}
