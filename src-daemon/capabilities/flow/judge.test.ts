import { describe, expect, it } from 'vitest'
import { judgeFlow, type FlowingCall } from './judge.ts'
import type { CallFlow, ReadOutput } from './types.ts'

const PAGE: ReadOutput = { of: 'mcp:suite', asked: ['www.page.example'], keepers: [], output: null }

const flowOf = (words: string, more: Partial<CallFlow> = {}): CallFlow => {
  const spent = new Set<string>()
  return {
    words,
    foreign: () => [{ of: 'mcp:suite', asked: ['somewhere else'], keepers: [], output: null }],
    own: () => [],
    kept: () => [],
    extracted: () => [],
    spend: (what) => !spent.has(what) && spent.add(what).has(what),
    confirm: () => undefined,
    isConfirmed: () => false,
    ...more,
  }
}
const call = (tool: string, args: Record<string, unknown>, more: Partial<FlowingCall> = {}): FlowingCall => ({
  ...{ capabilityId: `mcp:suite/${tool}`, tool, inputSchema: {}, arguments: args },
  effect: 'process',
  ...more,
})
const outsideOf = (words: string, given: FlowingCall, more: Partial<CallFlow> = {}) =>
  judgeFlow(given, flowOf(words, more))?.fromOutside ?? null

const send = (recipient: string, body: string) => call('send_message', { recipient, body })

describe('what was read of others decides on no effect by itself', () => {
  it('but where nothing of theirs was read, nothing is asked', () => {
    expect(outsideOf('', send('mallory', 'hi'), { foreign: () => [] })).toBeNull()
  })

  it.each(['none', 'own_state'] as const)('but %s is free', (effect) => {
    expect(outsideOf('', { ...send('mallory', 'hi'), effect })).toBeNull()
  })

  it('and what the owner’s words name goes on: what is done, and each value', () => {
    expect(outsideOf('Send "see you at 8" to Ann', send('Ann', 'see you at 8'))).toBeNull()
    expect(outsideOf('Send "see you at 8" to Ann', send('Mallory', 'see you at 8'))).toEqual(['/recipient'])
    expect(outsideOf('Who is Ann? I want to see you at 8', send('Ann', 'see you at 8'))).toEqual([])
  })

  it('and what they name is done once', () => {
    const flow = flowOf('Send "hi" to Ann')
    expect(judgeFlow(send('Ann', 'hi'), flow)).toBeNull()
    expect(judgeFlow(send('Ann', 'hi'), flow)).toEqual({ fromOutside: [] })
  })

  it('and two effects of which one is named are two', () => {
    const flow = flowOf('Delete the file a.txt')
    expect(judgeFlow(call('delete_file', { name: 'a.txt' }), flow)).toBeNull()
    expect(judgeFlow(call('share_file', { name: 'a.txt' }), flow)).toEqual({ fromOutside: [] })
  })

  it('and a thing in a tool’s name isn’t what it does', () => {
    expect(outsideOf('Find the email "Offer"', call('delete_email', { subject: 'Offer' }))).toEqual([])
  })

  it('and what takes nothing needs its whole name', () => {
    expect(outsideOf('Delete the old draft', call('delete_all_mails', {}))).toEqual([])
    expect(outsideOf('Delete all mails', call('delete_all_mails', {}))).toBeNull()
  })

  it('and text of what the owner named goes where they named, and nowhere else', () => {
    const words = 'Post a summary of www.page.example to the channel general'
    const post = (channel: string) => call('post_message', { channel, body: 'They sell shoes.' })
    expect(outsideOf(words, post('general'), { foreign: () => [PAGE] })).toBeNull()
    expect(outsideOf(words, post('random'), { foreign: () => [PAGE] })).toEqual(['/channel', '/body'])
    const others = [PAGE, { of: 'mcp:suite', asked: ['www.other.example'], keepers: [], output: null }]
    expect(outsideOf(words, post('general'), { foreign: () => others })).toEqual(['/body'])
    expect(
      outsideOf(words, post('general'), {
        foreign: () => [PAGE, { of: 'mcp:suite', asked: [], keepers: [], output: null }],
      }),
    ).toEqual(['/body'])
  })

  it('and what answers a change that the owner agreed to is theirs to go on with', () => {
    const words = 'Post a summary of www.page.example to the channel general'
    const post = call('post_message', { channel: 'general', body: 'They sell shoes.' })
    const foreign = () => [PAGE, { of: 'mcp:suite', asked: ['dora@example.org'], keepers: [], output: null }]
    expect(outsideOf(words, post, { foreign })).toEqual(['/body'])
    expect(outsideOf(words, post, { foreign, isConfirmed: (text) => text === 'dora@example.org' })).toBeNull()
  })

  it.each([
    ['my-bank.example', 'bank.example'],
    ['bank.example.org', 'bank.example'],
    ['bank.example/pay', 'bank.example'],
    ['notann@example.org', 'ann@example.org'],
    ['Annabel', 'Ann'],
    ['the year 2024', '202'],
    ['1. Say hello. 2. Go on.', '1'],
  ])('and %s doesn’t name %s', (said, value) => {
    expect(outsideOf(`Send "hi" to ${said}`, send(value, 'hi'))).toEqual(['/recipient'])
  })

  it.each([
    ['给王芳发送“你好”', '王芳', '你好'],
    ['田中さんに「はい」と送信して', '田中', 'はい'],
    ['Envía «hola» a Inés, por favor.', 'Inés', 'hola'],
    ['sending “hi” to ANN.', 'ann', 'hi'],
  ])('and in %j all is named', (words, recipient, body) => {
    expect(outsideOf(words, send(recipient, body))).toBeNull()
  })

  it.each(['May 19th, 2024', '19 May 2024', '2024-05-19', '19 de mayo de 2024', '2024年5月19日'])(
    'and a time of a day that is said as %s is named',
    (day) => {
      const made = (start: string) => call('create_event', { title: 'Lunch', start })
      expect(outsideOf(`Create Lunch on ${day} at 12:00`, made('2024-05-19 13:00'))).toBeNull()
      expect(outsideOf(`Create Lunch on ${day} at 12:00`, made('2024-05-20 13:00'))).toEqual(['/start'])
    },
  )

  it('and names of members that can be anything are values', () => {
    const given = call('send_headers', { to: 'Ann', headers: { 'x@evil.example': 'Ann' } })
    expect(outsideOf('Send to Ann', given)).toEqual(['/headers/x@evil.example'])
  })

  it('and a short form is a member of a closed list, beside its name', () => {
    const inputSchema = {
      $defs: { P: { enum: ['r', 'rw'] } },
      properties: { permission: { $ref: '#/$defs/P' } },
    }
    const share = (permission: string) =>
      call('share_file', { email: 'ann@example.org', permission }, { inputSchema })
    const words = 'Share it with ann@example.org with read permissions, as I said really'
    expect(outsideOf(words, share('r'))).toBeNull()
    expect(outsideOf(words, share('rw'))).toEqual(['/permission'])
    expect(outsideOf('Share it with ann@example.org, really', share('r'))).toEqual(['/permission'])
  })
})

describe('an id is named by the name of its record', () => {
  const files = (...records: readonly (readonly [string, string])[]) => ({
    foreign: () => [
      {
        of: 'mcp:suite',
        asked: [],
        keepers: [],
        output: { result: records.map(([id_, filename]) => ({ id_, filename })) },
      },
    ],
  })
  const remove = (file_id: string) => call('delete_file', { file_id })

  it('if it is the only one of that name', () => {
    const words = 'Delete the file plan.docx'
    expect(outsideOf(words, remove('3'), files(['3', 'plan.docx'], ['4', 'other.docx']))).toBeNull()
    expect(outsideOf(words, remove('4'), files(['3', 'plan.docx'], ['4', 'other.docx']))).toEqual([
      '/file_id',
    ])
    expect(outsideOf(words, remove('3'), files(['3', 'plan.docx'], ['4', 'plan.docx']))).toEqual(['/file_id'])
  })

  it('as the one who has it lists it, and nobody else', () => {
    const [listed] = files(['3', 'plan.docx']).foreign()
    const page = {
      of: 'mcp:browser',
      asked: [],
      keepers: [],
      output: { result: [{ id_: '7', filename: 'plan.docx' }] },
    }
    const foreign = () => (listed === undefined ? [] : [listed, page])
    expect(outsideOf('Delete the file plan.docx', remove('3'), { foreign })).toBeNull()
    expect(outsideOf('Delete the file plan.docx', remove('7'), { foreign })).toEqual(['/file_id'])
  })

  it('also by its beginning, of two words at least', () => {
    const words = 'Delete my grocery list'
    expect(outsideOf(words, remove('3'), files(['3', 'grocery-list-today.docx']))).toBeNull()
    expect(outsideOf(words, remove('3'), files(['3', 'grocery.docx']))).toEqual(['/file_id'])
  })

  it('and by its number only as a number of something', () => {
    expect(outsideOf('Delete the file with ID 13', remove('13'))).toBeNull()
    expect(outsideOf('Delete file 13', remove('13'))).toBeNull()
    expect(outsideOf('Delete the 13 oldest', remove('13'))).toEqual(['/file_id'])
  })
})

describe('a value is named by how it begins', () => {
  const channels = (...result: readonly string[]) => ({
    foreign: () => [{ of: 'mcp:suite', asked: [], keepers: [], output: { result } }],
  })
  const add = (channel: string) => call('add_user', { user: 'Ann', channel })

  it.each([
    'Add Ann to the channel starting with External',
    'Add Ann to the channel that begins with "External"',
    'Añade a Ann al canal que empieza por External.',
    '把 Ann 添加到以“External”开头的频道',
    'Annを「External」で始まるチャンネルに追加して',
  ])('if one alone does: %s', (words) => {
    expect(outsideOf(words, add('External_0'), channels('general', 'External_0'))).toBeNull()
    expect(outsideOf(words, add('general'), channels('general', 'External_0'))).toEqual(['/channel'])
    expect(outsideOf(words, add('External_0'), channels('External_0', 'external-evil'))).toEqual(['/channel'])
  })

  it('as the one who has it lists it, and not by any word of the message', () => {
    const words = 'Add Ann to the channel starting with External'
    const [listed] = channels('External_0').foreign()
    const page = { of: 'mcp:web', asked: [], keepers: [], output: { result: ['External_evil'] } }
    const foreign = () => (listed === undefined ? [] : [listed, page])
    expect(outsideOf(words, add('External_0'), { foreign })).toBeNull()
    expect(outsideOf(words, add('External_evil'), { foreign })).toEqual(['/channel'])
    expect(outsideOf(words, add('Exter'), channels('External_0'))).toEqual(['/channel'])
    for (const other of ['to External', 'everywhere, starting with External', '. Start with External'])
      expect(outsideOf(`Add Ann ${other}`, add('External_0'), channels('External_0'))).toEqual(['/channel'])
  })
})

describe('the subject of a message and the place of an appointment are text', () => {
  const read = { foreign: () => [PAGE] }
  it('where the source, what is done and to whom are named', () => {
    const words = 'Send a summary of www.page.example to ann@example.org'
    const mail = (to: string, tool = 'send_email') =>
      call(tool, { to, subject: 'They sell shoes', body: 'Of leather.' })
    expect(outsideOf(words, mail('ann@example.org'), read)).toBeNull()
    expect(outsideOf(words, mail('eve@example.org'), read)).toEqual(['/to', '/subject', '/body'])
    expect(outsideOf(words, mail('ann@example.org'))).toEqual(['/subject', '/body'])
    const place = call('create_event', { title: 'Fair', place: 'Hall 3' })
    expect(outsideOf('Add the event Fair, where www.page.example says', place, read)).toBeNull()
  })

  it('but not where they say which thing, or where something goes', () => {
    const words = 'Delete the email in "Old" that www.page.example tells of, and cancel Fair; move a.txt'
    const found = { ...read }
    expect(outsideOf(words, call('delete_email', { folder: 'Old', subject: 'Offer' }), found)).toEqual([
      '/subject',
    ])
    expect(outsideOf(words, call('cancel_event', { title: 'Fair', location: 'Hall 3' }), found)).toEqual([
      '/location',
    ])
    expect(outsideOf(words, call('move_file', { file: 'a.txt', location: 'public' }), found)).toEqual([
      '/location',
    ])
    expect(outsideOf(words, call('send_and_delete', { to: 'Fair', subject: 'x' }), found)).toEqual([
      '/subject',
    ])
  })
})

describe('reading is free', () => {
  const read = (args: Record<string, unknown>, capabilityId = 'mcp:web/get') =>
    call('get', args, { capabilityId, effect: 'network_read' })

  it('except at an address that others gave', () => {
    expect(outsideOf('look', read({ query: 'shoes' }))).toBeNull()
    expect(outsideOf('look', read({ url: 'www.evil.example' }))).toEqual(['/url'])
    expect(outsideOf('look', read({ what: 'https://evil.example/?q=1' }))).toEqual(['/what'])
    expect(outsideOf('look at www.page.example', read({ url: 'www.page.example' }))).toBeNull()
  })

  it('and a package reaches its own host alone', () => {
    expect(outsideOf('look', read({ url: 'www.evil.example' }, 'acp:web/get'))).toBeNull()
  })
})

describe('what the owner named and looked up in their own is theirs', () => {
  const contacts = (asked: string) => ({
    own: () => [{ of: 'mcp:suite', asked: [asked], keepers: [], output: { email: 'sarah@example.org' } }],
  })

  it('and anything else there isn’t', () => {
    const mail = send('sarah@example.org', 'hi')
    expect(outsideOf('Send "hi" to Sarah Baker', mail, contacts('Sarah Baker'))).toBeNull()
    expect(outsideOf('Send "hi" to Ann', mail, contacts('Sarah Baker'))).toEqual(['/recipient'])
  })
})
