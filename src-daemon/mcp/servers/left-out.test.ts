import { expect, it } from 'vitest'
import { useScriptedServers } from '../../testing/use-scripted-servers.ts'

const { servers, add, setScript } = useScriptedServers()

const act = { name: 'act', description: 'Acts.' }

it('invalid parts of a list are named on the card, and nothing else is left out', async () => {
  const odd = { name: 'odd', description: { text: 'Is odd.' }, inputSchema: null }
  const nameless = { description: 'Has no name.' }
  const view = await add('one', { tools: [act, odd, nameless, { ...act }] })
  expect(view.tools.map(({ name }) => name)).toEqual(['act', 'odd'])
  expect(view.refused).toEqual([{ name: 'act', reason: 'same_name', like: null, problem: null }])
  const entries = [
    { kind: 'tool', name: 'odd', field: 'description', whole: false },
    { kind: 'tool', name: null, field: 'name', whole: true },
    { kind: 'tool', name: 'odd', field: 'inputSchema', whole: false },
  ]
  expect(view.leftOut).toMatchObject(entries)
  expect(view.leftOut.map(({ message }) => message)).toEqual([
    'The tool odd: description isn’t of the type MCP specifies and was left out.',
    'The tool (no name) was left out: name is missing.',
    'The tool odd: inputSchema is missing.',
  ])
  expect(
    servers()
      .logs('one')
      .map(({ text }) => text),
  ).toContain('The tool (no name) was left out: name is missing.')

  setScript('one', { tools: [act] })
  expect((await servers().test('one')).leftOut).toEqual([])
  expect(servers().get('one')).toMatchObject({ leftOut: [], refused: [] })
})

it('a tool without an input schema has no arguments', async () => {
  const { tools } = await add('one', { tools: [{ ...act, inputSchema: 'anything' }] })
  servers().accept({ uri: 'one', tools })
  const call = { serverUri: 'one', action: 'act', signal: AbortSignal.timeout(60_000) }
  expect(await servers().call({ ...call, arguments: {} })).toEqual({ text: 'act {}' })
  const [offered] = servers().offered()[0]?.tools ?? []
  expect(offered?.inputSchema).toEqual({ type: 'object', properties: {}, additionalProperties: false })
})
