/** Whether a sentence finds its tool among 1,000, and what the tools of an open turn cost. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { createOpenCatalogue } from '../../src-daemon/chat/open/catalogue.ts'
import { likelyTools } from '../../src-daemon/chat/open/likely-tools.ts'
import { createCapabilitySearch } from '../../src-daemon/capabilities/index.ts'
import type { CapabilityManifest } from '../../src-daemon/contract/capabilities.ts'
import type { AcpPackage } from '../../src-daemon/contract/packages.ts'
import { createToolSearch, type SearchedTool } from '../../src-daemon/router/index.ts'
import type { Benchmark, Frame } from '../frame.ts'
import { readClinc150 } from './clinc150.ts'

/** Real tools of many servers: what the searched ones stand among. */
const REAL = join(import.meta.dirname, '../../src-daemon/lint/testdata/honest-descriptions.json')
/** Tools and tasks of an agent benchmark; not part of the repository. */
const AGENTDOJO = process.env['AGENTDOJO'] ?? join(import.meta.dirname, '../../../shared/data/agentdojo')
const ALL = 1_000
const TOP = 5
const EXAMPLES = 10
const WINDOW = 32_768
const PERCENT = 8

const suiteSchema = z.object({
  tools: z.array(z.object({ name: z.string(), description: z.string() })),
  user_tasks: z.array(
    z.object({ prompt: z.string(), ground_truth: z.array(z.object({ function: z.string() })) }),
  ),
})

/** A sentence, and the ids of the tools that would do. */
interface Asked {
  readonly text: string
  readonly right: readonly string[]
}

export const toolSearchRows: Benchmark = async (frame, { quick }) => {
  const clinc = readClinc150()
  if (clinc !== null) {
    const { train, val } = clinc
    const tools = [...Map.groupBy(train, ([, name]) => name)].map(([name, said]) =>
      toolOf(
        name,
        '',
        said.slice(0, EXAMPLES).map(([text]) => text),
      ),
    )
    const asked = val
      .filter((_, at) => !quick || at % 8 === 0)
      .map(([text, name]) => ({ text, right: [idOf(name)] }))
    await searched(frame, 'CLINC150', tools, asked, 10)
  }
  for (const name of ['workspace', 'slack']) {
    const path = join(AGENTDOJO, `${name}.json`)
    if (!existsSync(path)) continue
    const { tools, user_tasks } = suiteSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
    const asked = user_tasks
      .filter(({ ground_truth: calls }) => calls.length > 0)
      .map(({ prompt, ground_truth: calls }) => ({
        text: prompt,
        right: calls.map((call) => idOf(call.function)),
      }))
    await searched(
      frame,
      `AgentDojo ${name}`,
      tools.map((tool) => toolOf(tool.name, tool.description, [])),
      asked,
      null,
    )
  }
  await cost(frame)
}

const searched = (
  frame: Frame,
  set: string,
  tools: readonly SearchedTool[],
  asked: readonly Asked[],
  bar: number | null,
): Promise<void> => {
  const all = amongOthers(tools)
  const search = createToolSearch(() => all)
  const words = createCapabilitySearch(
    all.map(({ id, name, description, owner }) => ({
      capability_id: id,
      name,
      description: [description, ...owner.examples].join(' '),
    })),
  )
  const missed = (find: (text: string) => readonly string[]): number =>
    (100 * asked.filter(({ text, right }) => !find(text).some((id) => right.includes(id))).length) /
    asked.length
  return frame.compare({
    what: `${set}: the right tool of ${String(all.length)} is not in the top ${String(TOP)} (reference: by words)`,
    unit: '%',
    runs: 1,
    ours: () => missed((text) => search.find(text, TOP).map(({ id }) => id)),
    reference: () => missed((text) => words.find(text, TOP).map(({ capability_id: id }) => id)),
    ...(bar === null ? {} : { bar: { atMost: bar } }),
  })
}

const cost = (frame: Frame): Promise<void> => {
  const tokens = (count: number): number => {
    const tools = amongOthers([]).slice(0, count)
    const catalogue = createOpenCatalogue({
      capabilities: { list: () => tools.map(manifestOf), onChange: () => () => undefined },
      packages: {
        get: (name) => tools.find(({ owner }) => owner.name === name)?.owner ?? null,
        onChange: () => () => undefined,
      },
    })
    const { entries, about } = likelyTools({
      catalogue,
      text: 'look up the file and search for the place on the map',
      candidates: [],
      held: [],
      budget: (WINDOW * PERCENT) / 100,
    })
    return Math.ceil(JSON.stringify([...entries.map(({ tool }) => tool), about]).length / 4)
  }
  return frame.compare({
    what: 'tokens of the tools an open turn begins with, of 1,000 installed (reference: of 20)',
    unit: 'tokens',
    runs: 1,
    ours: () => tokens(ALL),
    reference: () => tokens(20),
    bar: { atMostTimesReference: 1.2 },
  })
}

/** The tools, and so many real and made ones that there are 1,000. */
const amongOthers = (tools: readonly SearchedTool[]): readonly SearchedTool[] => {
  const servers = z
    .record(z.string(), z.record(z.string(), z.string()))
    .parse(JSON.parse(readFileSync(REAL, 'utf8')))
  const real = Object.entries(servers).flatMap(([server, described]) =>
    Object.entries(described).map(([name, description]) => toolOf(`${server} ${name}`, description, [])),
  )
  const made = Array.from({ length: ALL }, (_, at) =>
    toolOf(`made_${String(at)}`, `Makes thing ${String(at)} of kind ${String(at % 37)} ready for use.`, []),
  )
  return [...tools, ...real, ...made].slice(0, ALL)
}

const idOf = (name: string): string => `acp:${name.replaceAll(/[^A-Za-z0-9]+/gu, '-').toLowerCase()}/${name}`

const toolOf = (name: string, description: string, examples: readonly string[]): SearchedTool => ({
  id: idOf(name),
  name,
  description,
  owner: ownerOf(name, examples),
})

const manifestOf = ({ id, name, description }: SearchedTool): CapabilityManifest => ({
  capability_id: id,
  version: '1.0.0',
  kind: 'tool',
  name,
  description,
  input_schema: { type: 'object', properties: { text: { type: 'string' } } },
  output_schema: null,
  prompt_template: null,
  resources: null,
  required_permissions: null,
  x_effect: 'none',
})

const ownerOf = (name: string, examples: readonly string[]): AcpPackage => ({
  sha256: name,
  name: idOf(name).slice('acp:'.length).split('/')[0] ?? '',
  capUri: name,
  version: '1.0.0',
  title: name,
  description: '',
  author: { did: '', keyId: '' },
  triggers: [],
  examples,
  memoryScope: '',
  permissions: { require: [], option: [] },
  llmRequirements: { modelFamily: [], minContextWindow: null, requiredFeatures: [] },
  schema: {},
  schemaUri: '',
  prompt: '',
  tools: [],
  bindings: {},
})
