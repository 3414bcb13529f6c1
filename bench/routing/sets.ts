/** Further sets to route: a file each in the folder that `ROUTING_SETS` names; not part of the repository. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, parse } from 'node:path'
import { z } from 'zod'

const SETS = process.env['ROUTING_SETS'] ?? ''

const setSchema = z.object({
  capabilities: z.array(
    z.object({
      name: z.string(),
      description: z.string().default(''),
      examples: z.array(z.string()).default([]),
      keywords: z.array(z.string()).default([]),
    }),
  ),
  queries: z.array(z.object({ text: z.string(), expected: z.string().nullable() })),
})

/** `{"capabilities": CAPS, "queries": QUERIES}` of `router eval`, and what it is called. */
export interface RoutingSet extends z.infer<typeof setSchema> {
  readonly title: string
}

/** The sets, with `quick` an eighth of their messages; none, with a word to the person, where no folder is named. */
export const readSets = (quick: boolean): readonly RoutingSet[] => {
  if (SETS === '' || !existsSync(SETS)) {
    process.stderr.write('no rows of further sets: ROUTING_SETS names no folder\n')
    return []
  }
  return readdirSync(SETS)
    .filter((one) => one.endsWith('.json'))
    .map((file) => {
      const { capabilities, queries } = setSchema.parse(JSON.parse(readFileSync(join(SETS, file), 'utf8')))
      return {
        title: `${parse(file).name}, ${String(capabilities.length)} capabilities`,
        capabilities,
        queries: queries.filter((_, at) => !quick || at % 8 === 0),
      }
    })
}
