import { z } from 'zod'

/**
 * How far a source of packages is trusted. Whatever it is, each file is verified. `trusted`: shown and installed from like any other. `ask`: shown
 * with a warning, and an install from it asks once more. `off`: never asked.
 */
export const catalogueTrustSchema = z.enum(['trusted', 'ask', 'off'])
export type CatalogueTrust = z.infer<typeof catalogueTrustSchema>

const common = {
  /** What the owner calls it. */
  name: z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/),
  trust: catalogueTrustSchema,
}

/** The MCP address of an indexer (acp.md 5.3). */
const indexer = z
  .url({ protocol: /^https?$/ })
  .max(500)
  .refine((url) => hasNoUser(url), 'an address without a user name or a password')

/** A source of packages: where is searched, and what is asked for updates. */
export const catalogueSchema = z.discriminatedUnion('kind', [
  /** The files that come with Satchel. */
  z.object({ ...common, kind: z.literal('builtin') }),
  /** A folder of `.acp.yaml` files on this machine. */
  z.object({ ...common, kind: z.literal('folder'), path: z.string().min(1).max(1000) }),
  /** An indexer alone: what it says of the chain is checked against nothing but the files. */
  z.object({ ...common, kind: z.literal('indexer'), indexer }),
  /** An indexer, and the registry on a chain (`chainRegistries`) that each of its answers is held against. */
  z.object({ ...common, kind: z.literal('chain'), indexer, registry: z.string().max(40) }),
])
export type Catalogue = z.infer<typeof catalogueSchema>

export const cataloguesSchema = z
  .array(catalogueSchema)
  .max(20)
  .refine((all) => new Set(all.map(({ name }) => name)).size === all.length, 'a name stands there twice')

const hasNoUser = (text: string): boolean => {
  const url = URL.parse(text)
  return url !== null && url.username === '' && url.password === ''
}
