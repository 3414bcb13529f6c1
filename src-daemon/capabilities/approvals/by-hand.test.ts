import { OWNER } from '../core/principal.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { IN_TURN, openFloor, personAt, type Floor } from './testing.ts'

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

const { answerTo, allowed, runsUnasked, newest } = personAt(() => floor)

describe('a call made by hand', () => {
  const atTerminal = { caller: 'cli', principal: OWNER, turn: null } as const

  it('from the window is the person’s act', async () => {
    const result = await floor.call('send', INPUT, { caller: 'renderer', principal: OWNER, turn: null })
    expect(result.x_decision).toEqual({ kind: 'user_act', by: 'renderer' })
  })

  it('from a command line needs consent to this very call of this very tool', async () => {
    const refused = await floor.call('send', INPUT, atTerminal)
    expect(refused.error?.details).toEqual({ reason: 'approval_needs_consent', question: 'Web: send' })
    const ref = { capability_id: 'acp:web/send', version: '1.0.0' }
    const shown = await floor.service.preview(ref, INPUT)
    if (shown === null) throw new Error('nothing is asked')
    const consent = {
      argumentsSha256: shown.argumentsSha256,
      definition: shown.definition,
      by: 'cli_yes',
    } as const
    const other = await floor.call('send', { ...INPUT, body: 'x' }, { ...atTerminal, consent })
    expect(other.error?.details).toMatchObject({ reason: 'approval_changed' })
    expect((await floor.call('look', INPUT, { ...atTerminal, consent })).ok).toBe(false)
    expect(floor.runs).toEqual([])
    const result = await floor.call('send', INPUT, { ...atTerminal, consent })
    expect(result.x_decision).toEqual({ kind: 'user_act', by: 'cli_yes' })
    floor.change({ owner: 'package-2' })
    expect((await floor.call('send', INPUT, { ...atTerminal, consent })).ok).toBe(false)
  })

  it('consent in a turn is none: only the person answers there', async () => {
    const ref = { capability_id: 'acp:web/send', version: '1.0.0' }
    const shown = await floor.service.preview(ref, INPUT)
    const consent = {
      argumentsSha256: shown?.argumentsSha256 ?? '',
      definition: shown?.definition ?? '',
      by: 'cli',
    } as const
    expect(await runsUnasked('send', INPUT, { ...IN_TURN, consent })).toBe(false)
  })

  it('from another program waits for the person', async () => {
    expect(await runsUnasked('send', INPUT, { caller: 'mcp', principal: OWNER, turn: null })).toBe(false)
  })

  it('is not asked about if an approval covers it, or if it could not run', async () => {
    const ref = { capability_id: 'acp:web/send', version: '1.0.0' }
    expect(await floor.service.preview({ ...ref, capability_id: 'acp:web/note' }, {})).toBeNull()
    expect(await floor.service.preview(ref, { url: 7 })).toBeNull()
    await allowed('send', INPUT, { scope: 'tool', until: 'revoked' })
    expect(await floor.service.preview(ref, INPUT)).toBeNull()
    expect((await floor.call('send', INPUT, atTerminal)).ok).toBe(true)
  })
})

describe('secrets', () => {
  it('stand neither in the log nor in what comes back', async () => {
    floor.answers(() =>
      Promise.resolve({ headers: { 'x-key': 's3cret-header' }, text: 'key s3cret-header!' }),
    )
    const { output } = await allowed('send', { ...INPUT, token: 'hunter22' }, {})
    expect(output).toEqual({ headers: { 'x-key': '•••' }, text: 'key •••!' })
    const line = JSON.stringify(newest())
    expect(line).not.toContain('s3cret-header')
    expect(line).not.toContain('hunter22')
    expect(floor.runs[0]?.input).toMatchObject({ token: 'hunter22' })
    expect(JSON.stringify(floor.db.prepare('SELECT * FROM approval_requests').all())).not.toContain(
      'hunter22',
    )
  })
})

describe('everybody who looks', () => {
  it('sees the same requests, now and after each change', async () => {
    const ending = new AbortController()
    const seen: number[] = []
    const watching = (async () => {
      for await (const requests of floor.service.approvals.watch(ending.signal)) seen.push(requests.length)
    })()
    const result = floor.call('send', INPUT)
    await expect.poll(() => seen.at(-1)).toBe(1)
    answerTo(floor.waiting(), null)
    await result
    await expect.poll(() => seen.at(-1)).toBe(0)
    ending.abort()
    await watching
    expect(seen[0]).toBe(0)
  })
})
