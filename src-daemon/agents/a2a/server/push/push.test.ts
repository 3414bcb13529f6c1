import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Role, TaskState, type Message, type Task } from '@a2a-js/sdk'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createMemorySigner } from '../../../../identity/index.ts'
import { useIdentityHome } from '../../../../identity/keys/testing.ts'
import { TOOL } from '../../../testing/endpoint.ts'
import { CARD_PATH } from '../../own-card/compose-card.ts'
import { startOwnAgent } from '../../testing/own-agent.ts'
import { createPushConfigs } from './configs.ts'

const TIMEOUT = 60_000
const WAIT = { timeout: 20_000, interval: 10 }

const home = useIdentityHome()

interface Received {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** Where an agent hears of its tasks; answers with these statuses, the last for all further requests. Null: never. */
const openReceiver = async (...statuses: (number | null)[]) => {
  const received: Received[] = []
  const server: Server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      received.push({ headers: request.headers, body })
      const status = statuses.length > 1 ? statuses.shift() : statuses[0]
      if (status !== null) response.writeHead(status ?? 200).end()
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  })
  const host = `localhost:${String((server.address() as AddressInfo).port)}`
  return { host, received, url: `http://${host}/hear` }
}

const message = (): Message => ({
  messageId: crypto.randomUUID(),
  contextId: '',
  taskId: '',
  role: Role.ROLE_USER,
  parts: [
    { content: { $case: 'data', value: { value: 1 } }, filename: '', mediaType: '', metadata: undefined },
  ],
  metadata: { skillId: TOOL.method },
  extensions: [],
  referenceTaskIds: [],
})
const configOf = (url: string, more: object = {}) => ({
  tenant: '',
  id: '',
  taskId: '',
  url,
  token: '',
  authentication: undefined,
  ...more,
})
const send = (taskPushNotificationConfig?: ReturnType<typeof configOf>, returnImmediately = true) => ({
  tenant: '',
  message: message(),
  metadata: undefined,
  configuration: { acceptedOutputModes: [], taskPushNotificationConfig, returnImmediately },
})
const taskOf = (result: Message | Task): Task => {
  if ('messageId' in result) throw new Error('a message')
  return result
}

const start = async (hosts: readonly string[], waits: readonly number[] = [1, 1]) => {
  const agent = await startOwnAgent(home, { hosts, waits })
  await agent.allow()
  // Runs until the test lets it end.
  const gate = Promise.withResolvers<{ ok: true; output: object }>()
  agent.invoke.mockImplementation(() => gate.promise as never)
  return {
    ...agent,
    finish: () => {
      gate.resolve({ ok: true, output: { metres: 3 } })
    },
  }
}

describe.each(['1.0', '0.3'] as const)('a caller with a callback, in version %s', (version) => {
  it(
    'hears of the end of its task once, with its token and its credentials',
    { timeout: TIMEOUT },
    async () => {
      const { host, received, url } = await openReceiver(200)
      const { client, delivered, caller, finish, db, origin } = await start([host])
      const card = (await (await fetch(`${origin}/${CARD_PATH}`)).json()) as { capabilities: object }
      expect(card.capabilities).toMatchObject({ pushNotifications: true })
      const sdk = await client(version)
      const authentication = { scheme: 'Bearer', credentials: 'c' }
      const config = configOf(url, { id: 'mine', token: 't', authentication })
      const task = taskOf(await sdk.sendMessage(send(config)))
      const wanted = { tenant: '', taskId: task.id, id: 'mine' }
      expect(await sdk.getTaskPushNotificationConfig(wanted)).toMatchObject({ id: 'mine', url, token: 't' })
      finish()
      await vi.waitFor(() => {
        expect(delivered).toHaveBeenCalledTimes(1)
      }, WAIT)
      expect(delivered).toHaveBeenCalledWith(
        expect.objectContaining({ did: caller.did, task: task.id, host, error: null, again: false }),
      )
      expect(received).toHaveLength(1)
      expect(received[0]?.headers).toMatchObject({
        'x-a2a-notification-token': 't',
        authorization: 'Bearer c',
      })
      // Its DID is from no host.
      expect(received[0]?.headers).not.toHaveProperty('signature')
      const told = JSON.parse(received[0]?.body ?? '') as { task?: { id: string }; id?: string }
      expect(version === '1.0' ? told.task?.id : told.id).toBe(task.id)
      expect(received[0]?.body).toContain('"metres":3')
      // Its work is done.
      await vi.waitFor(() => {
        expect(createPushConfigs(db).all()).toEqual([])
      }, WAIT)
    },
  )

  it('sets, lists and deletes them, also for a task that has ended', { timeout: TIMEOUT }, async () => {
    const { host, received, url } = await openReceiver(200)
    const { client, finish } = await start([host])
    const sdk = await client(version)
    const task = taskOf(await sdk.sendMessage(send()))
    const of = { tenant: '', taskId: task.id }
    const first = await sdk.createTaskPushNotificationConfig(configOf(url, { taskId: task.id, id: 'a' }))
    expect(first).toMatchObject({ id: 'a', taskId: task.id })
    await sdk.createTaskPushNotificationConfig(configOf(url, { taskId: task.id, id: 'b' }))
    const list = async () =>
      (await sdk.listTaskPushNotificationConfig({ ...of, pageSize: 10, pageToken: '' })).configs.map(
        ({ id }) => id,
      )
    expect(await list()).toEqual(['a', 'b'])
    for (const id of ['a', 'b']) await sdk.deleteTaskPushNotificationConfig({ ...of, id })
    expect(await list()).toEqual([])
    finish()
    await vi.waitFor(async () => {
      const { status } = await sdk.getTask({ tenant: '', id: task.id })
      expect(status?.state).toBe(TaskState.TASK_STATE_COMPLETED)
    }, WAIT)
    expect(received).toEqual([])
    await sdk.createTaskPushNotificationConfig(configOf(url, { taskId: task.id, id: 'late' }))
    await vi.waitFor(() => {
      expect(received).toHaveLength(1)
    }, WAIT)
  })
})

it(
  'is refused for addresses that are not public, and for what no header can hold',
  { timeout: TIMEOUT },
  async () => {
    const { client, invoke, delivered } = await start([])
    const sdk = await client()
    for (const [url, reason] of [
      ['http://169.254.169.254/latest', 'not_https'],
      ['https://169.254.169.254/latest', 'private_address'],
      ['https://127.0.0.1/', 'private_address'],
      ['https://[::1]/', 'private_address'],
      ['https://localhost/', 'private_address'],
      ['http://example.org/', 'not_https'],
      ['https://me:secret@example.org/', 'credentials_in_url'],
      ['file:///etc/passwd', 'invalid_url'],
      ['nothing', 'invalid_url'],
    ])
      await expect(sdk.sendMessage(send(configOf(url ?? ''))), url).rejects.toThrow(
        `push_url_refused: ${reason ?? ''}`,
      )
    for (const more of [{ token: 'a\r\nb' }, { authentication: { scheme: 'Be arer', credentials: 'x' } }])
      await expect(sdk.sendMessage(send(configOf('https://example.org/', more)))).rejects.toThrow(/header/)
    const long = { tenant: 'x'.repeat(1000) }
    await expect(sdk.sendMessage(send(configOf('https://example.org/', long)))).rejects.toThrow(/too long/)
    expect(invoke).not.toHaveBeenCalled()
    expect(delivered).not.toHaveBeenCalled()
  },
)

it('is the caller’s own, and there are only so many', { timeout: TIMEOUT }, async () => {
  const { host, url } = await openReceiver(200)
  const { allow, client } = await start([host])
  const other = createMemorySigner()
  await allow(other)
  const own = await client()
  const task = taskOf(await own.sendMessage(send()))
  const set = (id: string) => own.createTaskPushNotificationConfig(configOf(url, { taskId: task.id, id }))
  for (const id of ['1', '2', '3', '4', '5']) await set(id)
  await expect(set('6')).rejects.toThrow(/too many/)
  // The same one again is no more than before.
  await set('5')
  const stranger = await client('1.0', other)
  const of = { tenant: '', taskId: task.id }
  await expect(stranger.getTaskPushNotificationConfig({ ...of, id: '1' })).rejects.toThrow(/not found/)
  await expect(
    stranger.listTaskPushNotificationConfig({ ...of, pageSize: 10, pageToken: '' }),
  ).rejects.toThrow(/not found/)
  await expect(stranger.deleteTaskPushNotificationConfig({ ...of, id: '1' })).rejects.toThrow(/not found/)
})

it('is tried again while it fails, and not for ever', { timeout: TIMEOUT }, async () => {
  const recovers = await openReceiver(500, 503, 200)
  const fails = await openReceiver(500)
  const gone = await openReceiver(410)
  const { client, delivered, finish, db } = await start([recovers.host, fails.host, gone.host])
  const sdk = await client()
  const task = taskOf(await sdk.sendMessage(send()))
  for (const { url } of [recovers, fails, gone])
    await sdk.createTaskPushNotificationConfig(configOf(url, { taskId: task.id }))
  finish()
  await vi.waitFor(() => {
    expect(createPushConfigs(db).all()).toEqual([])
  }, WAIT)
  const of = (host: string) => delivered.mock.calls.flatMap(([one]) => (one.host === host ? [one] : []))
  expect(of(recovers.host).map(({ error, again }) => [error?.code, again])).toEqual([
    ['agent_refused', true],
    ['agent_refused', true],
    [undefined, false],
  ])
  expect(of(fails.host).map(({ again }) => again)).toEqual([true, true, false])
  expect(of(gone.host).map(({ again }) => again)).toEqual([false])
})

it('holds up no task when its receiver never answers', { timeout: TIMEOUT }, async () => {
  const { host, received, url } = await openReceiver(null)
  const { client, finish } = await start([host])
  const sdk = await client()
  finish()
  for (let number = 0; number < 5; number += 1) {
    const task = taskOf(await sdk.sendMessage(send(configOf(url), false)))
    expect(task.status?.state).toBe(TaskState.TASK_STATE_COMPLETED)
  }
  await vi.waitFor(() => {
    expect(received.length).toBeGreaterThan(0)
  }, WAIT)
})

it('is not told any more once the owner has taken everything back', { timeout: TIMEOUT }, async () => {
  const { host, received, url } = await openReceiver(200)
  const { agents, caller, client, delivered, finish, db } = await start([host])
  await (await client()).sendMessage(send(configOf(url)))
  expect(createPushConfigs(db).all()).toHaveLength(1)
  await agents.answer({ did: caller.did, status: 'refused', tools: [] })
  finish()
  await vi.waitFor(() => {
    expect(createPushConfigs(db).all()).toEqual([])
  }, WAIT)
  expect(received).toEqual([])
  expect(delivered).not.toHaveBeenCalled()
})

it(
  'is told with the next start, and the log says why, where the disk refuses',
  { timeout: TIMEOUT },
  async () => {
    const { host, received, url } = await openReceiver(200)
    const { client, db, finish, restart, warn } = await start([host])
    await (await client()).sendMessage(send(configOf(url)))
    db.exec(
      `CREATE TRIGGER full BEFORE DELETE ON agent_push_configs BEGIN SELECT raise(ABORT, 'the disk refuses'); END`,
    )
    finish()
    await vi.waitFor(() => {
      expect(warn).toHaveBeenCalledWith(
        expect.objectContaining({ code: expect.any(String) as unknown, task: expect.any(String) as unknown }),
        'an agent was not told of the end of its task',
      )
    }, WAIT)
    db.exec('DROP TRIGGER full')
    await restart()
    await vi.waitFor(() => {
      expect(received).toHaveLength(2)
      expect(createPushConfigs(db).all()).toEqual([])
    }, WAIT)
  },
)

it('hears after a restart of what the program left', { timeout: TIMEOUT }, async () => {
  const { host, received, url } = await openReceiver(500, 200)
  const first = await start([host], [TIMEOUT])
  const task = taskOf(await (await first.client()).sendMessage(send(configOf(url))))
  await first.restart()
  await vi.waitFor(() => {
    expect(received).toHaveLength(1)
  }, WAIT)
  // What ran has failed, and the first attempt to say so has, too.
  expect(received[0]?.body).toContain('TASK_STATE_FAILED')
  await first.restart()
  await vi.waitFor(() => {
    expect(received).toHaveLength(2)
  }, WAIT)
  expect(received[1]?.body).toContain(task.id)
})
