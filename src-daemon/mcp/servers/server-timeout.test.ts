import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { appRoot } from '../../platform/app.ts'
import { connectServer } from '../testing/connect-server.ts'
import { openPinnedServers, programOf, type PinnedServers } from '../testing/pinned-servers.ts'

const SERVER = join(appRoot, 'src-daemon/mcp/testing/slow-server.mjs')

let room: PinnedServers
beforeEach(() => {
  room = openPinnedServers()
})
afterEach(() => room.end())

const definition = programOf([process.execPath, SERVER], { read: [join(appRoot, 'src-daemon/mcp/testing')] })
const wait = (ms: number) =>
  room.servers().call({
    serverUri: 'slow',
    action: 'wait',
    arguments: { ms },
    signal: new AbortController().signal,
  })

it('gives a server as long as its owner says, from its first start on', async () => {
  await connectServer(room.servers(), { uri: 'slow', definition, timeoutSeconds: 1 })
  expect(room.servers().get('slow')?.allowed.timeoutSeconds).toBe(1)
  await expect(wait(60_000)).rejects.toMatchObject({ code: 'server_silent', params: { seconds: 1 } })

  await room.again()
  await expect(wait(60_000)).rejects.toMatchObject({ code: 'server_silent', params: { seconds: 1 } })

  await room.servers().allow({ uri: 'slow', timeoutSeconds: 300 })
  expect(await wait(1500)).toEqual({ text: 'done' })

  const view = await room.servers().allow({ uri: 'slow', timeoutSeconds: null, appOrigins: [] })
  expect(view.allowed).toEqual({ sampling: false, logLevel: null, timeoutSeconds: null, appOrigins: [] })
  expect(await wait(1500)).toEqual({ text: 'done' })
}, 60_000)
