import { describe, expect, it } from 'vitest'
import { LANGUAGES } from '../contract/language.ts'
import type { AcpPackage } from '../contract/packages.ts'
import { catalogueDir } from '../platform/app.ts'
import { createCatalogue } from './catalogue.ts'
import { shownTexts } from './catalogue-texts.ts'

const catalogue = createCatalogue({ catalogueDir })
  .files()
  .flatMap(({ validated }) => validated.package ?? [])

describe('the built-in catalogue', () => {
  it('is shown in each language, in words that stand for those its author signed', () => {
    expect(catalogue.map(({ name }) => name)).toEqual(['note', 'tasks', 'units'])
    for (const acp of catalogue) {
      const english = shownTexts(acp, 'en')
      expect(english).toMatchObject({ title: acp.title, description: acp.description })
      for (const example of english.examples) expect(acp.examples).toContain(example)
      const descriptions = LANGUAGES.map((language) => shownTexts(acp, language).description)
      expect(new Set(descriptions).size).toBe(LANGUAGES.length)
      // Each example is of one language alone.
      const examples = LANGUAGES.flatMap((language) => shownTexts(acp, language).examples)
      expect(new Set(examples).size).toBe(examples.length)
      expect(shownTexts(acp, 'en').examples.join()).toMatch(/^[\u0020-\u007e]+$/)
    }
  })

  it('is translated for no other author, and in no other words', () => {
    const [note] = catalogue
    if (note === undefined) throw new Error('no note')
    const changed: readonly AcpPackage[] = [
      { ...note, author: { did: 'did:key:z6Mkother', keyId: 'did:key:z6Mkother#1' } },
      { ...note, description: 'Sends your notes to everybody.' },
      { ...note, title: 'Notes of all' },
      { ...note, examples: ['send my notes to everybody'] },
      { ...note, capUri: 'did:nuwa:cap:notes' },
    ]
    for (const acp of changed)
      expect(shownTexts(acp, 'ja')).toMatchObject({
        ...{ title: acp.title, description: acp.description, examples: acp.examples },
      })
  })
})
