import { afterEach, beforeEach, expect, it } from 'vitest'
import { IN_TURN, openFloor, personAt, type Floor } from '../approvals/testing.ts'
import type { InvokeContext } from '../core/types.ts'

const INPUT = { url: 'https://api.example.org/v1', token: 'sealed-away', body: { text: 'hello' } }
const EDITOR: InvokeContext = { caller: 'mcp', principal: { kind: 'program', name: 'editor' }, turn: null }

let home: ReturnType<typeof openFloor>
let floor: Floor
beforeEach(() => {
  home = openFloor()
  floor = home.open()
})
afterEach(() => {
  floor.service.close()
  floor.db.close()
  home.remove()
})
const { answerTo, allowed } = personAt(() => floor)

const lines = () => floor.service.log.list({ limit: 9 }).records
const noted = (): unknown => floor.db.prepare('SELECT count(*) FROM calls_under_way').pluck().get()
/** Lets a call begin that never ends. */
const begin = async (context: InvokeContext): Promise<void> => {
  floor.answers(() => new Promise(() => undefined))
  void floor.call('send', INPUT, context)
  answerTo(floor.waiting(), { scope: 'call', until: 'once' })
  await expect.poll(() => floor.runs.length).toBe(1)
}
/** As a crash leaves it: nothing is closed but the file. */
const crash = (): void => {
  floor.db.close()
  floor = home.open()
}

it('a call the daemon did not live to see the end of has its line at the next start, once', async () => {
  await begin(EDITOR)
  expect(lines()).toEqual([])
  crash()
  crash()
  expect(lines()).toMatchObject([
    {
      capabilityId: 'acp:web/send',
      caller: 'mcp',
      client: 'editor',
      outcome: 'stopped',
      decision: { kind: 'asked', by: 'renderer' },
      arguments: { url: INPUT.url, body: INPUT.body },
      result: { ok: false, error: { message: expect.stringContaining('half done') as string } },
    },
  ])
  expect(JSON.stringify(lines())).not.toContain('sealed-away')
  expect(noted()).toBe(0)
})

it('a call that ended has one line, and nothing stays noted down', async () => {
  await allowed('send', INPUT, { scope: 'tool', until: 'revoked' }, EDITOR)
  floor.answers(() => Promise.reject(new Error('no')))
  await floor.call('send', INPUT, EDITOR)
  expect(noted()).toBe(0)
  crash()
  expect(lines()).toHaveLength(2)
  expect(lines().map(({ outcome }) => outcome)).toEqual(['failed', 'ok'])
})

it('a turn’s call is settled with its turn, and what stays in the owner’s state needs no note', async () => {
  await begin(IN_TURN)
  expect(noted()).toBe(0)
  crash()
  expect(lines()).toEqual([])
  await floor.call('note', {}, EDITOR)
  expect(noted()).toBe(0)
})
