import { Role, TaskState, type TaskPushNotificationConfig } from '@a2a-js/sdk'
import { AgentEvent } from '@a2a-js/sdk/server'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createMemorySigner } from '../../../identity/index.ts'
import { useIdentityHome } from '../../../identity/keys/testing.ts'
import type { OperationCall } from '../../contacts/protocol.ts'
import { signRequest } from '../../requests/sign-request.ts'
import { TOOL } from '../../testing/endpoint.ts'
import type { CallLimits } from '../client/limits.ts'
import { CARD_PATH } from '../own-card/compose-card.ts'
import { createPushConfigs } from '../server/push/configs.ts'
import { openSdkAgent, statusOf, taskOf } from '../testing/sdk-agent.ts'
import { openCalledBack } from '../testing/called-back.ts'
import { startOwnAgent } from '../testing/own-agent.ts'
import { CALLBACKS_PATH } from './face.ts'

const TIMEOUT = 30_000
const WAIT = { timeout: 5000, interval: 10 }
const home = useIdentityHome()

/** An agent like ours, whose tool runs until the test lets it end, and our contact of it. */
const openPair = async (limits: Partial<CallLimits>, hosts?: readonly string[]) => {
  const us = await openCalledBack()
  const agent = await startOwnAgent(home, { hosts: hosts ?? [us.host], waits: [20, 20, 20] })
  await agent.allow(us.caller)
  us.reached.push(agent.host)
  us.agents.set('they', { did: agent.did })
  const gate = Promise.withResolvers<{ ok: true; output: object }>()
  agent.invoke.mockImplementation(() => gate.promise as never)
  const configs = createPushConfigs(agent.db)
  const ours = us.start(limits)
  const url = `${agent.origin}/${CARD_PATH}`
  const call = async (given: Partial<OperationCall> = {}, protocol = ours.protocol) => {
    const reading = await protocol.read(url, { signer: null })
    const operation = reading.operations.find(({ title }) => title === TOOL.title)
    if (operation === undefined) throw new Error('no operation')
    return protocol.call(
      { id: 'they', url, did: agent.did, reading },
      operation,
      { data: { value: 1 } },
      {
        idempotencyKey: crypto.randomUUID(),
        signer: us.caller,
        ...given,
      },
    )
  }
  /** The config that the agent was given. */
  const given = async (): Promise<TaskPushNotificationConfig> => {
    await vi.waitFor(() => {
      expect(configs.all()).toHaveLength(1)
    }, WAIT)
    return configs.all()[0]?.config as TaskPushNotificationConfig
  }
  const nothingLeft = () =>
    vi.waitFor(() => {
      expect(us.kept.all()).toEqual([])
      expect(configs.all()).toEqual([])
    }, WAIT)
  return {
    ...us,
    ...ours,
    agent,
    call,
    configs,
    given,
    nothingLeft,
    finish: () => {
      gate.resolve({ ok: true, output: { metres: 3 } })
    },
  }
}

const METRES = { state: 'completed', data: [{ metres: 3 }] }

/** Where the agent doesn't stream, its callback is all that says that a task has ended. */
/** `hosts`: those that the agent reaches, in place of ours. */
const withoutStreams = async (limits: Partial<CallLimits> = {}, hosts?: readonly string[]) => {
  const pair = await openPair(limits, hosts)
  const { protocol } = pair
  const read: typeof protocol.read = async (...args) => {
    const reading = await protocol.read(...args)
    return {
      ...reading,
      operations: reading.operations.map((one) => ({ ...one, how: { ...one.how, streaming: false } })),
    }
  }
  return { ...pair, call: (given: Partial<OperationCall> = {}) => pair.call(given, { ...protocol, read }) }
}

describe('a call of an agent that calls back', () => {
  it('ends with the callback, which is deleted then', { timeout: TIMEOUT }, async () => {
    const { asked, call, finish, given, nothingLeft, tell, host, agent } = await withoutStreams()
    const result = call()
    const { url, token, authentication } = await given()
    expect(url).toMatch(`http://${host}${CALLBACKS_PATH}/`)
    expect(token).toMatch(/^[\w-]{43}$/)
    expect(authentication).toEqual({ scheme: 'Bearer', credentials: token })
    // It asks once after the callback is set: a task that had ended by then would need none.
    await vi.waitFor(() => {
      expect(asked()).toBe(1)
    }, WAIT)
    finish()
    expect(await result).toMatchObject(METRES)
    await nothingLeft()
    expect(agent.delivered).toHaveBeenCalledWith(expect.objectContaining({ error: null }))
    expect(tell).not.toHaveBeenCalled()
  })

  it('has a callback beside its stream, and each task its own token', { timeout: TIMEOUT }, async () => {
    const { call, configs, finish, nothingLeft } = await openPair({})
    const results = [call(), call()]
    await vi.waitFor(() => {
      expect(new Set(configs.all().map(({ config }) => config.token)).size).toBe(2)
    }, WAIT)
    finish()
    for (const result of results) expect(await result).toMatchObject(METRES)
    await nothingLeft()
  })

  it(
    'ends without the result where that takes too long, which is told later',
    { timeout: TIMEOUT },
    async () => {
      const { call, finish, nothingLeft, tell, kept } = await withoutStreams({ handOverMs: 0 })
      const result = await call()
      expect(result).toMatchObject({ state: 'working', text: '', task: expect.any(String) as unknown })
      expect(kept.all()).toMatchObject([{ agent: 'they', task: result['task'], state: 'working' }])
      finish()
      await vi.waitFor(() => {
        expect(tell).toHaveBeenCalledTimes(1)
      }, WAIT)
      expect(tell).toHaveBeenCalledWith(
        expect.objectContaining({
          agent: 'they',
          task: result['task'],
          error: null,
          output: expect.objectContaining(METRES) as unknown,
        }),
      )
      await nothingLeft()
    },
  )

  it('is canceled with its callback when nobody waits any more', { timeout: TIMEOUT }, async () => {
    const { call, given, nothingLeft, tell } = await withoutStreams()
    const stop = new AbortController()
    const result = call({ signal: stop.signal })
    await given()
    stop.abort(new Error('stopped'))
    await expect(result).rejects.toThrow('stopped')
    await nothingLeft()
    expect(tell).not.toHaveBeenCalled()
  })

  it('gets none, and asks, where nothing is served', { timeout: TIMEOUT }, async () => {
    const { agent, call, configs, finish, serve, kept } = await withoutStreams({ pollMs: [20, 20] })
    serve(false)
    const result = call()
    await vi.waitFor(() => {
      expect(agent.invoke).toHaveBeenCalled()
    }, WAIT)
    finish()
    expect(await result).toMatchObject(METRES)
    expect([configs.all(), kept.all()]).toEqual([[], []])
  })

  it('gets none, and asks, where the agent refuses it', { timeout: TIMEOUT }, async () => {
    const { call, finish, kept, warn } = await withoutStreams({ pollMs: [20, 20] }, [])
    const result = call()
    await vi.waitFor(() => {
      expect(warn).toHaveBeenCalledWith(
        expect.objectContaining({ agent: 'they', code: 'agent_refused' }),
        'an agent took no callback',
      )
    }, WAIT)
    finish()
    expect(await result).toMatchObject(METRES)
    expect(kept.all()).toEqual([])
  })
})

describe('a task whose daemon ended in the middle', () => {
  const cutOff = async () => {
    const pair = await withoutStreams()
    const stop = new AbortController()
    const result = pair.call({ signal: stop.signal })
    const { token } = await pair.given()
    pair.callbacks.prepareEnd()
    stop.abort(new Error('the end'))
    await expect(result).rejects.toThrow('the end')
    await pair.callbacks.close()
    expect(pair.kept.all()).toHaveLength(1)
    return { ...pair, token }
  }

  it('is told of by the callback after the restart, once', { timeout: TIMEOUT }, async () => {
    const { agent, asked, finish, kept, nothingLeft, start, tell, token, post } = await cutOff()
    const [{ id, task } = { id: '', task: '' }] = kept.all()
    const before = asked()
    start()
    // It still runs: nothing is known of it, whatever is sent.
    expect((await post(id, { token, body: '{"status":{"state":"completed"}}' })).status).toBe(204)
    await vi.waitFor(() => {
      expect(asked() - before).toBe(2)
    }, WAIT)
    expect(tell).not.toHaveBeenCalled()
    finish()
    await vi.waitFor(() => {
      expect(tell).toHaveBeenCalledTimes(1)
    }, WAIT)
    expect(tell.mock.calls[0]?.[0]).toMatchObject({ agent: 'they', task, error: null, output: METRES })
    await nothingLeft()
    await vi.waitFor(() => {
      expect(agent.delivered.mock.calls.map(([{ error }]) => error)).toEqual([null])
    }, WAIT)
  })

  it('is asked about when it ended meanwhile', { timeout: TIMEOUT }, async () => {
    const { agent, finish, nothingLeft, start, tell } = await cutOff()
    finish()
    await vi.waitFor(() => {
      // Nobody listens: every attempt fails.
      expect(agent.delivered).toHaveBeenCalled()
    }, WAIT)
    start()
    await vi.waitFor(() => {
      expect(tell).toHaveBeenCalledWith(
        expect.objectContaining({ output: expect.objectContaining(METRES) as unknown }),
      )
    }, WAIT)
    await nothingLeft()
    expect(tell).toHaveBeenCalledTimes(1)
  })

  it('is forgotten at the agent with the contact', { timeout: TIMEOUT }, async () => {
    const { start, tell, nothingLeft } = await cutOff()
    start().callbacks.forget('they')
    await nothingLeft()
    expect(tell).not.toHaveBeenCalled()
  })

  it(
    'is told of as failed once its agent may be another, which hears nothing of it',
    { timeout: TIMEOUT },
    async () => {
      const { kept, post, start, tell, token, deleted } = await cutOff()
      const { callbacks } = start()
      const [{ id, task } = { id: '', task: '' }] = kept.all()
      callbacks.stop('they', 'other_key')
      expect(kept.all()).toEqual([])
      expect((await post(id, { token })).status).toBe(404)
      expect(tell).toHaveBeenCalledTimes(1)
      expect(tell.mock.calls[0]?.[0]).toMatchObject({
        task,
        output: null,
        error: { code: 'agent_stopped', params: { reason: 'other_key' } },
      })
      await callbacks.close()
      expect(deleted()).toBe(0)
    },
  )

  it('is left alone while its agent may not be called', { timeout: TIMEOUT }, async () => {
    const { agent, agents, finish, kept, post, start, tell, token } = await cutOff()
    agents.delete('they')
    finish()
    await vi.waitFor(() => {
      expect(agent.delivered).toHaveBeenCalled()
    }, WAIT)
    start()
    expect((await post(kept.all()[0]?.id ?? '', { token })).status).toBe(404)
    expect(tell).not.toHaveBeenCalled()
    expect(kept.all()).toMatchObject([{ ended: false }])
  })
})

describe('whoever calls the address of a callback', () => {
  it('is answered alike unless token, task and signature are right', { timeout: TIMEOUT }, async () => {
    const { agent, given, call, finish, kept, nothingLeft, post, host } = await withoutStreams({
      handOverMs: 0,
    })
    await call()
    const { id, token } = await given()
    const refused = async (response: Response) => [response.status, await response.text()]
    const nothing = [404, '']
    expect(await refused(await post('unknown', { token }))).toEqual(nothing)
    expect(await refused(await post(id, { token: 'wrong' }))).toEqual(nothing)
    expect(await refused(await post(id, { token, headers: { authorization: 'Bearer other' } }))).toEqual(
      nothing,
    )
    expect(
      await refused(
        await fetch(`http://${host}${CALLBACKS_PATH}/${id}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: '{}',
        }),
      ),
    ).toEqual(nothing)
    const signedBy = async (signer: Parameters<typeof signRequest>[1]['signer']) => {
      const target = { method: 'POST', url: `http://${host}${CALLBACKS_PATH}/${id}`, body: Buffer.from('{}') }
      return signRequest(target, { signer, form: 'http-signature', now: new Date() })
    }
    expect(await refused(await post(id, { token, headers: await signedBy(createMemorySigner()) }))).toEqual(
      nothing,
    )
    const headers = await signedBy(agent.signer())
    expect((await post(id, { token, headers })).status).toBe(204)
    // The same again is a replay, and changed nothing anyway.
    expect(await refused(await post(id, { token, headers }))).toEqual(nothing)
    expect((await post(id, { token, headers: { authorization: `Bearer ${token}` } })).status).toBe(204)
    finish()
    await nothingLeft()
    expect(kept.get(id)).toBeNull()
    expect(await refused(await post(id, { token }))).toEqual(nothing)
  })

  it(
    'may send a long result with the right token only, and has it asked once a second',
    { timeout: TIMEOUT },
    async () => {
      const { asked, given, call, nothingLeft, post, finish } = await withoutStreams({ handOverMs: 0 })
      await call()
      const { id, token } = await given()
      const body = JSON.stringify({ text: 'x'.repeat(500_000) })
      expect((await post(id, { token, body })).status).toBe(204)
      expect((await post(id, { token: 'wrong', body })).status).toBe(413)
      const before = asked()
      const statuses = await Promise.all(
        Array.from({ length: 60 }, () => post(id, { token }).then((one) => one.status)),
      )
      expect(statuses.filter((one) => one === 204).length).toBeLessThan(25)
      expect(statuses.filter((one) => one === 429).length).toBeGreaterThan(30)
      // However often it calls, it is asked once a second.
      expect(asked() - before).toBeLessThan(4)
      finish()
      await nothingLeft()
    },
  )
})

it('a task that waits for its person is told of once it goes on', { timeout: TIMEOUT }, async () => {
  const us = await openCalledBack()
  let ended = false
  const pushed: TaskPushNotificationConfig[] = []
  const agent = await openSdkAgent({
    streaming: false,
    execute: (context, bus) => {
      bus.publish(AgentEvent.task(taskOf(context)))
      bus.publish(
        AgentEvent.statusUpdate(
          statusOf(context.taskId, context.contextId, TaskState.TASK_STATE_AUTH_REQUIRED),
        ),
      )
      return Promise.resolve()
    },
    before: (_, response, body) => {
      const {
        method = '',
        params = {},
        id,
      } = (body === '' ? {} : JSON.parse(body)) as {
        method?: string
        params?: TaskPushNotificationConfig
        id?: unknown
      }
      const answer = (result: unknown): true => {
        response
          .setHeader('content-type', 'application/json')
          .end(JSON.stringify({ jsonrpc: '2.0', id, result }))
        return true
      }
      if (method === 'CreateTaskPushNotificationConfig') {
        pushed.push(params as TaskPushNotificationConfig)
        return answer(params)
      }
      if (method === 'DeleteTaskPushNotificationConfig') {
        pushed.pop()
        return answer(null)
      }
      if (method !== 'GetTask' || !ended) return false
      const [{ taskId } = { taskId: '' }] = pushed
      return answer({
        id: taskId,
        status: {
          state: 'TASK_STATE_COMPLETED',
          message: { messageId: 'm', role: Role.ROLE_AGENT, parts: [{ text: 'paid' }] },
        },
      })
    },
  })
  onTestFinished(() => agent.close())
  agent.card['capabilities'] = { pushNotifications: true }
  us.reached.push(agent.host)
  us.agents.set('weather', { did: null })
  const { protocol } = us.start({ pollMs: [20, 20] })
  const url = `${agent.origin}/.well-known/agent-card.json`
  const reading = await protocol.read(url, { signer: null })
  const [operation] = reading.operations
  if (operation === undefined) throw new Error('no operation')
  expect(operation.output).toMatchObject({
    properties: { state: { enum: ['completed', 'input-required', 'auth-required', 'working'] } },
  })
  const result = await protocol.call(
    { id: 'weather', url, did: null, reading },
    operation,
    { question: 'Pay?' },
    {
      idempotencyKey: 'k',
      signer: null,
    },
  )
  expect(result).toMatchObject({ state: 'auth-required' })
  expect(us.kept.all()).toMatchObject([{ state: 'auth-required' }])
  const [config] = pushed
  const push = () => us.post(config?.id ?? '', { token: config?.token ?? '' })
  const before = us.asked()
  expect((await push()).status).toBe(204)
  // Nothing new.
  await vi.waitFor(() => {
    expect(us.asked()).toBe(before + 1)
  }, WAIT)
  await vi.waitFor(() => {
    expect(us.kept.all()).toMatchObject([{ state: 'auth-required' }])
  }, WAIT)
  expect(us.tell).not.toHaveBeenCalled()
  ended = true
  expect((await push()).status).toBe(204)
  await vi.waitFor(() => {
    expect(us.tell).toHaveBeenCalledTimes(1)
  }, WAIT)
  expect(us.tell).toHaveBeenCalledWith(
    expect.objectContaining({
      agent: 'weather',
      operation: operation.id,
      output: { state: 'completed', text: 'paid' },
    }),
  )
  await vi.waitFor(() => {
    expect([us.kept.all(), pushed]).toEqual([[], []])
  }, WAIT)
})
