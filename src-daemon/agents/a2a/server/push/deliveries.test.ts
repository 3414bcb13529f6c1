import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { TaskState, type Task } from '@a2a-js/sdk'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createMemorySigner } from '../../../../identity/index.ts'
import { useIdentityHome } from '../../../../identity/keys/testing.ts'
import { createNetworkGuard } from '../../../../network/index.ts'
import { createPushConfigs } from './configs.ts'
import { createDeliveries } from './deliveries.ts'

const home = useIdentityHome()

it('is signed for the host of the agent’s own DID, and nowhere else', { timeout: 20_000 }, async () => {
  const received = new Map<string | undefined, IncomingHttpHeaders>()
  const server = createServer((request, response) => {
    received.set(request.url, request.headers)
    request.resume()
    response.end()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const port = String((server.address() as AddressInfo).port)
  const host = `localhost:${port}`
  const guard = createNetworkGuard({ env: {}, developmentHosts: () => [host] })
  const configs = createPushConfigs(home.database())
  const status = { state: TaskState.TASK_STATE_COMPLETED, message: undefined, timestamp: undefined }
  const task: Task = { id: 't', contextId: 'c', status, artifacts: [], history: [], metadata: undefined }
  const asked: string[] = []
  const deliveries = createDeliveries({
    ...{ configs, guard, isOpenTo: () => true, delivered: () => undefined, now: () => new Date(), waits: [] },
    tasks: { load: () => Promise.resolve(task) },
    pushSigner: (to) => {
      asked.push(to)
      return createMemorySigner()
    },
    log: { warn: () => undefined },
  })
  onTestFinished(async () => {
    deliveries.close()
    await guard.close()
    server.close()
  })
  const owners = {
    own: `did:wba:localhost%3A${port}`,
    web: `did:web:localhost%3A${port}:alice`,
    other: 'did:wba:agent.example',
    similar: `did:wba:localhost%3A${port}.agent.example`,
    none: createMemorySigner().did,
    broken: 'did:wba:%',
  }
  for (const [name, owner] of Object.entries(owners)) {
    const config = {
      tenant: '',
      id: name,
      taskId: 't',
      url: `http://${host}/tasks/${name}:cancel`,
      token: 'x',
    }
    configs.put(
      { owner, task: 't', version: '1.0', config: { ...config, authentication: undefined } },
      new Date(),
    )
    deliveries.tell(owner, 't')
  }
  await vi.waitFor(() => {
    expect(received.size).toBe(6)
  }, 10_000)
  const signed = [...received].flatMap(([path, headers]) => ('signature' in headers ? [path] : []))
  expect(signed.toSorted()).toEqual(['/tasks/own:cancel', '/tasks/web:cancel'])
  expect(asked).toEqual([host, host])
})
