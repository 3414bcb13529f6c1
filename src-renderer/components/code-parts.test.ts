import { describe, expect, it } from 'vitest'
import { codeParts } from './code-parts.ts'

describe('sentences with commands in them', () => {
  it('takes what stands between backticks as code', () => {
    expect(codeParts('Run `satchel web`, then `satchel daemon logs`.')).toEqual([
      { text: 'Run ', code: false },
      { text: 'satchel web', code: true },
      { text: ', then ', code: false },
      { text: 'satchel daemon logs', code: true },
      { text: '.', code: false },
    ])
  })

  it('leaves a lone backtick in place', () => {
    expect(codeParts('a ` b')).toEqual([{ text: 'a ` b', code: false }])
  })
})
