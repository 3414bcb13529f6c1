import { describe, expect, it } from 'vitest'
import { mentionAt, withoutMention } from './mention.ts'

describe('a mention', () => {
  it('is what follows an @ at the start of a word, up to the caret', () => {
    expect(mentionAt('ask @no', 7)).toEqual({ start: 4, end: 7, query: 'no' })
    expect(mentionAt('@', 1)).toEqual({ start: 0, end: 1, query: '' })
  })

  it('is neither inside an address nor after a space', () => {
    expect(mentionAt('ana@example', 11)).toBeNull()
    expect(mentionAt('@note milk', 10)).toBeNull()
  })

  it('leaves the rest of the sentence', () => {
    const text = 'ask @no about milk'
    const mention = mentionAt(text, 7)
    expect(mention && withoutMention(text, mention)).toEqual({ text: 'ask about milk', caret: 4 })
  })
})
