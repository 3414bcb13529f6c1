import { expect, it } from 'vitest'
import { definitionHash } from '../records/definitions.ts'
import { useScriptedServers } from '../../testing/use-scripted-servers.ts'

const { servers, add, setScript } = useScriptedServers()

const mail = {
  name: 'mail',
  description: 'Writes to somebody.',
  inputSchema: {
    type: 'object',
    properties: {
      to: { type: 'string', pattern: '^(?!\\.)[^@]+@[^@]+$' },
      from: { $ref: '#/$defs/Address' },
      copies: { type: 'integer', minimum: 'few' },
    },
  },
}

it('the parts of a tool that cannot be checked are listed when it is connected, and afterwards', async () => {
  const { tools } = await add('one', { tools: [mail] })
  const said = [
    'inputSchema/properties/to/pattern isn’t checked: Satchel can’t run the pattern “^(?!\\.)[^@]+@[^@]+$”.',
    'inputSchema/properties/from/$ref isn’t checked: “#/$defs/Address” doesn’t refer to anything in this schema.',
    'inputSchema/properties/copies/minimum isn’t checked: “few” has no meaning there.',
  ]
  expect(tools).toMatchObject([{ name: 'mail', status: 'new', unchecked: said }])
  servers().accept({ uri: 'one', tools })
  expect(servers().get('one')?.tools).toMatchObject([{ status: 'accepted', unchecked: said }])
})

it('a tool is pinned as written, including the parts that are not checked', async () => {
  const { tools } = await add('one', { tools: [mail] })
  servers().accept({ uri: 'one', tools })
  const [offered] = servers().offered()
  expect(offered?.tools).toEqual([mail])
  expect(tools[0]?.sha256).toBe(definitionHash(mail))
  const to = { type: 'string', pattern: '^(?!a)' }
  setScript('one', { tools: [{ ...mail, inputSchema: { type: 'object', properties: { to } } }] })
  await expect(
    servers().call({ serverUri: 'one', action: 'mail', arguments: {}, signal: AbortSignal.timeout(60_000) }),
  ).rejects.toMatchObject({ code: 'server_changed' })
})
