import { z } from 'zod'
import { sha256Hex } from '../../platform/sha256.ts'
import { pinOf } from './pin.ts'
import { packageOf } from './python-command.ts'
import type { PackagePin } from '../../contract/server-pins.ts'

/** Everything that is installed together, as resolved. */
export const pythonLockSchema = z.object({
  /** `3.11`: a build for one Python version does not run with another. */
  python: z.string().regex(/^\d+\.\d+$/),
  /** Names of the requested packages; the first one's program runs. */
  roots: z.array(z.string()).min(1),
  packages: z.array(
    z.object({
      name: z.string(),
      version: z.string(),
      /** SHA-256 of each file it may be installed from, in hex. */
      hashes: z.array(z.string().regex(/^[0-9a-f]{64}$/)).min(1),
    }),
  ),
})
export type PythonLock = z.infer<typeof pythonLockSchema>

/** The pin of a lock. Throws if a requested package is missing. */
export const pythonPin = ({ python, roots, packages }: PythonLock): PackagePin => {
  const titles = roots.map((root) => {
    const found = packages.find(({ name }) => name === root)
    if (found === undefined) throw new Error(`${root} was not resolved`)
    return `${root}@${found.version}`
  })
  const parts = packages.map(({ name, version, hashes }) => ({ name, version, hash: together(hashes) }))
  return pinOf('python', titles.join(', '), [{ name: 'python', version: python, hash: '' }, ...parts])
}

/** The hash of a single file; of several, the hash of the list. */
const together = (hashes: readonly string[]): string => {
  const [only, ...more] = hashes.toSorted()
  const digest = more.length === 0 ? only : sha256Hex([only, ...more].join('\n'))
  return `sha256:${String(digest)}`
}

/** A requirements file with hashes, which both installers verify. */
export const requirementsText = ({ packages }: PythonLock): string =>
  packages
    .map(({ name, version, hashes }) =>
      [`${name}==${version}`, ...hashes.map((hash) => `--hash=sha256:${hash}`)].join(' \\\n    '),
    )
    .join('\n')
    .concat('\n')

type Packages = PythonLock['packages']

/** The packages of a requirements file with hashes, as `uv pip compile --generate-hashes` writes it. */
export const packagesInRequirements = (text: string): Packages =>
  text
    .replaceAll(/\\\r?\n/g, ' ')
    .split('\n')
    .map((line) => /^([a-z0-9][a-z0-9._-]*)==([^\s;]+)(.*)$/i.exec(line.trim()))
    .filter((found) => found !== null)
    .map(([, name = '', version = '', rest = '']) => ({
      name: packageOf(name),
      version,
      hashes: [...rest.matchAll(/--hash=sha256:([0-9a-f]{64})/g)].map(([, hash = '']) => hash),
    }))

const reportSchema = z.object({
  install: z.array(
    z.object({
      metadata: z.object({ name: z.string(), version: z.string() }),
      download_info: z.object({
        archive_info: z.object({ hashes: z.record(z.string(), z.string()).optional() }).optional(),
      }),
    }),
  ),
})

/** The packages of a report of `pip install --dry-run --report`. */
export const packagesInReport = (text: string): Packages =>
  reportSchema
    .parse(JSON.parse(text))
    .install.map(({ metadata: { name, version }, download_info: { archive_info: file } }) => ({
      name: packageOf(name),
      version,
      hashes: Object.entries(file?.hashes ?? {})
        .filter(([kind]) => kind === 'sha256')
        .map(([, hash]) => hash),
    }))
