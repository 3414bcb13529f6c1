import { describe, expect, it } from 'vitest'
import { commandsLike, completed, completionAt } from './completion.ts'

const at = (text: string) => completionAt(text, text.length)

describe('what can be completed', () => {
  it.each([
    ['/', { kind: 'command', query: '' }],
    ['  /WH', { kind: 'command', query: 'wh' }],
    ['/switch ', { kind: 'switch', query: '' }],
    ['/switch no', { kind: 'switch', query: 'no' }],
    ['ask @no', { kind: 'mention', start: 4, end: 7, query: 'no' }],
  ])('%j', (text, completion) => {
    expect(at(text)).toEqual(completion)
  })

  it.each(['', '//', '//back', 'see /help', '/etc/hosts', '/why is', '/switch a b'])(
    'is nothing in %j',
    (text) => {
      expect(at(text)).toBeNull()
    },
  )

  it('is nothing before the end of a command', () => {
    expect(completionAt('/help', 2)).toBeNull()
  })
})

it('offers commands with that beginning, and none for a complete command', () => {
  expect(commandsLike('')).toEqual(['help', 'tools', 'why', 'switch', 'back'])
  expect(commandsLike('s')).toEqual(['switch'])
  expect(commandsLike('why')).toEqual([])
  expect(commandsLike('etc')).toEqual([])
})

it('writes what was chosen', () => {
  expect(completed('/wh', { kind: 'command', query: 'wh' }, 'why')).toEqual({ text: '/why', caret: 4 })
  expect(completed('/s', { kind: 'command', query: 's' }, 'switch')).toEqual({ text: '/switch ', caret: 8 })
  expect(completed('/switch n', { kind: 'switch', query: 'n' }, 'note')).toEqual({
    text: '/switch note',
    caret: 12,
  })
})
