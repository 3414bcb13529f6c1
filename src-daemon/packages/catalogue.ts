import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { SatchelError } from '../platform/errors.ts'
import { validatePackage, type Validated } from './document/validate.ts'

const SUFFIX = '.acp.yaml'

/** A file of the built-in catalogue, verified on first use. */
export interface CatalogueFile {
  readonly id: string
  readonly fileName: string
  readonly bytes: Uint8Array
  readonly validated: Validated
}

/** The package files that come with Satchel. Read and verified on first use, not at startup. */
export const createCatalogue = ({ catalogueDir }: { readonly catalogueDir: string }) => {
  let cached: readonly CatalogueFile[] | null = null

  const files = (): readonly CatalogueFile[] => {
    cached ??= (existsSync(catalogueDir) ? readdirSync(catalogueDir) : [])
      .filter((name) => name.endsWith(SUFFIX))
      .toSorted()
      .map((fileName) => {
        const bytes = new Uint8Array(readFileSync(join(catalogueDir, fileName)))
        const validated = validatePackage(bytes, fileName, { checkSchema: null, signature: 'required' })
        return { id: fileName.slice(0, -SUFFIX.length), fileName, bytes, validated }
      })
    return cached
  }

  const file = (id: string): CatalogueFile => {
    const found = files().find((one) => one.id === id)
    if (found === undefined) throw new SatchelError('catalogue_entry_unknown', { params: { id } })
    return found
  }

  return { files, file }
}
