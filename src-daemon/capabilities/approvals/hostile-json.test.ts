import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { approvalRequestSchema } from '../../contract/approvals.ts'
import { invokeForAgent } from '../agents.ts'
import { OWNER } from '../core/principal.ts'
import { jsonSha256 } from './hash.ts'
import { openFloor, personAt, type Floor } from './testing.ts'

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
const { answerTo } = personAt(() => floor)

/** What others wrote, as it is once it was read. */
const read = (json: string): unknown => JSON.parse(json)
const REF = { capability_id: 'acp:web/send', version: '1.0.0' }

describe('arguments that readers take differently', () => {
  const refused: [string, unknown, string][] = [
    ['a member __proto__', read('{"body":"shown","__proto__":{"hidden":"evil"}}'), '/__proto__'],
    ['one within', read('{"body":{"list":[{"a/b":{"__proto__":1}}]}}'), '/body/list/0/a~1b/__proto__'],
    ['half a character', read('{"body":["\\ud800"]}'), '/body/0'],
    ['a name with half a character', read('{"body":{"\\udc00":1}}'), '/body/\ufffd'],
    ['a number beyond a double', read('{"body":1e400}'), '/body'],
  ]

  it.each(refused)('are refused before the person is asked: %s', async (_what, input, pointer) => {
    const { ok, error } = await floor.call('send', input)
    expect(ok).toBe(false)
    expect(error).toMatchObject({
      code: 'INVALID_INPUT',
      details: { reason: 'ambiguous_json', pointers: [pointer] },
    })
    expect(error?.message).toContain(pointer)
    expect(floor.service.approvals.pending()).toEqual([])
    expect(floor.runs).toEqual([])
  })

  it.each(refused)(
    'are refused to the command line, the window and other agents: %s',
    async (_what, input) => {
      expect(await floor.service.preview(REF, input)).toBeNull()
      const by = { argumentsSha256: '', definition: '', by: 'cli_yes' as const }
      for (const context of [
        { caller: 'cli', principal: OWNER, turn: null, consent: by },
        { caller: 'renderer', principal: OWNER, turn: null },
        { caller: 'mcp', principal: { kind: 'program', name: 'editor' }, turn: null },
      ] as const)
        expect((await floor.call('send', input, context)).error?.code).toBe('INVALID_INPUT')
      expect(
        await invokeForAgent(floor.service, {
          toolId: REF.capability_id,
          params: input as Record<string, unknown>,
          did: 'did:key:z',
          signal: new AbortController().signal,
        }),
      ).toMatchObject({ ok: false, code: 'INVALID_INPUT' })
      expect(floor.runs).toEqual([])
    },
  )
})

describe('what is asked about', () => {
  it.each([
    ['names of methods', '{"body":{"constructor":{"prototype":{"a":1}},"toString":1,"hasOwnProperty":2}}'],
    ['duplicate keys', '{"body":"first","body":"second"}'],
    ['minus zero', '{"body":-0}'],
    ['more digits than a number keeps', '{"body":123456789012345678901234567890}'],
    ['invisible characters', '{"body":"\\u202e\\u200b\\u0000"}'],
  ])('is what is hashed and sent, to the byte: %s', async (_what, json) => {
    const input = read(json)
    const result = floor.call('send', input)
    const pending = floor.waiting()
    // As clients are told of it.
    const shown = JSON.stringify(approvalRequestSchema.parse(pending).arguments)
    expect(pending.argumentsSha256).toBe(jsonSha256(JSON.parse(shown)))
    answerTo(pending, {})
    expect((await result).ok).toBe(true)
    expect(JSON.stringify(floor.runs[0]?.input)).toBe(shown)
    expect(shown).toBe(JSON.stringify(input))
  })
})
