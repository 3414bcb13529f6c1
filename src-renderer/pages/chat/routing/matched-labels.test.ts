import { afterEach, describe, expect, it } from 'vitest'
import { setLanguage } from '../../../i18n/index.ts'
import { matchedLabel } from './matched-labels.ts'

describe('why a capability was chosen', () => {
  afterEach(() => setLanguage('en'))

  it('names the kind of match in the language of the page and quotes the place', async () => {
    expect(matchedLabel('regex "add note about"')).toBe('the words “add note about”')
    await setLanguage('zh')
    expect(matchedLabel('keyword "笔记"')).toContain('关键词')
    expect(matchedLabel('keyword "笔记"')).toContain('笔记')
  })

  it('keeps quotation marks and braces inside what was matched', () => {
    expect(matchedLabel('example "say "hi" to {name} | me"')).toBe('the example “say "hi" to {name} | me”')
  })

  it('shows an unknown label unchanged', () => {
    expect(matchedLabel('embedding 0.82')).toBe('embedding 0.82')
  })
})
