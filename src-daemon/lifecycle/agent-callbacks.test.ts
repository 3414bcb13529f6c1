import type { ChildProcess } from 'node:child_process'
import { TaskState } from '@a2a-js/sdk'
import { AgentEvent } from '@a2a-js/sdk/server'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { openSdkAgent, statusOf, taskOf, textPart } from '../agents/a2a/testing/sdk-agent.ts'
import { freePort } from '../agents/testing/endpoint.ts'
import type { DaemonClient } from '../client/index.ts'
import { connectReady, endOf, spawnDaemon } from '../testing/daemon-process.ts'
import { makeQuickVault } from '../testing/quick-vault.ts'
import { tempHome } from '../testing/temp-home.ts'

const TIMEOUT = 90_000
const WAIT = { timeout: 15_000, interval: 50 }
/** The longest that a daemon may take to end. */
const END_MS = 10_000

/** An agent on the SDK's own server, with its own callbacks, whose task ends when the test says so. */
const openAgent = async () => {
  const gate = Promise.withResolvers<undefined>()
  const agent = await openSdkAgent({
    streaming: true,
    push: true,
    execute: async (context, bus) => {
      const { taskId, contextId } = context
      bus.publish(AgentEvent.task(taskOf(context)))
      await gate.promise
      const state = TaskState.TASK_STATE_COMPLETED
      bus.publish(AgentEvent.statusUpdate(statusOf(taskId, contextId, state, [textPart('It will rain.')])))
    },
  })
  onTestFinished(() => agent.close())
  const asked = (method: string) => agent.requests.filter(({ body }) => body.includes(`"${method}"`)).length
  return { ...agent, asked, finish: () => gate.resolve(undefined) }
}

/** Waits for the end of a daemon, or says that it doesn't end. */
const ended = async (child: ChildProcess): Promise<void> => {
  const late = new Promise<never>((_, fail) => {
    setTimeout(() => {
      fail(new Error(`the daemon still ran ${String(END_MS)} ms after it was told to end`))
    }, END_MS).unref()
  })
  await Promise.race([endOf(child), late])
}

const openDaemon = async () => {
  const home = tempHome()
  const env = { ...home.env, LC_ALL: 'en_GB.UTF-8', DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' }
  await makeQuickVault(env)
  let child: ChildProcess | null = null
  let client: DaemonClient | null = null
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    await client?.close()
    client = null
    child?.kill(signal)
    if (child !== null) await ended(child)
    child = null
  }
  const start = async (): Promise<DaemonClient['api']> => {
    child = await spawnDaemon(env)
    client = await connectReady(env)
    return client.api
  }
  onTestFinished(async () => {
    await end('SIGKILL')
    home.remove()
  })
  return { start, end }
}

describe.skipIf(process.platform === 'win32')('a call of an agent while the daemon ends', () => {
  it.each(['SIGKILL', 'SIGTERM'] as const)(
    'by %s is told of by the callback to the next one',
    { timeout: TIMEOUT },
    async (signal) => {
      const agent = await openAgent()
      const { start, end } = await openDaemon()
      const api = await start()
      const port = await freePort()
      const endpoint = { enabled: true, host: '127.0.0.1', port, publicUrl: null, tls: null }
      await api.agents.setEndpoint.mutate(endpoint)
      await api.agents.setDevelopmentHosts.mutate([agent.host])
      const url = `${agent.origin}/.well-known/agent-card.json`
      const contact = await api.agentContacts.look.mutate({ url })
      await api.agentContacts.approve.mutate(contact)
      const source = `a2a:${contact.id}`
      const [known] = await api.capabilities.list.query({ source })
      if (known === undefined) throw new Error('no capability')
      const { capability_id, version } = known
      const input = { question: 'Rain?' }
      const preview = await api.approvals.preview.query({ ref: { capability_id, version }, input })
      if (preview === null) throw new Error('it needs no approval')
      const { argumentsSha256, definition } = preview
      const consent = { argumentsSha256, definition, by: 'cli_yes' as const }
      const call = api.capabilities.invoke
        .mutate({ ref: { capability_id, version }, input, consent })
        .catch((thrown: unknown) => thrown)

      await vi.waitFor(() => {
        expect(agent.asked('CreateTaskPushNotificationConfig')).toBe(1)
      }, WAIT)
      await end(signal)
      await call
      expect(agent.canceled).toEqual([])

      const again = await start()
      await vi.waitFor(async () => {
        expect((await again.agents.status.query()).listening).toBe(true)
      }, WAIT)
      await vi.waitFor(() => {
        // What the start asks about it: it still runs.
        expect(agent.asked('GetTask')).toBeGreaterThan(0)
      }, WAIT)
      const lines = async () => (await again.activity.list.query({ tool: capability_id })).records
      expect((await lines()).filter(({ outcome }) => outcome === 'ok')).toEqual([])
      agent.finish()
      await vi.waitFor(async () => {
        expect((await lines())[0]).toMatchObject({
          outcome: 'ok',
          target: agent.host,
          result: { output: { state: 'completed', text: 'It will rain.' } },
        })
      }, WAIT)
      await vi.waitFor(() => {
        expect(agent.asked('DeleteTaskPushNotificationConfig')).toBe(1)
      }, WAIT)
      // The call that was cut off, and what became of it.
      expect((await lines()).map(({ outcome }) => outcome)).toEqual(['ok', 'stopped'])
    },
  )
})
