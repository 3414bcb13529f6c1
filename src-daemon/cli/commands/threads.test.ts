import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCli } from '../../testing/cli.ts'
import {
  EXAMPLES,
  FORM,
  NUMBER,
  PAYMENT,
  QUOTE,
  signedQuote,
  signer,
  structured,
} from '../../threads/testing/examples.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'satchel-threads-'))
})
afterAll(() => {
  rmSync(folder, { recursive: true })
})

const file = (name: string, content: string): string => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}
const check = (...args: readonly string[]) => runCli({ SATCHEL_HOME: folder }, 'threads', 'check', ...args)

const message = (actor: string, content: string, n: number): object => ({
  id: `m${String(n)}`,
  created_at: 1_740_472_200 + n,
  role: 'user',
  content: [content],
  metadata: { actor },
})
const pay = (amount: string): string =>
  structured('aitp-01-payments', 'payment', {
    ...PAYMENT,
    payment_method: { ...PAYMENT.payment_method, amount },
  })
const quote = structured('aitp-01-payments', 'quote', QUOTE)

describe('satchel threads check', () => {
  it('takes a message in a file, and says nothing is wrong', async () => {
    const paths = Object.entries(EXAMPLES).map(([name, raw]) => file(`${name.replace('/', '-')}.json`, raw))
    const { code, stdout } = await check(...paths)
    expect(stdout).toContain('13 files, 13 items, all valid')
    expect(code).toBe(0)
  })

  it('says the place of each fault, and ends with 1', async () => {
    const form = { ...FORM, form: { json_url: 'https://127.0.0.1/f.json' } }
    const path = file('private.json', structured('aitp-03-data-request', 'request_data', form))
    const { code, stdout } = await check(path)
    expect(code).toBe(1)
    expect(stdout).toContain(
      '✗ message: request_data.form.json_url: This address is on a private network or this computer. (https://127.0.0.1/f.json) [url_private]',
    )
    expect(stdout).toContain('1 file, 1 item, 1 file isn’t valid')
    const broken = await check(file('broken.json', '{\n  "messages": [,]\n}'))
    expect(broken).toMatchObject({ code: 1 })
    expect(broken.stdout).toContain('(2:16) [not_json]')
  })

  it('reads a conversation, in all forms in which one is kept', async () => {
    const messages = [
      message('shop', quote, 0),
      message('user', pay('10'), 1),
      message('user', pay('99.99'), 2),
    ]
    const forms = {
      'thread.json': JSON.stringify({ id: 't', messages }),
      'list.json': JSON.stringify({ object: 'list', data: messages }),
      'array.json': JSON.stringify(messages),
      'lines.jsonl': messages.map((one) => JSON.stringify(one)).join('\n'),
    }
    for (const [name, content] of Object.entries(forms)) {
      const { code, stdout } = await check('--json', '--at', '2025-02-25T09:00:00Z', file(name, content))
      expect(code, name).toBe(1)
      const [result] = JSON.parse(stdout) as {
        items: { place: string; faults: unknown }[]
        requests: unknown
      }[]
      expect(result, name).toMatchObject({
        valid: false,
        requests: [{ id: 'q_1', state: 'answered', answer: 'messages[2].content[0]' }],
        items: [
          { place: 'messages[0].content[0]', counts: true, split: [{ merchant: { amount: '99.990000' } }] },
          { counts: false, faults: [{ code: 'amount_differs', place: 'payment.payment_method.amount' }] },
          { counts: true, faults: [] },
        ],
      })
    }
  })

  it('says what everyone in a conversation declared, and what was sent without it', async () => {
    const url = (slug: string) => `https://aitp.dev/capabilities/${slug}/v1.0.0/schema.json`
    const actors = [
      { id: 'user', capabilities: [url('aitp-01-payments'), url('aitp-02-decisions')] },
      JSON.stringify({ id: 'shop', capabilities: [{ $schema: url('aitp-02-decisions') }] }),
      { id: 'silent' },
    ]
    const messages = [message('shop', quote, 0)]
    const conversation = (who: readonly unknown[]) =>
      file('actors.json', JSON.stringify({ id: 't', metadata: { actors: who }, messages }))
    const at = ['--at', '2025-02-25T09:00:00Z']
    const { code, stdout } = await check(...at, conversation(actors.slice(0, 2)))
    expect(code).toBe(0)
    expect(stdout).toContain('user: aitp-01-payments/1, aitp-02-decisions/1')
    expect(stdout).toContain('In common: aitp-02-decisions/1')
    expect(stdout).toContain('(aitp-01-payments/1) [not_declared]')
    expect((await check(...at, conversation(actors))).stdout).toContain('In common: –')
    const all = await check('--json', ...at, conversation(actors.slice(0, 1)))
    expect(JSON.parse(all.stdout)).toMatchObject([
      {
        actors: [{ id: 'user' }],
        common: ['aitp-01-payments/1', 'aitp-02-decisions/1'],
        items: [{ faults: {} }],
      },
    ])
    expect(all.stdout).not.toContain('not_declared')
    expect((await check(...at, file('alone.json', JSON.stringify({ messages })))).stdout).not.toContain(
      'common',
    )
  })

  it('finds a quote that another file shows as paid', async () => {
    const [one, two] = ['first.json', 'second.json'].map((name, n) =>
      file(name, JSON.stringify([message('shop', quote, 0), message('user', pay('99.99'), 1 + n)])),
    )
    const { code, stdout } = await check('--at', '2025-02-25T09:00:00Z', one ?? '', two ?? '')
    expect(code).toBe(1)
    expect(stdout).toContain('[already_paid]')
  })

  it('judges expiry at a time, and refuses one it can’t read', async () => {
    const path = file('quote.json', quote)
    expect((await check('--at', '2025-02-25T09:00:00Z', path)).stdout).toMatch(/open +quote +q_1/)
    expect((await check('--at', '2026-02-25T09:00:00Z', path)).stdout).toMatch(/expired +quote +q_1/)
    expect(await check('--at', 'soon', path)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('--at soon') as unknown,
    })
  })

  it('verifies signatures by the keys of a file', async () => {
    const [store, other] = [signer('store.near'), signer('store.near')]
    const path = file('signed.json', structured('aitp-01-payments', 'quote', signedQuote(store)))
    const keys = (by: typeof store): string => file('keys.json', JSON.stringify({ [by.id]: by.near }))
    expect((await check(path)).stdout).toContain('[signature_unchecked]')
    const right = await check('--keys', keys(store), path)
    expect(right.code).toBe(0)
    expect(right.stdout).not.toContain('signature')
    expect(await check('--keys', keys(other), path)).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('[signature_invalid]') as unknown,
    })
    expect((await check('--keys', file('none.json', '{"store.near": "x"}'), path)).code).toBe(1)
  })

  it('says what it does not know, and where nothing is', async () => {
    const unknown = await check(file('unknown.json', '{"$schema":"https://x.example/s.json","poll":{}}'))
    expect(unknown.code).toBe(0)
    expect(unknown.stdout).toContain('[unknown_capability]')
    for (const nothing of ['{}', '[]', '[1]', '{"messages":[{"id":"x"}]}'])
      expect((await check(file('nothing.json', nothing))).stdout).toContain('[no_message]')
    expect((await check(join(folder, 'missing.json'))).stderr).toContain('file_unreadable')
  })

  it('lets no text of a message write on the terminal', async () => {
    const raw = structured('aitp-02-decisions', 'request_decision', { ...NUMBER, id: 'a\u001b[2J\nb\u202e' })
    const { stdout } = await check(file('hostile.json', raw))
    expect(stdout).not.toMatch(/\u001b|\u202e/)
    expect(stdout).toContain('a\\u{1b}[2J\\nb')
  })
})
