import { describe, expect, it, vi } from 'vitest'
import { TIMEOUT, WAIT, METRES, usePairs } from './testing/pairs.ts'

const { withoutStreams } = usePairs()

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
