import { describe, expect, it, vi } from 'vitest'
import { toSatchelError } from '../../platform/errors.ts'
import { FORM, structured } from '../testing/examples.ts'
import { openThreadAgent } from '../testing/thread-agent.ts'

const URL_ = 'https://forms.example/f.json'
const ELSEWHERE = structured('aitp-03-data-request', 'request_data', { ...FORM, form: { json_url: URL_ } })
const FILE = JSON.stringify({
  fields: [
    { id: 'name', label: 'Name', type: 'text', required: true },
    { id: 'code', label: 'Code', type: 'text', autocomplete: 'one-time-code' },
  ],
})

const open = async (loadForm: (url: string) => Promise<string>) => {
  const home = await openThreadAgent({ loadForm })
  const shop = home.agent()
  await shop.allow()
  const id = await shop.begin('Who comes?')
  await shop.json('POST', `/v1/threads/${id}/messages`, { body: { content: [ELSEWHERE] } })
  const items = async () => (await home.threads.view(id)).entries.flatMap((entry) => entry.items)
  const heard = async () => {
    const list = await shop.json('GET', `/v1/threads/${id}/messages?order=asc&limit=100`)
    return (list.body['data'] as unknown as { content: string[] }[]).flatMap(({ content }) => content)
  }
  const kept = () =>
    String(home.db.prepare('SELECT group_concat(content) FROM thread_messages').pluck().get())
  const item = (await items())[0]?.key ?? ''
  return { home, id, item, items, heard, kept }
}
const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'ok',
    (thrown: unknown) => toSatchelError(thrown).code,
  )

describe('a form at another address, in a conversation', () => {
  it('is got once the person says so, answered like any other, and its secrets are kept from the disk', async () => {
    const load = vi.fn(() => Promise.resolve(FILE))
    const { home, id, item, items, heard, kept } = await open(load)
    expect(await items()).toMatchObject([{ form: null, formAt: 'forms.example', canDecline: true }])
    const reply = { action: 'accept' as const, values: { name: 'Ana', code: '771204' } }
    expect(await codeOf(home.threads.answer({ id, item, reply }))).toBe('thread_request_closed')
    expect(load).not.toHaveBeenCalled()
    await home.threads.loadForm({ id, item })
    expect(load).toHaveBeenCalledExactlyOnceWith(URL_)
    expect(await items()).toMatchObject([
      { formAt: null, form: { fields: [{ id: 'name' }, { id: 'code', secret: true }] } },
    ])
    const empty = { action: 'accept' as const, values: {} }
    expect(await codeOf(home.threads.answer({ id, item, reply: empty }))).toBe('thread_message_invalid')
    await home.threads.answer({ id, item, reply })
    expect(JSON.parse((await heard()).at(-1) ?? '')).toMatchObject({
      data: {
        fields: [
          { id: 'name', value: 'Ana' },
          { id: 'code', value: '771204' },
        ],
      },
    })
    expect(kept()).toContain('Ana')
    expect(kept()).not.toContain('771204')
    expect(await items()).toMatchObject([{ state: 'answered', formAt: null }])
  })

  it('is declined as a form without being got', async () => {
    const { home, id, item, heard, items } = await open(() => Promise.reject(new Error('not asked')))
    await home.threads.answer({ id, item, reply: { action: 'decline' } })
    expect(JSON.parse((await heard()).at(-1) ?? '')).toMatchObject({ data: { status: 'declined' } })
    expect(await items()).toMatchObject([{ state: 'declined' }])
  })

  it('that can’t be used leaves the request as it was', async () => {
    const { home, id, item, items } = await open(() => Promise.resolve(`{"json_url":"${URL_}"}`))
    expect(await codeOf(home.threads.loadForm({ id, item }))).toBe('thread_form_unusable')
    expect(await items()).toMatchObject([{ form: null, formAt: 'forms.example' }])
  })

  it('which wasn’t got here is answered with nothing but secrets, as far as is known', async () => {
    const { home, id, kept, heard } = await open(() => Promise.reject(new Error('not asked')))
    const fields = [{ id: 'code', value: '771204' }]
    const answer = structured('aitp-03-data-request', 'data', { request_data_id: FORM.id, fields })
    home.record.add(id, { actor: home.did, content: [answer] }, home.read)
    expect(kept()).not.toContain('771204')
    expect((await heard()).at(-1)).toContain('771204')
  })
})
