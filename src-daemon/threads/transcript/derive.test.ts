import { describe, expect, it } from 'vitest'
import { cpuTime } from '../../testing/cpu-time.ts'
import { FORM, NUMBER, structured } from '../testing/examples.ts'
import {
  SHOP,
  USER,
  said,
  derive,
  states,
  faults,
  colours,
  number,
  choose,
  form,
  fill,
  control,
} from '../testing/transcripts.ts'
import type { Transcript } from './derive.ts'
import { readThreadMessage, type ThreadMessage } from './read-messages.ts'

describe('a request', () => {
  it('is open until its answer, also when the transcript is read in between', () => {
    const all = said([SHOP, colours], [USER, choose('colours', 'red', 'blue')])
    expect(states(derive(all.slice(0, 1)))).toEqual(['colours pending'])
    const later = derive(all)
    expect(states(later)).toEqual(['colours answered'])
    expect(later.requests[0]?.answer).toEqual({ message: 1, item: 0 })
    expect(faults(later)).toEqual([])
  })

  it('is answered once: a second answer is named and never counts', () => {
    const all = derive(
      said([SHOP, colours], [USER, choose('colours', 'red')], [USER, choose('colours', 'blue')]),
    )
    expect(faults(all)).toEqual(['2 second_answer decision'])
    expect(all.items.map(({ counts }) => counts)).toEqual([true, true, false])
    expect(all.requests[0]?.answer).toEqual({ message: 1, item: 0 })
  })

  it('takes the same answer again as no second one', () => {
    const red = choose('colours', 'red')
    const all = derive(said([SHOP, colours], [USER, red], [USER, red], [SHOP, colours]))
    expect(faults(all)).toEqual(['2 repeated decision', '3 repeated request_decision'])
    expect(states(all)).toEqual(['colours answered'])
    expect(all.items.every((one) => one.faults.every(({ severity }) => severity === 'note'))).toBe(true)
  })

  it('is not answered by who asked', () => {
    expect(faults(derive(said([SHOP, colours], [SHOP, choose('colours', 'red')])))).toEqual([
      '1 own_request decision',
    ])
  })

  it('is found without an id if it is the only open one of its kind', () => {
    expect(states(derive(said([SHOP, number], [USER, choose(null, '7')])))).toEqual(['number answered'])
    const two = derive(said([SHOP, number], [SHOP, colours], [USER, choose(null, '7')]))
    expect(faults(two)).toEqual(['2 ambiguous decision'])
    expect(states(two)).toEqual(['number pending', 'colours pending'])
  })

  it('is replaced by another of the same id and sender, and by nobody else’s', () => {
    const newer = structured('aitp-02-decisions', 'request_decision', { ...NUMBER, title: 'Again' })
    const replaced = derive(said([SHOP, number], [SHOP, newer], [USER, choose('number', '7')]))
    expect(states(replaced)).toEqual(['number superseded', 'number answered'])
    const taken = derive(said([SHOP, number], ['thief', newer], [USER, choose('number', '7')]))
    expect(states(taken)).toEqual(['number answered', 'number invalid id_taken'])
    const reused = derive(said([SHOP, number], [USER, choose('number', '7')], [SHOP, newer]))
    expect(states(reused)).toEqual(['number answered', 'number invalid id_reused'])
  })

  it('with a form at a private address can’t be answered', () => {
    const json = { ...FORM, form: { json_url: 'https://192.168.1.1/f.json' } }
    const all = derive(
      said([SHOP, structured('aitp-03-data-request', 'request_data', json)], [USER, fill({ a: '' })]),
    )
    expect(states(all)).toEqual(['form_1 invalid url_private'])
    expect(faults(all)).toContain('1 request_invalid data')
  })
})

describe('answers that do not fit', () => {
  it.each([
    ['an option that was not offered', number, choose('number', '8'), 'not_offered decision.options[0].id'],
    ['two of one', number, choose('number', '0', '7'), 'too_many_chosen decision.options'],
    ['one twice', colours, choose('colours', 'red', 'red'), 'duplicate_id decision.options[1].id'],
    [
      'a broken quantity',
      colours,
      choose('colours', { id: 'red', quantity: 1.5 }),
      'quantity decision.options[0].quantity',
    ],
    ['a missing field', form, fill({ color: 'Red' }), 'required data.fields'],
    ['blanks for a field', form, fill({ color: 'Red', email: '  ' }), 'required data.fields'],
    [
      'no choice of the list',
      form,
      fill({ color: 'Blue', email: 'a@b.org' }),
      'field_value data.fields[0].value',
    ],
    [
      'no number',
      form,
      fill({ color: 'Red', number: 'ten', email: 'a@b.org' }),
      'field_value data.fields[1].value',
    ],
    ['no address', form, fill({ color: 'Red', email: 'a@b' }), 'field_value data.fields[1].value'],
    [
      'a field nobody asked for',
      form,
      fill({ color: 'Red', email: 'a@b.org', x: '' }),
      'not_asked data.fields[2].id',
    ],
  ])('%s', (_what, request, answer, expected) => {
    const all = derive(said([SHOP, request], [USER, answer]))
    expect(faults(all)).toContain(`1 ${expected}`)
    expect(all.requests[0]?.state).toBe('pending')
  })

  it('may be corrected', () => {
    const all = derive(said([SHOP, number], [USER, choose('number', '8')], [USER, choose('number', '7')]))
    expect(states(all)).toEqual(['number answered'])
  })

  it('never say what was filled in', () => {
    const all = derive(said([SHOP, form], [USER, fill({ color: 'hunter2', email: 'hunter2' })]))
    expect(JSON.stringify(all.items.map((one) => one.faults))).not.toContain('hunter2')
  })

  it('note an option under another name', () => {
    const all = derive(said([SHOP, number], [USER, choose('number', { id: '0', name: '100' })]))
    expect(faults(all)).toEqual(['1 renamed decision.options[0].name'])
    expect(states(all)).toEqual(['number answered'])
  })
})

describe('refusing and taking back', () => {
  const target = { message_type: 'request_decision', id: 'number' }
  it.each([
    ['in words of AITP-02', choose('number', '__declined__'), 'declined'],
    ['by x01', control('rejection', { in_reply_to: target, code: 'rate_limited' }), 'rate_limited'],
  ])('refuses %s, and then nothing counts', (_how, answer, code) => {
    const all = derive(said([SHOP, number], [USER, answer], [USER, choose('number', '7')]))
    expect(states(all)).toEqual([`number declined ${code}`])
    expect(faults(all).at(-1)).toBe('2 after_refusal decision')
  })

  it('lets only who asked take a request back', () => {
    const back = control('cancellation', { target, reason: 'Sold out' })
    const all = derive(said([SHOP, number], [USER, back], [SHOP, back], [USER, choose('number', '7')]))
    expect(states(all)).toEqual(['number cancelled Sold out'])
    expect(faults(all)).toEqual(['1 not_the_requester cancellation', '3 after_cancellation decision'])
  })

  it('says whom somebody asked instead', () => {
    const receipt = control('forward_receipt', {
      in_reply_to: target,
      forwarded_to: 'ana',
      waiting_for: 'human',
    })
    expect(derive(said([SHOP, number], [USER, receipt])).requests).toMatchObject([
      { state: 'pending', forwardedTo: 'ana' },
    ])
  })
})

describe('messages', () => {
  it('are put in order, and each is there once', () => {
    const all = said([SHOP, number], [USER, choose('number', '7')], [USER, choose('number', '0')])
    const mixed = [all[2], all[0], all[1], all[0], all[2]].filter((one) => one !== undefined)
    expect(derive(mixed)).toEqual(derive(all))
  })

  it('are read in all forms of the Thread API', () => {
    const at = '2025-02-25T08:30:00Z'
    for (const content of [
      number,
      [number],
      [{ type: 'text', text: { value: number } }],
      [{ type: 'text', text: number }],
    ])
      expect(
        readThreadMessage({
          id: 'm',
          created_at: Date.parse(at) / 1000,
          content,
          metadata: { actor: { id: SHOP } },
        }),
      ).toEqual({
        id: 'm',
        at: Date.parse(at),
        actor: SHOP,
        content: [number],
        metadata: { actor: { id: SHOP } },
      })
    expect(readThreadMessage({ id: 'm', created_at: at, content: [{ type: 'image' }, 'a'] })).toMatchObject({
      at: Date.parse(at),
      actor: null,
      content: ['a'],
    })
    expect(readThreadMessage({ id: 'm' })).toBeNull()
    expect(readThreadMessage(null)).toBeNull()
  })

  it('with more than 64 items are cut', () => {
    const [one] = said([SHOP, 'x'])
    const many = { ...one, content: Array.from({ length: 65 }, () => 'x') } as ThreadMessage
    expect(faults(derive([many]))).toEqual(['0 too_many_items '])
  })

  it('that were passed on name who asked first, and never run in a circle', () => {
    const from = (more: object): { metadata: object } => ({
      metadata: {
        aitp_origin_actor: 'hotel',
        aitp_origin_thread: 't1',
        aitp_origin_message: 'x',
        aitp_hops: 2,
        ...more,
      },
    })
    const one = (more: object): Transcript => derive(said([SHOP, number, from(more)]), { thread: 't2' })
    expect(one({}).requests).toMatchObject([{ provenance: { actor: 'hotel', hops: 2 } }])
    expect(faults(one({ aitp_hops: 9 }))).toEqual(['0 too_many_hops metadata.aitp_hops'])
    expect(faults(one({ aitp_hops: 'x' }))).toEqual(['0 too_many_hops metadata.aitp_hops'])
    for (const circle of [{ aitp_origin_thread: 't2' }, { aitp_origin_actor: SHOP }]) {
      expect(faults(one(circle))).toEqual(['0 forwarded_in_a_circle metadata.aitp_origin_message'])
      expect(one(circle).requests).toEqual([])
    }
  })

  it('may leave 1,000 requests open, in time that grows with them', () => {
    const many = (count: number): ThreadMessage[] =>
      said(
        ...Array.from(
          { length: count },
          (_, n) =>
            [
              SHOP,
              structured('aitp-02-decisions', 'request_decision', { ...NUMBER, id: `r${String(n)}` }),
            ] as const,
        ),
        ...Array.from({ length: count / 2 }, (_, n) => [USER, choose(`r${String(n)}`, '7')] as const),
      )
    const time = (count: number): number => {
      const messages = many(count)
      const once = (): number => {
        const started = cpuTime()
        derive(messages)
        return cpuTime() - started
      }
      return Math.min(once(), once(), once())
    }
    const all = derive(many(1000))
    expect(all.requests.filter(({ state }) => state === 'pending').length).toBe(500)
    time(1000) // Compiled code is faster.
    // Eight times as many; were each looked for among all, it would be 64 times.
    expect(time(8000) / time(1000)).toBeLessThan(24)
  })
})
