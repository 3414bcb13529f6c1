import type { FirstLook } from '../contract/first-look.ts'
import type { Language } from '../contract/language.ts'
import { lookForModels } from '../models/index.ts'
import { firstCatalogue } from '../packages/index.ts'
import { catalogueDir } from '../platform/app.ts'
import { readConfig } from '../settings/index.ts'
import { openNetwork, type DaemonInput } from './ground.ts'

/** What a person can choose from before there is a key or a database. Writes nothing; the network is open only while it looks. */
export const lookFirst = async (
  { paths, log }: Pick<DaemonInput, 'paths' | 'log'>,
  language: Language,
): Promise<FirstLook> => {
  await using stack = new AsyncDisposableStack()
  const { guard } = openNetwork({ log }, stack)
  const models = await lookForModels({ guard, ollamaUrl: readConfig(paths.config).config.ollamaUrl })
  return { ...models, catalogue: [...firstCatalogue({ catalogueDir, language, log })] }
}
