import { parseJSONRPCMessage } from '@modelcontextprotocol/client'
import { expect, it } from 'vitest'
import { spawnHeld } from '../../platform/processes.ts'
import { toErrorView } from '../../platform/errors.ts'
import { endFailure } from './failure.ts'
import { createProcessTransport } from './process-transport.ts'
import { createServerLog } from './server-log.ts'
import { createMessageReader } from '../wire/messages.ts'
import { createOpenRequests } from '../wire/open-requests.ts'

/** Closes its output, says so, and exits much later with the reason. */
const CLOSES_FIRST = `
  require('node:fs').closeSync(0)
  process.stderr.write('closed\\n')
  setTimeout(() => { process.stderr.write('why it ended\\n'); process.exit(1) }, 400)
`
const MESSAGE = { jsonrpc: '2.0', id: 1, method: 'ping' } as const

const started = async (source: string) => {
  const log = createServerLog(() => new Date())
  const held = await spawnHeld(
    { command: process.execPath, args: ['-e', source], env: {}, cwd: '/' },
    { diesWithParent: true },
  )
  const transport = createProcessTransport({
    held,
    reader: createMessageReader(createOpenRequests(), parseJSONRPCMessage),
    log,
    memoryBytes: 1024 ** 3,
  })
  await transport.start()
  return { log, held, transport }
}

it('reports how a program ended before it reports a closed pipe', async () => {
  const { log, transport } = await started(CLOSES_FIRST)
  await expect.poll(() => log.tail(), { timeout: 10_000 }).toContain('closed')
  // The pipe is closed, and the program is still running: the system reports EPIPE first.
  const order: string[] = []
  const sending = transport.send(MESSAGE).catch((thrown: unknown) => {
    order.push('send')
    return thrown
  })
  const end = await transport.ended.finally(() => order.push('ended'))
  expect(await sending).toMatchObject({ code: 'EPIPE' })
  expect(order).toEqual(['ended', 'send'])
  expect(transport.isOver()).toBe(true)
  const failure = endFailure(end, {
    server: 'test',
    command: null,
    stderr: log.tail(),
    calling: false,
  })
  expect(failure).toMatchObject({ code: 'server_ended', params: { how: 'exit_code', exitCode: '1' } })
  expect(toErrorView(failure, 'ja').message).toContain('終了コード 1')
  expect(failure.details).toMatchObject({ stderr: 'closed\nwhy it ended' })
})

it('has read what a program wrote last once it has ended', async () => {
  const many = 400
  const { log, transport } = await started(
    `for (let n = 1; n <= ${String(many)}; n += 1) process.stderr.write('line ' + n + ' ' + 'x'.repeat(500) + '\\n'); process.exitCode = 3`,
  )
  await transport.ended
  expect(log.lines().at(-1)?.text).toContain(`line ${String(many)} `)
})

it('does not wait for ever for a program that closed its end and goes on', async () => {
  const { log, held, transport } = await started(`
    require('node:fs').closeSync(0)
    process.stderr.write('closed\\n')
    setInterval(() => {}, 1000)
  `)
  await expect.poll(() => log.tail(), { timeout: 10_000 }).toContain('closed')
  await expect(transport.send(MESSAGE)).rejects.toMatchObject({ code: 'EPIPE' })
  expect(transport.isOver()).toBe(false)
  held.signal('SIGKILL')
  await transport.ended
})
