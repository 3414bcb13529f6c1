import { afterEach, beforeEach, expect, it } from 'vitest'
import { OWNER, runConformance } from '../capabilities/index.ts'
import type { MeantCall } from './core/turn-tools.ts'
import { createOpenCatalogue } from './open/catalogue.ts'
import { createOpenTools } from './open/open-tools.ts'
import { makeHome, openChat, packageOf, say, scriptedModel } from '../testing/chat.ts'

let home: ReturnType<typeof makeHome>
let opened: ReturnType<typeof openChat>
beforeEach(() => {
  home = makeHome()
})
afterEach(async () => {
  await opened.close()
  home.remove()
})

const text = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] }
const tool = (name: string) => ({
  name,
  description: `The tool ${name}. It has more to say.`,
  parameters: text,
})
const NAMES = ['echo', 'slow', 'fails', 'word']
const demo = packageOf('demo', [{ type: 'keyword', value: 'demo' }], [], {
  tools: NAMES.map(tool),
  bindings: Object.fromEntries(
    NAMES.map((name) => [name, { type: 'http_get', url: `https://example.org/${name}` }]),
  ),
})

it('CAP as the three tools of an open turn passes the conformance suite', async () => {
  let runs = 0
  opened = openChat({
    path: home.path,
    model: scriptedModel(() => [say('ok')]),
    packages: [demo, packageOf('note', [], ['state.create', 'state.query'])],
    runHttp: async ({ arguments: { text: said } }) => {
      runs += 1
      if (said === 'fails') throw new Error('no')
      if (said === 'slow') await new Promise((resolve) => setTimeout(resolve, 300))
      return said === 'word' ? 'word' : { text: said }
    },
  })
  const { capabilities } = opened
  const catalogue = createOpenCatalogue({
    capabilities,
    packages: {
      get: (name) => (name === 'demo' ? demo : packageOf(name, [], [])),
      onChange: () => () => undefined,
    },
  })
  const read = (name: string, args: Readonly<Record<string, unknown>>): MeantCall =>
    createOpenTools({ catalogue, atOnce: [], history: [], refusal: 'alone', withCap: true, plan: null }).read(
      {
        name,
        arguments: args,
      },
    )
  const answer = (name: string, args: Readonly<Record<string, unknown>>): unknown => {
    const meant = read(name, args)
    if (meant.kind !== 'answer') throw new Error(`${name} runs something`)
    return meant.result.error ?? meant.result.output
  }
  const found = (offset: number): { capability_id: string; version: string }[] => {
    const { capabilities: page } = answer('capability_search', { query: '', limit: 3, offset }) as {
      capabilities: { capability_id: string; version: string }[]
    }
    return page.length === 0 ? [] : [...page, ...found(offset + page.length)]
  }
  const describe = (id: string, version: string): unknown => answer('capability_describe', { id, version })
  const call = (name: string) => ({ capability_id: `acp:demo/${name}`, input: { text: name } })
  const report = await runConformance({
    source: 'the tools of an open turn',
    now: () => new Date(),
    adapter: {
      list: () => Promise.resolve(found(0).map(({ capability_id: id, version }) => describe(id, version))),
      describe: (id, version) => Promise.resolve(describe(id, version)),
      invoke: async ({ capability_id: id, version }, input, { deadlineMs }) => {
        const meant = read('capability_invoke', { id, version, input })
        if (meant.kind === 'answer') return meant.result
        if (meant.kind === 'unknown') throw new Error('no such tool')
        return capabilities.invoke(meant.tool.ref, meant.arguments, {
          caller: 'internal',
          principal: OWNER,
          turn: { conversationId: 'c', turnId: 't', callId: id },
          ...(deadlineMs === null ? {} : { deadlineMs }),
        })
      },
      counts: () => Promise.resolve({ runs, results: runs }),
    },
    exercises: {
      good: [{ ...call('echo'), output: { text: 'echo' } }],
      failing: [call('fails')],
      wrapped: [{ ...call('word'), value: 'word' }],
      slow: [{ ...call('slow'), settlesMs: 300 }],
      hidden: ['example.org'],
    },
  })
  const failed = report.cases.filter(({ outcome }) => outcome === 'failed' || outcome === 'warned')
  expect(failed).toEqual([])
  expect(report.totals.passed).toBeGreaterThan(20)
})
