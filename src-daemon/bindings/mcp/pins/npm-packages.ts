import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { newId } from '../../../platform/ids.ts'
import type { ReasonCode } from '../../../text/index.ts'
import type { Sandbox } from '../../sandbox/types.ts'
import { readNpmLock, type NpmLock } from './npm-lock.ts'
import { runNpm, type NpmRun } from './run-npm.ts'
import type { PackagePin } from './types.ts'

/** Packages of npm, resolved and installed by npm itself, each lock in a folder named by its hash. */
export interface NpmPackages {
  /** What the packages mean now, with all they need; nothing of them is run or unpacked. Throws what npm says. */
  resolve(packages: readonly string[], how: NpmSettings): Promise<NpmLock>
  /** Whether the registry gives the same for a package as was accepted; null where it cannot be told cheaply, or at all. */
  isSame(pin: PackagePin, spec: string, how: NpmSettings): Promise<boolean | null>
  /** The folder of what was resolved, installed where it is not yet. Throws what npm says. */
  installed(sha256: string, how: NpmSettings): Promise<{ folder: string; roots: readonly string[] }>
  /** Whether its lock is there. */
  has(sha256: string): boolean
  /** Removes what is not among `kept`. */
  sweep(kept: ReadonlySet<string>): void
}

export type NpmSettings = Omit<NpmRun, 'args' | 'folder' | 'timeoutMs'>

/** What fetches packages did not do it; the message is what it said. */
export class FetchFailure extends Error {
  override readonly name = 'FetchFailure'
}

const LOCK = 'package-lock.json'
const MANIFEST = 'package.json'
const ASK_MS = 20_000
const RESOLVE_MS = 2 * 60_000
const INSTALL_MS = 10 * 60_000
const KEPT = /^[0-9a-f]{64}$/
const UNFINISHED = /^\.[0-9a-f-]{36}\.tmp$/

export const createNpmPackages = ({
  sandbox,
  folder: root,
}: {
  readonly sandbox: Sandbox
  readonly folder: string
}): NpmPackages => {
  const folderOf = (sha256: string): string => join(root, sha256)

  /** A folder for one run of npm, gone afterwards unless it was moved away. */
  const inScratch = async <T>(work: (folder: string) => Promise<T>): Promise<T> => {
    const scratch = join(root, `.${newId()}.tmp`)
    mkdirSync(scratch, { recursive: true, mode: 0o700 })
    try {
      return await work(scratch)
    } finally {
      rmSync(scratch, { recursive: true, force: true })
    }
  }
  const npm = async (
    how: NpmSettings,
    folder: string,
    timeoutMs: number,
    args: string[],
  ): Promise<string> => {
    const { problem, output } = await runNpm(sandbox, { ...how, args, folder, timeoutMs })
    if (problem !== null) throw new FetchFailure(problem)
    return output
  }

  const resolve: NpmPackages['resolve'] = (packages, how) =>
    inScratch(async (scratch) => {
      writeFileSync(join(scratch, MANIFEST), '{"private":true}\n')
      const options = ['--package-lock-only', '--ignore-scripts', '--save-exact']
      await npm(how, scratch, RESOLVE_MS, ['install', ...options, ...packages])
      const lock = readNpmLock(readFileSync(join(scratch, LOCK), 'utf8'))
      const folder = folderOf(lock.pin.sha256)
      if (!existsSync(join(folder, LOCK))) {
        mkdirSync(folder, { recursive: true, mode: 0o700 })
        for (const name of [MANIFEST, LOCK]) copyFileSync(join(scratch, name), join(folder, name))
      }
      return lock
    })

  const isSame: NpmPackages['isSame'] = (pin, spec, how) =>
    inScratch(async (scratch) => {
      const fields = ['name', 'version', 'dist.integrity']
      const output = await npm(how, scratch, ASK_MS, ['view', '--json', spec, ...fields])
      const said = viewSchema.safeParse(parsed(output))
      if (!said.success) return null // a range several versions fit: only resolving it tells
      const { name, version, 'dist.integrity': integrity } = said.data
      return pin.parts.some(
        (part) => part.name === name && part.version === version && part.hash === integrity,
      )
    })

  const installing = new Map<string, Promise<void>>()
  const install = (sha256: string, how: NpmSettings): Promise<void> => {
    const under = installing.get(sha256)
    if (under !== undefined) return under
    const started = inScratch(async (scratch) => {
      const folder = folderOf(sha256)
      for (const name of [MANIFEST, LOCK]) copyFileSync(join(folder, name), join(scratch, name))
      // Exactly what the lock says, each package held against its hash there.
      await npm(how, scratch, INSTALL_MS, ['ci'])
      rmSync(join(scratch, '.cache'), { recursive: true, force: true })
      const modules = join(scratch, 'node_modules')
      mkdirSync(modules, { recursive: true })
      renameSync(modules, join(folder, 'node_modules'))
    }).finally(() => installing.delete(sha256))
    installing.set(sha256, started)
    return started
  }

  return {
    resolve,
    isSame,
    installed: async (sha256, how) => {
      const folder = folderOf(sha256)
      const lock = readNpmLock(readFileSync(join(folder, LOCK), 'utf8'))
      if (lock.pin.sha256 !== sha256) throw new FetchFailure('lock_changed' satisfies ReasonCode)
      if (!existsSync(join(folder, 'node_modules'))) await install(sha256, how)
      return { folder, roots: lock.roots }
    },
    has: (sha256) => existsSync(join(folderOf(sha256), LOCK)),
    sweep: (kept) => {
      if (!existsSync(root)) return
      for (const name of readdirSync(root))
        if (UNFINISHED.test(name) || (KEPT.test(name) && !kept.has(name)))
          rmSync(join(root, name), { recursive: true, force: true })
    },
  }
}

const viewSchema = z.object({ name: z.string(), version: z.string(), 'dist.integrity': z.string() })

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null // npm says nothing at all where nothing fits; resolving says why
  }
}
