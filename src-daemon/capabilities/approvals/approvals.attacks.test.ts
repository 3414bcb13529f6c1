/** Attacks on what a person allowed for longer: whatever differs from that is asked about again. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ApprovalAnswer } from '../../contract/approvals.ts'
import { OWNER } from '../core/principal.ts'
import type { InvokeContext } from '../core/types.ts'
import { IN_TURN, openFloor, personAt, TURN, type Floor } from './testing.ts'

const HOUR = 60 * 60_000
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

const read = (json: string): unknown => JSON.parse(json)
const host = { scope: 'pattern', pattern: { pointer: '/url', match: 'host' }, until: 'revoked' } as const
const equals = (pointer: string) =>
  ({ scope: 'pattern', pattern: { pointer, match: 'equals' }, until: 'revoked' }) as const

describe('an address under the condition that its host stays', () => {
  const URL = 'https://api.example.org/v1'

  it.each([
    'https://api.example.org/',
    'https://API.example.ORG/v1',
    'https://api.example.org:443/v1',
    'https://api.example.org?x=https://evil.example',
    'https://api.example.org/#@evil.example',
  ])('covers %s', async (url) => {
    await allowed('send', { url: URL }, host)
    expect(await runsUnasked('send', { url })).toBe(true)
  })

  it.each([
    ['another host', 'https://evil.example/v1'],
    ['a host that ends like it', 'https://evilapi.example.org/v1'],
    ['a host that begins like it', 'https://api.example.org.evil.example/v1'],
    ['a host below it', 'https://x.api.example.org/v1'],
    ['plain HTTP', 'http://api.example.org/v1'],
    ['plain HTTP on the port of https', 'http://api.example.org:443/v1'],
    ['https on the port of HTTP', 'https://api.example.org:80/v1'],
    ['another port', 'https://api.example.org:8443/v1'],
    ['a name before it', 'https://evil@api.example.org/v1'],
    ['a name and a password before it', 'https://api.example.org:x@evil.example/v1'],
    ['it as a name', 'https://api.example.org@evil.example/v1'],
    ['a backslash', 'https://api.example.org\\@evil.example/v1'],
    ['a backslash for a slash', 'https:\\\\api.example.org/v1'],
    ['no slashes', 'https:api.example.org/v1'],
    ['one slash', 'https:/api.example.org/v1'],
    ['three slashes', 'https:///api.example.org/v1'],
    ['no scheme', '//api.example.org/v1'],
    ['another scheme', 'ftp://api.example.org/v1'],
    ['a script', 'javascript://api.example.org/%0aevil()'],
    ['a blank before it', ' https://api.example.org/v1'],
    ['a line break behind it', 'https://api.example.org/v1\n'],
    ['a tab in it', 'https://api.exam\tple.org/v1'],
    ['a NUL behind it', 'https://api.example.org\0.evil.example/'],
    ['a dot behind it', 'https://api.example.org./v1'],
    ['two dots in it', 'https://api..example.org/v1'],
    ['an encoded letter', 'https://%61pi.example.org/v1'],
    ['an encoded dot', 'https://api%2eexample.org/v1'],
    ['a letter that looks alike', 'https://\u0430pi.example.org/v1'],
    ['a full-width letter', 'https://\uff41pi.example.org/v1'],
    ['an ideographic dot', 'https://api\u3002example.org/v1'],
    ['something invisible', 'https://api\u200b.example.org/v1'],
    ['a soft hyphen', 'https://api\u00ad.example.org/v1'],
    ['no number for a port', 'https://api.example.org:evil/v1'],
    ['a port beyond ports', 'https://api.example.org:99999/v1'],
    ['an empty port', 'https://api.example.org:/v1'],
  ])('does not cover %s', async (_what, url) => {
    await allowed('send', { url: URL, body: 'x' }, host)
    expect(await runsUnasked('send', { url, body: 'x' })).toBe(false)
  })

  it.each<[string, unknown]>([
    ['a list with it', [URL]],
    ['a list with it and another', [URL, 'https://evil.example']],
    ['an object', { toString: URL }],
    ['nothing', null],
    ['no text', 1],
  ])('does not cover %s', async (_what, body) => {
    await allowed('send', { body: URL }, { ...host, pattern: { pointer: '/body', match: 'host' } })
    expect(await runsUnasked('send', { body })).toBe(false)
  })

  it.each([
    ['a number for a host', 'http://2130706433/'],
    ['octal numbers', 'http://0177.0.0.1/'],
    ['few numbers', 'http://127.1/'],
    ['hex', 'http://0x7f.1/'],
    ['IPv6', 'http://[::1]/'],
  ])('is not offered for what others read otherwise: %s', (_what, url) => {
    void floor.call('send', { url })
    expect(floor.waiting().choices.map(({ pattern }) => pattern?.match)).not.toContain('host')
  })
})

describe('a value that stays the same', () => {
  it.each<[string, string, string]>([
    ['a text for a number', '{"body":1}', '{"body":"1"}'],
    ['a number for a text', '{"body":"1"}', '{"body":1}'],
    ['a list of it', '{"body":"a"}', '{"body":["a"]}'],
    ['an object of it', '{"body":"a"}', '{"body":{"0":"a"}}'],
    ['true for 1', '{"body":1}', '{"body":true}'],
    ['a text for true', '{"body":true}', '{"body":"true"}'],
    ['nothing for false', '{"body":false}', '{"body":null}'],
    ['an empty text for 0', '{"body":0}', '{"body":""}'],
    ['another case', '{"body":"a"}', '{"body":"A"}'],
    ['a blank behind it', '{"body":"a"}', '{"body":"a "}'],
    ['a NUL behind it', '{"body":"a"}', '{"body":"a\\u0000"}'],
    ['something invisible', '{"body":"a"}', '{"body":"a\\u200b"}'],
    ['another way to write an é', '{"body":"\\u00e9"}', '{"body":"e\\u0301"}'],
    ['a number near it', '{"body":0.1}', '{"body":0.10000000000000002}'],
    ['a further member', '{"body":"a"}', '{"body":"a","extra":1}'],
    ['a further member that is nothing', '{"body":"a"}', '{"body":"a","extra":null}'],
    ['a member named like a method', '{"body":"a"}', '{"body":"a","constructor":{"x":1}}'],
    ['a member named like a pointer', '{"body":"a"}', '{"body":"a","/body":"b"}'],
    ['a member with a tilde', '{"body":"a","~1":1}', '{"body":"a","/":1}'],
    ['a member within another', '{"body":"a","to":{"a":1}}', '{"body":"a","to":{"a":1,"b":2}}'],
    ['an object for a value', '{"body":"a","to":"x"}', '{"body":"a","to":{"x":1}}'],
    ['a list for a value', '{"body":"a","to":"x"}', '{"body":"a","to":["x"]}'],
    ['a member within a list', '{"body":"a","to":[{"a":1}]}', '{"body":"a","to":[{"a":1},{"b":2}]}'],
    ['without the value', '{"body":"a"}', '{}'],
    ['a member __proto__', '{"body":"a"}', '{"body":"a","__proto__":{"x":1}}'],
  ])('does not cover %s', async (what, before, after) => {
    await allowed('send', read(before), equals('/body'))
    expect(floor.runs).toHaveLength(1)
    await runsUnasked('send', read(after)).catch(() => undefined)
    expect(floor.runs).toHaveLength(1)
    if (what !== 'a member __proto__') expect(await runsUnasked('send', read(after))).toBe(false)
  })

  it.each<[string, string, string]>([
    ['the same number in other digits', '{"body":1}', '{"body":1.0e0}'],
    ['minus zero, which JSON does not tell from zero', '{"body":0}', '{"body":-0}'],
    ['another order', '{"body":"a","url":"x"}', '{"url":"x","body":"a"}'],
    ['fewer members', '{"body":"a","url":"x"}', '{"body":"a"}'],
    ['the last of two', '{"body":"a"}', '{"body":"b","body":"a"}'],
  ])('covers %s', async (_what, before, after) => {
    await allowed('send', read(before), equals('/body'))
    expect(await runsUnasked('send', read(after))).toBe(true)
  })
})

const PROGRAM = (name: string): InvokeContext => ({
  caller: 'mcp',
  principal: { kind: 'program', name },
  turn: null,
})
const EXACTLY = { scope: 'call', until: 'revoked' } as const
const TOOL = { scope: 'tool', until: 'revoked' } as const
const CAPABILITY = { scope: 'capability', until: 'revoked' } as const

describe('an approval', () => {
  it.each<[string, Parameters<typeof allowed>, () => [string, unknown, InvokeContext?]]>([
    ['of the very same arguments: others', ['send', { body: 1 }, EXACTLY], () => ['send', { body: 2 }]],
    [
      'of the very same arguments: one more',
      ['send', { body: 1 }, EXACTLY],
      () => ['send', { body: 1, extra: null }],
    ],
    ['of the very same arguments: none', ['send', { body: 1 }, EXACTLY], () => ['send', {}]],
    [
      'of the very same arguments: another tool',
      ['fetch', { body: 1 }, EXACTLY],
      () => ['look', { body: 1 }],
    ],
    ['of a tool: another that does the same', ['fetch', {}, TOOL], () => ['look', {}]],
    ['of a tool: elsewhere', ['fetch', {}, TOOL], () => ['fetch', { at: 'evil.example' }]],
    [
      'of a tool: elsewhere, in another case',
      ['fetch', { at: 'a.example' }, TOOL],
      () => ['fetch', { at: 'A.example' }],
    ],
    ['of a capability: one that does more', ['fetch', {}, CAPABILITY], () => ['send', {}]],
    ['of a capability: elsewhere', ['send', {}, CAPABILITY], () => ['fetch', { at: 'evil.example' }]],
    ['of a capability: one that pays', ['send', {}, CAPABILITY], () => ['pay', {}]],
    ['of a capability: another agent', ['send', {}, CAPABILITY], () => ['agent', {}]],
    ['of a capability: one that deletes for good', ['send', {}, CAPABILITY], () => ['purge', {}]],
    [
      'of a conversation: another',
      ['send', {}, { ...TOOL, until: 'conversation' }],
      () => ['send', {}, { ...IN_TURN, turn: { ...TURN, conversationId: 'c2' } }],
    ],
    [
      'of a conversation: a program outside',
      ['send', {}, { ...TOOL, until: 'conversation' }],
      () => ['send', {}, PROGRAM('editor')],
    ],
    ['of the owner: a program', ['send', {}, TOOL], () => ['send', {}, PROGRAM('editor')]],
    [
      'of the owner: a program in the owner’s conversation',
      ['send', {}, TOOL],
      () => ['send', {}, { ...IN_TURN, principal: { kind: 'program', name: 'editor' } }],
    ],
    ['of the owner: a program without a name', ['send', {}, TOOL], () => ['send', {}, PROGRAM('')]],
    ['of the owner: a program called null', ['send', {}, TOOL], () => ['send', {}, PROGRAM('null')]],
    ['of a program: another', ['send', {}, TOOL, PROGRAM('editor')], () => ['send', {}, PROGRAM('writer')]],
    [
      'of a program: one in other letters',
      ['send', {}, TOOL, PROGRAM('editor')],
      () => ['send', {}, PROGRAM('Editor')],
    ],
    [
      'of a program: one with a blank',
      ['send', {}, TOOL, PROGRAM('editor')],
      () => ['send', {}, PROGRAM('editor ')],
    ],
    ['of a program: the owner', ['send', {}, TOOL, PROGRAM('editor')], () => ['send', {}]],
    [
      'of an hour: an hour later',
      ['send', {}, { ...TOOL, until: 'hour' }],
      () => {
        home.clock.now = new Date(home.clock.now.getTime() + HOUR)
        return ['send', {}]
      },
    ],
    [
      'of an hour: the clock was set back',
      ['send', {}, { ...TOOL, until: 'hour' }],
      () => {
        home.clock.now = new Date(home.clock.now.getTime() - 24 * HOUR)
        return ['send', {}]
      },
    ],
    [
      'of a package: its update',
      ['send', {}, CAPABILITY],
      () => {
        floor.change({ owner: 'package-2' })
        return ['send', {}]
      },
    ],
    [
      'of a tool: other parameters',
      ['send', {}, TOOL],
      () => {
        floor.change({ schema: 'schema-2' })
        return ['send', {}]
      },
    ],
    [
      'of a tool: changed without a word',
      ['send', {}, TOOL],
      () => {
        floor.changeSilently({ owner: 'package-2' })
        return ['send', {}]
      },
    ],
    [
      'taken back',
      ['send', {}, TOOL],
      () => {
        floor.service.approvals.revokeAll({ capability: null, by: 'renderer' })
        return ['send', {}]
      },
    ],
    [
      'of a program that was removed',
      ['send', {}, TOOL, PROGRAM('editor')],
      () => {
        floor.service.approvals.dropClient({ client: 'editor', by: 'renderer' })
        return ['send', {}, PROGRAM('editor')]
      },
    ],
    [
      'of a conversation that was removed',
      ['send', {}, { ...TOOL, until: 'conversation' }],
      () => {
        floor.service.approvals.dropConversation({ conversationId: 'c1', by: 'renderer' })
        return ['send', {}]
      },
    ],
    ['once', ['send', {}, {}], () => ['send', {}]],
  ])('does not cover what it is not %s', async (_what, given, attack) => {
    await allowed(...given)
    const runs = floor.runs.length
    expect(runs).toBe(1)
    expect(await runsUnasked(...attack())).toBe(false)
    expect(floor.runs).toHaveLength(runs)
  })

  it.each<[string, ApprovalAnswer['answer'] | null, Partial<ApprovalAnswer>, string]>([
    ['for other arguments', null, { argumentsSha256: '0'.repeat(64) }, 'approval_changed'],
    ['to a question that was never asked', null, { id: 'other' }, 'approval_not_found'],
    [
      'with a condition that was not offered',
      { decision: 'allow', ...equals('/url') },
      {},
      'approval_not_offered',
    ],
    ['with a condition on everything', { decision: 'allow', ...equals('') }, {}, 'approval_not_offered'],
    [
      'with a condition for a scope that has none',
      { decision: 'allow', scope: 'tool', pattern: { pointer: '/body', match: 'equals' }, until: 'revoked' },
      {},
      'approval_not_offered',
    ],
    [
      'with a scope that has a condition, without it',
      { decision: 'allow', scope: 'pattern', pattern: null, until: 'revoked' },
      {},
      'approval_not_offered',
    ],
    [
      'for a conversation where there is none',
      { decision: 'allow', scope: 'tool', pattern: null, until: 'conversation' },
      {},
      'approval_not_offered',
    ],
    [
      'for all of a tool, once',
      { decision: 'allow', scope: 'tool', pattern: null, until: 'once' },
      {},
      'approval_not_offered',
    ],
  ])('is not given by an answer %s', async (_what, answer, more, code) => {
    const stopping = new AbortController()
    const result = floor.call('send', { body: 'x' }, { ...PROGRAM('editor'), signal: stopping.signal })
    const request = floor.waiting()
    expect(() => {
      answerTo(request, {}, { ...(answer === null ? {} : { answer }), ...more })
    }).toThrow(expect.objectContaining({ code }) as Error)
    expect(floor.service.approvals.pending()).toHaveLength(1)
    stopping.abort()
    expect((await result).ok).toBe(false)
    expect(floor.runs).toEqual([])
  })

  it('that --yes gave on a command line stands for nothing longer', () => {
    void floor.call('send', {})
    expect(() => {
      answerTo(floor.waiting(), TOOL, { by: 'cli_yes' })
    }).toThrow(expect.objectContaining({ code: 'approval_not_offered' }) as Error)
  })

  it.each([
    ['arguments', { argumentsSha256: '0'.repeat(64), definition: 'package-1 schema-1 acp:web/send' }],
    ['a tool', { argumentsSha256: '', definition: 'package-2 schema-1 acp:web/send' }],
  ])('of a command line is for what was shown, not for other %s', async (_what, consent) => {
    const preview = await floor.service.preview(
      { capability_id: 'acp:web/send', version: '1.0.0' },
      { body: 'x' },
    )
    const context: InvokeContext = {
      caller: 'cli',
      principal: OWNER,
      turn: null,
      consent: {
        ...consent,
        argumentsSha256: consent.argumentsSha256 || (preview?.argumentsSha256 ?? ''),
        by: 'cli_yes',
      },
    }
    expect((await floor.call('send', { body: 'x' }, context)).error?.code).toBe('PERMISSION_DENIED')
    expect(floor.runs).toEqual([])
  })
})

describe('what nests deep', () => {
  const nested = (depth: number): unknown => read('['.repeat(depth) + ']'.repeat(depth))
  const DEPTHS = [600, 1500, 3000, 5000, 200_000]

  it.each(DEPTHS)('leaves its line in the log as an answer, %i levels', async (depth) => {
    floor.answers(() => Promise.resolve({ deep: nested(depth) }))
    const { error } = await allowed('send', { body: depth }, {})
    expect(error).toMatchObject({ code: 'EXECUTION_FAILED', details: { reason: 'output_too_large' } })
    expect(floor.service.activity({ limit: 9 })).toMatchObject([
      { outcome: 'failed', decision: { kind: 'asked' } },
    ])
  })

  it.each(DEPTHS)(
    'leaves its line in the log as arguments that need no approval, %i levels',
    async (depth) => {
      const { error } = await floor.call('send', { body: nested(depth) })
      expect(error?.code).toBe('INVALID_INPUT')
      expect(floor.service.approvals.pending()).toEqual([])
      expect(floor.service.activity({ limit: 9 })).toMatchObject([{ outcome: 'failed' }])
    },
  )
})
