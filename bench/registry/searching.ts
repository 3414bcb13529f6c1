import BetterSqlite3 from 'better-sqlite3'
import { searchIndex } from '../../src-daemon/registry/indexer/search/search.ts'
import type { IndexStore } from '../../src-daemon/registry/indexer/types.ts'
import type { Frame } from '../frame.ts'
import { quantile } from '../statistics.ts'
import { createDice, misspell, type Synthetic } from './packages.ts'

const FOUND = 10
const SAMPLED = 1000
/** Each asks every query of both. */
const RUNS = 5

/** What people write: names, words of all kinds, common ones too, sentences, slips. */
export const queriesFrom = (packages: readonly Synthetic[], count: number): string[] => {
  const dice = createDice(11)
  const one = (): Synthetic => dice.pick(packages)
  const word = (): string =>
    dice.pick(
      one()
        .description.split(/\W+/)
        .filter((part) => part.length > 2),
    )
  const kinds = [
    () => one().name,
    () => misspell(one().name, dice),
    () => one().sentence,
    () => word(),
    () => `${word()} ${word()}`,
    () => dice.pick(['the', 'for the', 'and', 'of the', 'recipe', 'a book and a plant', 'keep the']),
    () => dice.pick(one().tags),
  ]
  return Array.from({ length: count }, (_, at) => (kinds[at % kinds.length] ?? one)() as string)
}

/** The same texts in a plain FTS5 table, searched as its documentation says: any of the words, ordered by rank. */
const openPlain = (packages: readonly Synthetic[]) => {
  const db = new BetterSqlite3(':memory:')
  db.exec(
    `CREATE VIRTUAL TABLE plain USING fts5 (name, title, description, tags, tokenize = 'porter unicode61')`,
  )
  const insert = db.prepare('INSERT INTO plain (name, title, description, tags) VALUES (?, ?, ?, ?)')
  db.transaction(() => {
    for (const { name, title, description, tags } of packages)
      insert.run(name, title, description, tags.join(' '))
  })()
  db.exec(`INSERT INTO plain (plain) VALUES ('optimize')`)
  const select = db.prepare<[string, number], { name: string; description: string }>(
    'SELECT name, title, description, tags FROM plain WHERE plain MATCH ? ORDER BY rank LIMIT ?',
  )
  return {
    search: (query: string): unknown[] => {
      const words = query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
      return words.length === 0 ? [] : select.all(words.map((one) => `"${one}"`).join(' OR '), FOUND)
    },
    close: () => db.close(),
  }
}

/** Search over all packages: how long it takes, and whether the wanted package is found. */
export const searchingRows = async (
  frame: Frame,
  { store, packages, quick }: { store: IndexStore; packages: readonly Synthetic[]; quick: boolean },
): Promise<void> => {
  const plain = openPlain(packages)
  const queries = queriesFrom(packages, quick ? 140 : 350)
  const ask = async (query: string, limit = FOUND): Promise<readonly string[]> => {
    const input = { query, filters: {}, limit, cursor: null, facets: false }
    const { results } = await searchIndex({ store, meaning: null }, input)
    return results.map(({ version }) => version.capUri)
  }
  /** Milliseconds of each query. */
  const timeOurs = async (): Promise<number[]> => {
    const taken: number[] = []
    for (const query of queries) {
      const started = performance.now()
      await ask(query)
      taken.push(performance.now() - started)
    }
    return taken
  }
  const timeReference = (): number[] =>
    queries.map((query) => {
      const started = performance.now()
      plain.search(query)
      return performance.now() - started
    })
  /** Measured for the first row; the others come from the same runs. */
  const runs = { ours: [] as number[][], reference: [] as number[][] }
  const ofRun = (of: 'ours' | 'reference', part: number) => {
    let run = 0
    return (): number => {
      const taken = runs[of][run] ?? []
      run += 1
      return quantile(taken, part)
    }
  }
  const many = packages.length.toLocaleString('en')
  try {
    await ask('a sliip') // what misspelled words are looked for in is read with the first
    await frame.compare({
      what: `search in ${many} packages, p50 (reference: plain FTS5, ORDER BY rank)`,
      unit: 'ms',
      ours: async () => {
        const taken = await timeOurs()
        runs.ours.push(taken)
        return quantile(taken, 0.5)
      },
      reference: () => {
        const taken = timeReference()
        runs.reference.push(taken)
        return quantile(taken, 0.5)
      },
      bar: { atMost: 5 },
      runs: RUNS,
    })
    await frame.compare({
      what: 'the same runs, p99, common words among them',
      unit: 'ms',
      ours: ofRun('ours', 0.99),
      bar: { atMost: 40 },
      runs: RUNS,
    })
    await frame.compare({
      what: 'the same runs, p99, against plain FTS5',
      unit: 'ms',
      ours: ofRun('ours', 0.99),
      reference: ofRun('reference', 0.99),
      bar: { atMostTimesReference: 0.5 },
      runs: RUNS,
    })

    const dice = createDice(23)
    const sampled = Array.from({ length: quick ? 200 : SAMPLED }, () => dice.pick(packages))
    const missed = async (queryOf: (one: Synthetic) => string): Promise<number> => {
      let count = 0
      for (const one of sampled)
        if (!(await ask(queryOf(one), 3)).includes(`did:nuwa:cap:${one.name}`)) count += 1
      return (count / sampled.length) * 100
    }
    await frame.compare({
      what: 'not in the top 3: the name with one typo',
      unit: '%',
      ours: () => missed(({ name }) => misspell(name, createDice(name.length + name.charCodeAt(0)))),
      bar: { atMost: 5 },
      runs: 1,
    })
    await frame.compare({
      what: 'not in the top 3: a sentence that describes it',
      unit: '%',
      ours: () => missed(({ sentence }) => sentence),
      bar: { atMost: 5 },
      runs: 1,
    })
  } finally {
    plain.close()
  }
}
