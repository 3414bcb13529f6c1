/** CLINC150: what people said of 150 things, as capabilities with examples and as messages. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { ClassifierCapability, RoutingQuery } from '../../src-daemon/router/index.ts'
import { randomOf } from './random.ts'

/** Where the data is; not part of the repository. */
const CLINC150 =
  process.env['CLINC150'] ?? join(import.meta.dirname, '../../../shared/data/clinc150/train_val.json')

const pairs = z.array(z.tuple([z.string(), z.string()]))
const dataSchema = z.object({ train: pairs, val: pairs, oos_train: pairs, oos_val: pairs })

/** Pairs of a text and the name of what it asks for; `oos` asks for none of them. */
export type Clinc150 = z.infer<typeof dataSchema>

/** The data, or null, with a word to the person, where there is none. */
export const readClinc150 = (): Clinc150 | null => {
  if (existsSync(CLINC150)) return dataSchema.parse(JSON.parse(readFileSync(CLINC150, 'utf8')))
  process.stderr.write(`no rows of CLINC150: there is no ${CLINC150} (CLINC150 names another file)\n`)
  return null
}

/** The messages; with `quick` an eighth of them. */
export const queriesOf = (data: Clinc150, quick: boolean): readonly RoutingQuery[] =>
  [
    ...data.val.map(([text, expected]) => ({ text, expected })),
    ...[...data.oos_train, ...data.oos_val].map(([text]) => ({ text, expected: null })),
  ].filter((_, at) => !quick || at % 8 === 0)

/** Capabilities with so many examples each, the same for the same seed. */
export const drawn = ({ train }: Clinc150, examples: number, seed: number): ClassifierCapability[] => {
  const random = randomOf(seed)
  const byName = Map.groupBy(train, ([, name]) => name)
  return [...byName].map(([name, said]) => ({
    name,
    description: '',
    keywords: [],
    examples: said
      .map(([text]) => ({ text, at: random() }))
      .sort((a, b) => a.at - b.at)
      .slice(0, examples)
      .map(({ text }) => text),
  }))
}
