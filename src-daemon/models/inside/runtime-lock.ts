/** The packages of node-llama-cpp and its builds, each with its version and its hash: `resources/models/runtime-lock.json`. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { MODEL_BUILDS, type ModelBuild } from '../../contract/model-builds.ts'
import { appRoot } from '../../platform/app.ts'
import type { FileHash } from './download.ts'

const packageSchema = z.object({
  /** Below `node_modules/`. */
  path: z.string().regex(/^(?:@?[\w.-]+\/?)+$/),
  version: z.string().regex(/^[\w.+-]+$/),
  integrity: z.string().regex(/^sha512-[A-Za-z0-9+/]{86}==$/),
  /** Of the archive; 0 for a small one. */
  bytes: z.int().nonnegative(),
})
const lockSchema = z.object({
  version: z.string(),
  packages: z.array(packageSchema).min(1),
  builds: z.array(
    z.object({
      id: z.enum(MODEL_BUILDS),
      os: z.string(),
      cpu: z.string(),
      packages: z.array(packageSchema).min(1),
    }),
  ),
})

export type RuntimePackage = z.infer<typeof packageSchema>

/** What one build consists of. */
export interface RuntimeParts {
  readonly version: string
  readonly build: ModelBuild
  readonly packages: readonly RuntimePackage[]
  readonly bytes: number
}

interface Machine {
  readonly platform: string
  readonly arch: string
  readonly exists: (path: string) => boolean
}

const HERE: Machine = { platform: process.platform, arch: process.arch, exists: existsSync }

let read: z.infer<typeof lockSchema> | null = null
const lock = (): z.infer<typeof lockSchema> =>
  (read ??= lockSchema.parse(
    JSON.parse(readFileSync(join(appRoot, 'resources/models/runtime-lock.json'), 'utf8')),
  ))

/** The builds for this computer; the best first: of those for graphics cards, the ones whose driver is here. */
export const buildsFor = (machine: Machine = HERE): readonly RuntimeParts[] => {
  const { version, packages: common, builds } = lock()
  const fitting = builds.filter(({ os, cpu }) => os === machine.platform && cpu === machine.arch)
  return (['metal', 'cuda', 'vulkan', 'cpu'] as const)
    .filter(
      (id) => id === 'cpu' || id === 'metal' || DRIVERS[id].some((files) => files.every(machine.exists)),
    )
    .flatMap((id) => fitting.filter((build) => build.id === id))
    .map(({ id, packages }) => {
      const all = [...common, ...packages]
      return { version, build: id, packages: all, bytes: all.reduce((sum, { bytes }) => sum + bytes, 0) }
    })
}

/** Files that a graphics driver brings, in groups of which one has to be there as a whole; llama.cpp can't be loaded without them. */
const DRIVERS = {
  cuda: [['/proc/driver/nvidia/version'], [String.raw`C:\Windows\System32\nvcuda.dll`]],
  vulkan: [
    ['/dev/dri/renderD128', '/usr/share/vulkan/icd.d'],
    ['/dev/dri/renderD128', '/etc/vulkan/icd.d'],
    [String.raw`C:\Windows\System32\vulkan-1.dll`],
  ],
} as const

/** The address of a package's archive in a registry. */
export const archiveUrl = (registry: string, { path, version }: RuntimePackage): string => {
  const name = nameOf(path)
  return new URL(`${name}/-/${name.split('/').at(-1) ?? ''}-${version}.tgz`, withSlash(registry)).href
}

const withSlash = (url: string): string => (url.endsWith('/') ? url : `${url}/`)

/** The package's name: a package of a package has a longer path. */
const nameOf = (path: string): string => path.split('node_modules/').at(-1) ?? path

/** The hash of npm's integrity text. */
export const hashOf = ({ integrity }: RuntimePackage): FileHash => ({
  algorithm: 'sha512',
  hex: Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex'),
})
