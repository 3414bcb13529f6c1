import { afterEach, expect, it } from 'vitest'
import { draftPackage, readField, verifyPackageFile } from '../packages/index.ts'
import type { AcpPackage } from '../contract/packages.ts'
import { createRouteTrials, type RouteTrials } from './trial.ts'

const made = (name: string, record: string, sentences: readonly string[] = []): AcpPackage => {
  const fields = [readField('title')]
  const text = draftPackage({ name, title: name, description: '', record, fields, sentences: [...sentences] })
  const { package: acp } = verifyPackageFile(Buffer.from(text), name, { signature: 'ignored' })
  if (acp === null) throw new Error('refused')
  return acp
}

let trials: RouteTrials
afterEach(() => {
  trials.close()
})

const open = (installed: readonly AcpPackage[], hasKept?: (acp: AcpPackage) => Promise<boolean>) => {
  trials = createRouteTrials({
    packages: {
      installed: () => installed,
      get: (name) => installed.find((one) => one.name === name) ?? null,
      onChange: () => () => undefined,
    },
    corrections: { of: () => [], onChange: () => () => undefined },
    ...(hasKept !== undefined && { hasKept }),
  })
  return async (draft: AcpPackage, text: string) => (await trials.ways(draft, [text]))[0]
}

it('routes as if the draft were installed, and each draft anew', async () => {
  const way = open([made('recipes', 'recipe')])
  const books = made('books', 'book')
  expect(await way(books, 'add a new book')).toMatchObject({ capability: 'books' })
  expect(await way(books, 'add a new recipe')).toMatchObject({ capability: 'recipes' })
  expect(await way(books, 'log my run')).toMatchObject({ capability: null })
  const runs = made('runs', 'run', ['log my run', 'how far did I run?'])
  expect(await way(runs, 'log my run')).toMatchObject({ capability: 'runs' })
  // The draft before is gone.
  const now = await way(runs, 'add a new book')
  expect(now?.candidates.map(({ name }) => name)).not.toContain('books')
})

it('puts the draft in the place of what has its name', async () => {
  const way = open([made('mine', 'book')])
  const films = made('mine', 'film')
  expect(await way(films, 'add a new film')).toMatchObject({ capability: 'mine' })
  const book = await way(films, 'add a new book')
  expect(book?.candidates.flatMap(({ signals = [] }) => signals.map(({ kind }) => kind))).toEqual(['words'])
})

it('asks no state for what only the draft would keep', async () => {
  const asked: string[] = []
  const way = open([made('books', 'book'), made('novels', 'book')], (acp) => {
    asked.push(acp.name)
    return Promise.resolve(acp.name === 'novels')
  })
  await way(made('books', 'book', ['list my books']), 'add a new book')
  expect(new Set(asked)).toEqual(new Set(['books', 'novels']))
  asked.length = 0
  await way({ ...made('books', 'book'), schemaUri: 'did:nuwa:cap:books:state:Book#v2' }, 'add a new book')
  expect(asked).toEqual(['novels'])
})
