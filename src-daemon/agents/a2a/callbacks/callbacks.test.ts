import { Role, TaskState, type TaskPushNotificationConfig } from '@a2a-js/sdk'
import { AgentEvent } from '@a2a-js/sdk/server'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createMemorySigner } from '../../../identity/index.ts'
import { signRequest } from '../../requests/sign-request.ts'
import { openSdkAgent, statusOf, taskOf } from '../testing/sdk-agent.ts'
import { openCalledBack } from '../testing/called-back.ts'
import { CALLBACKS_PATH } from './face.ts'
import { TIMEOUT, WAIT, METRES, usePairs } from './testing/pairs.ts'

const { withoutStreams, openPair } = usePairs()

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
