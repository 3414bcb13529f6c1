import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { InvokeContext } from '../core/types.ts'
import { IN_TURN, openFloor, personAt, TURN, type Floor } from './testing.ts'

const INPUT = { url: 'https://api.example.org/v1?q=milk', body: { text: 'hello' } }

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

const { answerTo, allowed, runsUnasked } = personAt(() => floor)

describe('an approval that stands', () => {
  const elsewhere = { ...IN_TURN, turn: { ...TURN, conversationId: 'c2' } }

  it.each([
    ['call', 'the very same arguments', INPUT, { ...INPUT, url: 'https://api.example.org/v2' }],
    ['tool', 'the tool', { url: 'https://anything.example/' }, null],
    ['capability', 'the capability', { url: 'https://anything.example/' }, null],
  ] as const)('for %s covers %s', async (scope, _words, covered, other) => {
    await allowed('send', INPUT, { scope, until: 'conversation' })
    expect(await runsUnasked('send', covered)).toBe(true)
    if (other !== null) expect(await runsUnasked('send', other)).toBe(false)
    expect(await runsUnasked('send', covered, elsewhere)).toBe(false)
    // A tool that only reads does less than what was agreed to.
    expect(await runsUnasked('look', covered)).toBe(scope === 'capability')
  })

  it('for a capability allows no more than was agreed to', async () => {
    await allowed('look', INPUT, { scope: 'capability', until: 'revoked' })
    expect(await runsUnasked('fetch', INPUT, elsewhere)).toBe(true)
    for (const more of ['send', 'agent', 'pay', 'purge']) expect(await runsUnasked(more, INPUT)).toBe(false)
  })

  it('for a capability stays at the place that was shown', async () => {
    await allowed('send', INPUT, { scope: 'capability', until: 'revoked' })
    expect(await runsUnasked('fetch', INPUT)).toBe(true)
    for (const tool of ['send', 'fetch'])
      expect(await runsUnasked(tool, { ...INPUT, at: 'evil.example' })).toBe(false)
    expect(floor.service.approvals.list({ ended: false })).toMatchObject([{ target: 'api.example.org' }])
  })

  it('ends with its hour', async () => {
    await allowed('send', INPUT, { scope: 'tool', until: 'hour' })
    home.clock.now = new Date(home.clock.now.getTime() + 59 * 60_000)
    expect(await runsUnasked('send', INPUT)).toBe(true)
    home.clock.now = new Date(home.clock.now.getTime() + 60_000)
    expect(await runsUnasked('send', INPUT)).toBe(false)
    expect(floor.service.approvals.list({ ended: true })).toMatchObject([{ state: 'expired', uses: 2 }])
    expect(floor.service.approvals.list({ ended: false })).toEqual([])
  })

  it('of a program covers only its calls, and ends with the program', async () => {
    const of = (client: string): InvokeContext => ({
      caller: 'mcp',
      principal: { kind: 'program', name: client },
      turn: null,
    })
    await allowed('send', INPUT, { scope: 'tool', until: 'revoked' }, of('editor'))
    expect(floor.service.log.list({ limit: 9, client: 'editor' }).records).toMatchObject([
      { caller: 'mcp', client: 'editor', decision: { kind: 'asked' } },
    ])
    expect(await runsUnasked('send', INPUT, of('editor'))).toBe(true)
    expect(await runsUnasked('send', INPUT, of('terminal'))).toBe(false)
    expect(await runsUnasked('send', INPUT)).toBe(false)
    await allowed('look', INPUT, { scope: 'tool', until: 'revoked' })
    expect(await runsUnasked('look', INPUT, of('editor'))).toBe(false)

    const waiting: boolean[] = []
    const waits = floor.call('look', INPUT, { ...of('editor'), onWaiting: (is) => waiting.push(is) })
    floor.service.approvals.dropClient({ client: 'editor', by: 'renderer' })
    expect(await waits).toMatchObject({ ok: false, error: { details: { reason: 'cancelled' } } })
    expect(waiting).toEqual([true, false])
    expect(await runsUnasked('send', INPUT, of('editor'))).toBe(false)
    expect(await runsUnasked('look', INPUT)).toBe(true)
  })

  it('survives a restart, and counts its uses', async () => {
    await allowed('send', INPUT, { scope: 'tool', until: 'revoked' })
    await floor.call('send', INPUT)
    floor.service.close()
    floor.db.close()
    floor = home.open()
    const result = await floor.call('send', INPUT)
    const [approval] = floor.service.approvals.list({ ended: false })
    expect(approval).toMatchObject({ uses: 3, state: 'active', lastUsedAt: home.clock.now.toISOString() })
    expect(result.x_decision).toEqual({ kind: 'approval', approvalId: approval?.id })
  })

  it('ends when the package changes, and says so', async () => {
    await allowed('send', INPUT, { scope: 'capability', until: 'revoked' })
    floor.change({ owner: 'package-2' })
    expect(await runsUnasked('send', INPUT)).toBe(false)
    expect(floor.service.approvals.list({ ended: true })).toMatchObject([{ state: 'outdated' }])
  })

  it('is taken back at once, with a line in the log, and stops what runs with it', async () => {
    floor.answers(() => new Promise(() => undefined))
    const result = floor.call('send', INPUT)
    answerTo(floor.waiting(), { scope: 'tool', until: 'revoked' })
    await expect.poll(() => floor.runs.length).toBe(1)
    const [approval] = floor.service.approvals.list({ ended: false })
    floor.service.approvals.revoke({ id: approval?.id ?? '', by: 'renderer' })
    expect((await result).error?.details).toEqual({ reason: 'approval_revoked' })
    expect(floor.runs[0]?.signal.aborted).toBe(true)
    expect(await runsUnasked('send', INPUT)).toBe(false)
    const revoked = floor.service.log.list({ limit: 9, kind: 'revoked' }).records
    expect(revoked).toMatchObject([{ arguments: { approvalId: approval?.id }, capabilityId: 'acp:web/send' }])
  })

  it('taken back before the call it was given with could start lets nothing run', async () => {
    const result = floor.call('send', INPUT)
    answerTo(floor.waiting(), { scope: 'tool', until: 'revoked' })
    floor.service.approvals.revokeAll({ capability: 'web', by: 'renderer' })
    expect((await result).error?.details).toMatchObject({ reason: 'approval_revoked' })
    expect(floor.runs).toEqual([])
  })

  it('bound to a conversation goes with it, with a line in the log, and what waits there ends', async () => {
    await allowed('send', INPUT, { scope: 'tool', until: 'conversation' })
    await allowed('look', INPUT, { scope: 'tool', until: 'revoked' })
    await allowed('send', INPUT, { scope: 'tool', until: 'conversation' }, elsewhere)
    const waits = floor.call('agent', INPUT)
    expect(floor.service.approvals.pending()).toHaveLength(1)
    floor.service.approvals.dropConversation({ conversationId: TURN.conversationId, by: 'renderer' })
    expect((await waits).ok).toBe(false)
    expect(floor.service.approvals.pending()).toEqual([])
    expect(floor.service.approvals.settled(TURN.conversationId)).toEqual([])
    const left = floor.service.approvals.list({ ended: true })
    expect(left.map(({ tool, conversationId }) => [tool, conversationId])).toEqual([
      ['send', 'c2'],
      ['look', null],
    ])
    expect(await runsUnasked('send', INPUT)).toBe(false)
    expect(await runsUnasked('send', INPUT, elsewhere)).toBe(true)
    const [line] = floor.service.log.list({ limit: 9, kind: 'revoked' }).records
    expect(line).toMatchObject({ capabilityId: 'acp:web/send', arguments: { until: 'conversation' } })
  })

  it('is not a name: one of another capability does not count', async () => {
    await allowed('send', INPUT, { scope: 'capability', until: 'revoked' })
    floor.service.close()
    floor.db.exec("UPDATE approvals SET capability = 'other'")
    floor.db.close()
    floor = home.open()
    expect(await runsUnasked('send', INPUT)).toBe(false)
  })
})

describe('an approval for one host', () => {
  const pattern = { pointer: '/url', match: 'host' } as const
  const HOST = 'https://api.example.org/v1'

  it.each([
    ['https://api.example.org/other?q=1#x', true],
    ['HTTPS://API.EXAMPLE.ORG/v1', true],
    ['https://api.example.org:443/v1', true],
    ['https://api.example.org.evil.example/v1', false],
    ['https://evil.example/api.example.org', false],
    ['https://api.example.org@evil.example/', false],
    ['https://user:pw@api.example.org/', false],
    ['https://api.example.org\\@evil.example/', false],
    ['https://api.example.org:8443/v1', false],
    ['https://api.example.org./v1', false],
    ['https://xapi.example.org/', false],
    ['https://аpi.example.org/', false], // a Cyrillic а
    ['https://api。example.org/', false],
    ['https://api%2eexample.org/', false],
    [' https://api.example.org/', false],
    ['https://api.example.org\t.evil.example/', false],
    ['https:api.example.org/', false],
    ['https://api.example.org/\u202egro.live', false],
    ['file://api.example.org/etc/passwd', false],
    ['ftp://api.example.org/', false],
    [['https://api.example.org/'], false],
    [null, false],
    [undefined, false],
  ])('%j: %s', async (url, covered) => {
    await allowed('look', { url: HOST }, { scope: 'pattern', pattern, until: 'revoked' })
    const schemaFits = typeof url === 'string' || url === undefined
    if (schemaFits) expect(await runsUnasked('look', { url })).toBe(covered)
    else expect((await floor.call('look', { url })).error?.code).toBe('INVALID_INPUT')
  })

  it('is bound to the host that was shown, and is offered only where every reader finds the same', async () => {
    await allowed('look', { url: HOST }, { scope: 'pattern', pattern, until: 'revoked' })
    expect(floor.service.approvals.list({ ended: false })).toMatchObject([
      { pattern: { ...pattern, value: 'api.example.org' } },
    ])
    void floor.call('look', { url: 'https://api.example.org@evil.example/' })
    const offers = floor.waiting().choices.map((choice) => choice.pattern?.match)
    expect(offers).not.toContain('host')
    expect(() => {
      answerTo(floor.waiting(), { scope: 'pattern', pattern, until: 'revoked' })
    }).toThrow(/approval_not_offered/)
    expect(() => {
      answerTo(floor.waiting(), {
        scope: 'pattern',
        pattern: { pointer: '/__proto__', match: 'equals' },
        until: 'hour',
      })
    }).toThrow(/approval_not_offered/)
  })

  it('holds one value of a field', async () => {
    const value = { pointer: '/body', match: 'equals' } as const
    await allowed('send', { body: 'Oslo', url: HOST }, { scope: 'pattern', pattern: value, until: 'revoked' })
    expect(await runsUnasked('send', { body: 'Oslo', url: 'https://x.example/' })).toBe(true)
    // What a field says is no yes to fields that were not there, declared or not.
    for (const more of [{ cc: 'eve' }, { token: 't' }, { at: 'api.example.org' }])
      expect(await runsUnasked('send', { body: 'Oslo', ...more })).toBe(false)
    for (const body of ['oslo', 'Ｏslo', 'Oslo ', 'Oslo\u200b', ['Oslo'], { Oslo: 1 }, null])
      expect(await runsUnasked('send', { body })).toBe(false)
  })
})
