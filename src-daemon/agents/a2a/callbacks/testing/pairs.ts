import { type TaskPushNotificationConfig } from '@a2a-js/sdk'
import { expect, vi } from 'vitest'
import { useIdentityHome } from '../../../../identity/keys/testing.ts'
import type { OperationCall } from '../../../contacts/protocol.ts'
import { TOOL } from '../../../testing/endpoint.ts'
import type { CallLimits } from '../../client/limits.ts'
import { CARD_PATH } from '../../own-card/compose-card.ts'
import { createPushConfigs } from '../../server/push/configs.ts'
import { openCalledBack } from '../../testing/called-back.ts'
import { startOwnAgent } from '../../testing/own-agent.ts'

export const TIMEOUT = 30_000
export const WAIT = { timeout: 5000, interval: 10 }

export const METRES = { state: 'completed', data: [{ metres: 3 }] }

/** Two agents of a test file, of which one calls the other and is called back. */
export const usePairs = () => {
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

  return { withoutStreams, openPair }
}
