import { describe, expect, it } from 'vitest'
import { GRAMMARS } from '../grammar/index.ts'
import { relabelled } from './labelled.ts'

const wifi = { title: 'Wifi', body: 'Router in the hall\nThe wifi password is tulip42.\nPIN: 4471' }
const to = (words: string, note = wifi) => relabelled(note, words, 'rose77', GRAMMARS.en)

describe('a line that says what something is', () => {
  it('gets another value, and the lines beside it stay', () => {
    expect(to('wifi password')).toEqual({
      body: 'Router in the hall\nThe wifi password is rose77.\nPIN: 4471',
      isPlain: true,
    })
    expect(to('pin')?.body).toContain('\nPIN: rose77')
  })

  it.each(['wifi', 'router', 'guest password', 'hall'])('is none for %j', (words) => {
    expect(to(words)).toBeNull()
  })

  it('is none where two lines say it, and not plain where it says more than a word', () => {
    expect(to('password', { title: 'Wifi', body: 'Password: a\nPassword: b' })).toBeNull()
    expect(to('garden', { title: 'Home', body: 'The garden is open on Sundays' })?.isPlain).toBe(false)
  })
})
