/** Names of a catalogue that are real words, each with one typo: found among the first three? */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createLocalSearch } from '../../src-daemon/registry/client/local-search.ts'
import type { Listing } from '../../src-daemon/registry/client/listing.ts'
import type { Frame } from '../frame.ts'
import { createDice, misspell } from './packages.ts'

const NAMES = 1000
const FOUND = 3

/** English words of 4 letters and more, plurals among them: those that the app itself says. */
const realWords = (): string[] => {
  const texts = globSync(join(import.meta.dirname, '../../resources/locales/en/*.json')).sort()
  const words = texts.flatMap((file) => readFileSync(file, 'utf8').match(/\b[a-z]{4,}\b/g) ?? [])
  const dice = createDice(29)
  const all = [...new Set(words)].sort()
  return Array.from({ length: Math.min(NAMES, all.length) }, () => {
    const at = Math.floor(dice.next() * all.length)
    return all.splice(at, 1)[0] ?? ''
  })
}

const listingOf = (name: string): Listing => ({
  capUri: `did:nuwa:cap:${name}`,
  name,
  version: '1.0.0',
  title: `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
  description: '',
  author: { did: 'did:key:z6Mk', keyId: 'did:key:z6Mk#z6Mk' },
  tags: [],
  modelFamilies: [],
  permissions: { require: [], option: [] },
  cid: null,
  sha256: '0'.repeat(64),
  votes: null,
  block: null,
  yanked: null,
})

export const typoRows = async (frame: Frame): Promise<void> => {
  const names = realWords()
  const local = createLocalSearch(names.map((name) => ({ listing: listingOf(name), words: '' })))
  await frame.compare({
    what: `not in the top 3: one of ${names.length.toLocaleString('en')} real words as names, with one typo`,
    unit: '%',
    ours: async () => {
      const dice = createDice(31)
      let missed = 0
      for (const name of names) {
        const found = await local.search({ query: misspell(name, dice, 0), filters: {} }, FOUND)
        if (!found.some(({ listing }) => listing.name === name)) missed += 1
      }
      return (missed / names.length) * 100
    },
    bar: { atMost: 5 },
    runs: 1,
  })
}
