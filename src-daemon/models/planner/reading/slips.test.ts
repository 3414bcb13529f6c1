import { describe, expect, it } from 'vitest'
import { GRAMMARS } from '../grammar/index.ts'
import { withoutSlips } from './slips.ts'

describe('slips of the finger', () => {
  it.each([
    ['rmeind me to run', 'remind me to run'],
    ['delte the note', 'delete the note'],
    ['please remnd me to delte nothing', 'please remind me to delte nothing'],
    ['tell Tim to come and see the remnd film', 'tell Tim to come and see the remnd film'],
    ['the mind wanders', 'the mind wanders'],
    ['reminds me of a song', 'reminds me of a song'],
  ])('are set right in the first words: %s', (said, meant) => {
    expect(withoutSlips(said, GRAMMARS.en)).toBe(meant)
  })
})
