import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase, type Database } from '../../storage/index.ts'
import type { ActivityRecord } from '../../contract/capabilities.ts'
import { createActivityLog, type ActivityLog } from './log.ts'

let directory: string
let db: Database
let log: ActivityLog
const now = () => new Date('2026-03-31T00:00:00.000Z')
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'satchel-activity-'))
  db = openDatabase({ path: join(directory, 'state.db') })
  log = createActivityLog({ db, now })
})
afterEach(() => {
  db.close()
  rmSync(directory, { recursive: true })
})

const line = (n: number, more: Partial<ActivityRecord> = {}): ActivityRecord => ({
  id: `line-${String(n)}`,
  at: new Date(Date.UTC(2026, 2, 1) + n * 3_600_000).toISOString(),
  kind: 'call',
  caller: 'internal',
  client: null,
  conversationId: 'c',
  turnId: `t${String(Math.floor(n / 3))}`,
  callId: `k${String(n)}`,
  capabilityId: n % 2 === 0 ? 'acp:note/state.create' : 'acp:weather/look_up',
  version: '1.0.0',
  effect: 'own_state',
  target: null,
  arguments: { title: `Title ${String(n)}` },
  result: { ok: true, output: { text: 'fine' }, error: null, duration_ms: 3, x_changes: [] },
  outcome: 'ok',
  decision: { kind: 'free' },
  waitedMs: 0,
  bytes: { in: 1, out: 2 },
  tokens: { prompt: 100, completion: 7 },
  ...more,
})
const ids = (records: readonly ActivityRecord[]) => records.map(({ id }) => id)
const found = (text: string) => ids(log.list({ limit: 50, text }).records)

describe('the activity log', () => {
  it('returns its lines page by page, without a duplicate or missing line while it grows', () => {
    const all = Array.from({ length: 25 }, (_, n) => line(n))
    for (const one of all) log.append(one)
    expect(log.list({ limit: 1 }).records).toEqual([all.at(-1)])
    const seen: string[] = []
    for (let before: string | undefined; ;) {
      const page = log.list({ limit: 7, ...(before === undefined ? {} : { before }) })
      seen.push(...ids(page.records))
      log.append(line(100 + seen.length))
      before = page.records.at(-1)?.id
      if (!page.more) break
    }
    expect(seen).toEqual(ids(all).toReversed())
    expect(() => log.list({ limit: 1, before: 'nobody' })).toThrow(/invalid_request/)
  })

  it('finds lines by words of the tool, the arguments, the result, the target and the failure', () => {
    log.append(line(0, { arguments: { object: { title: 'Café crème', n: 42 } } }))
    log.append(line(1, { target: 'api.example.org', arguments: { q: '明日の天気' } }))
    log.append(
      line(2, {
        outcome: 'failed',
        result: {
          ok: false,
          output: null,
          error: { code: 'TIMEOUT', message: 'It took too long.' },
          duration_ms: 1,
          x_changes: [],
        },
      }),
    )
    expect(found('cafe')).toEqual(['line-0'])
    expect(found('CRÈM')).toEqual(['line-0'])
    expect(found('42')).toEqual(['line-0'])
    expect(found('weather')).toEqual(['line-1'])
    expect(found('example org')).toEqual(['line-1'])
    expect(found('天気')).toEqual(['line-1'])
    expect(found('timeout long')).toEqual(['line-2'])
    expect(found('fine')).toEqual(['line-1', 'line-0'])
    expect(found('fine nothing')).toEqual([])
  })

  it('takes what a person types for words, never for syntax', () => {
    log.append(line(0))
    for (const text of [
      '"',
      '" OR "',
      'title*',
      'NEAR(title)',
      'words:title',
      "title'--",
      '^title',
      '-title',
      '()',
    ])
      expect(() => found(text)).not.toThrow()
    expect(found('"title" OR "nothing"')).toEqual([])
    expect(found('!!!')).toEqual([])
    expect(found('   ')).toEqual(['line-0'])
  })

  it('tells calls of other agents from calls to them, by an index', () => {
    log.append(line(0))
    log.append(line(1, { caller: 'agent', client: 'did:wba:a.example' }))
    log.append(line(2, { effect: 'agent' }))
    log.append(line(3, { caller: 'agent', effect: 'agent' }))
    log.append(line(4, { capabilityId: 'anp:shop/order', effect: 'payment' }))
    log.append(line(5, { capabilityId: 'a2a:desk/ask', effect: 'network_read' }))
    const agents = (which: 'any' | 'from' | 'to') => ids(log.list({ limit: 50, agents: which }).records)
    expect(agents('any')).toEqual(['line-5', 'line-4', 'line-3', 'line-2', 'line-1'])
    expect(agents('from')).toEqual(['line-3', 'line-1'])
    expect(agents('to')).toEqual(['line-5', 'line-4', 'line-2'])
  })

  it('narrows by capability, tool, outcome, conversation, turn and time', () => {
    for (let n = 0; n < 12; n++) log.append(line(n, { outcome: n === 5 ? 'denied' : 'ok' }))
    expect(log.list({ limit: 50, capability: 'weather' }).records).toHaveLength(6)
    expect(log.list({ limit: 50, tool: 'acp:note/state.create' }).records).toHaveLength(6)
    expect(ids(log.list({ limit: 50, outcome: 'denied' }).records)).toEqual(['line-5'])
    expect(ids(log.list({ limit: 50, turnId: 't3' }).records)).toEqual(['line-11', 'line-10', 'line-9'])
    expect(log.list({ limit: 50, conversationId: 'other' }).records).toEqual([])
    const time = { from: '2026-03-01T02:00:00.000Z', to: '2026-03-01T04:00:00+00:00' }
    expect(ids(log.list({ limit: 50, ...time }).records)).toEqual(['line-3', 'line-2'])
    expect(ids(log.list({ limit: 50, capability: 'note', text: 'Title 4' }).records)).toEqual(['line-4'])
  })

  it('cannot be changed, and lines leave only when the owner clears it', () => {
    for (let n = 0; n < 48; n++) log.append(line(n))
    expect(() => db.exec("UPDATE activity SET outcome = 'ok'")).toThrow(/append-only/)
    expect(() => db.exec('DELETE FROM activity')).toThrow(/append-only/)
    expect(() => db.exec('DELETE FROM activity WHERE position = 1')).toThrow(/append-only/)
    expect(log.clear({ before: '2026-03-02T00:00:00.000Z', by: 'cli_yes' })).toBe(24)
    expect(() => db.exec('DELETE FROM activity')).toThrow(/append-only/)
    const { records } = log.list({ limit: 50 })
    expect(records).toHaveLength(25)
    expect(records[0]).toMatchObject({
      kind: 'cleared',
      caller: 'cli',
      decision: { kind: 'user_act', by: 'cli_yes' },
      arguments: { lines: 24 },
    })
    expect(found('Title 3')).not.toContain('line-3')
    expect(found('Title 30')).toEqual(['line-30'])
    expect(log.clear({ before: '2020-01-01T00:00:00.000Z', by: 'renderer' })).toBe(0)
    expect(log.list({ limit: 50 }).records).toHaveLength(25)
  })

  it('does not clear today’s lines because of one with a wrong clock', () => {
    log.append(line(0))
    log.append(line(1, { at: '2019-01-01T00:00:00.000Z' }))
    log.append(line(2))
    expect(log.clear({ before: '2020-01-01T00:00:00.000Z', by: 'renderer' })).toBe(1)
    expect(ids(log.list({ limit: 9, kind: 'call' }).records)).toEqual(['line-2', 'line-0'])
  })

  it('gives lines of an older version their words at the first opening', () => {
    log.append(line(0))
    db.exec('DELETE FROM activity_words')
    expect(found('title')).toEqual([])
    log = createActivityLog({ db, now })
    expect(found('title')).toEqual(['line-0'])
    log.append(line(1))
    expect(found('title')).toEqual(['line-1', 'line-0'])
  })

  it('tells who listens', () => {
    let heard = 0
    const stop = log.onChange(() => {
      heard += 1
    })
    log.append(line(0))
    stop()
    log.append(line(1))
    expect(heard).toBe(1)
  })
})

describe('an export', () => {
  const all = (format: 'jsonl' | 'csv'): { text: string; parts: number } => {
    let text = ''
    let parts = 0
    for (let after: string | null | undefined; after !== null;) {
      const part = log.export({ format, ...(after === undefined ? {} : { after }) })
      text += part.text
      after = part.next
      parts += 1
    }
    return { text, parts }
  }

  it('has every line once, oldest first, in parts', () => {
    db.transaction(() => {
      for (let n = 0; n < 1203; n++) log.append(line(n))
    })()
    const { text, parts } = all('jsonl')
    const lines = text.trimEnd().split('\n')
    expect(parts).toBe(3)
    expect(lines).toHaveLength(1203)
    expect(JSON.parse(lines[0] ?? '')).toEqual(line(0))
    expect(JSON.parse(lines[1202] ?? '')).toEqual(line(1202))
    expect(all('csv').text.split('\r\n')).toHaveLength(1205)
  })

  it.each([
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['\r=1', '"\'\r=1"'],
    [' =cmd|x', "' =cmd|x"],
    ['＝1', "'＝1"],
    ['a "b", c', '"a ""b"", c"'],
    ['plain', 'plain'],
  ])('writes %j as a cell no spreadsheet runs', (target, cell) => {
    log.append(line(0, { target }))
    const { text } = log.export({ format: 'csv' })
    expect(text.startsWith('\uFEFFat,kind,caller,client,tool,')).toBe(true)
    expect(text).toContain(`,own_state,${cell},free,`)
  })
})
