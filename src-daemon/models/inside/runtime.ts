/** node-llama-cpp in the data folder: fetched when a person wants a model inside Satchel, loaded by the model's own process only. */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ModelBuild } from '../../contract/model-builds.ts'
import type { NetworkGuard, NetworkPolicy } from '../../network/index.ts'
import { SatchelError } from '../../platform/errors.ts'
import { sha256Hex } from '../../platform/sha256.ts'
import { download } from './download.ts'
import { archiveUrl, buildsFor, hashOf, type RuntimePackage, type RuntimeParts } from './runtime-lock.ts'
import { unpack } from './unpack.ts'

export interface RuntimeDeps {
  readonly guard: Pick<NetworkGuard, 'fetch'>
  /** Satchel's own folder for it. */
  readonly folder: string
  /** The address of the npm registry: the owner's setting, or npm's own. Errors: those of reading the setting. */
  readonly registry: () => Promise<string>
  /** The build the owner chose; `auto`: the best. */
  readonly chosen: () => ModelBuild | 'auto'
  readonly builds?: (() => readonly RuntimeParts[]) | undefined
}

/** Archives fetched at the same time. */
const AT_ONCE = 6
const MAX_ARCHIVE_BYTES = 1_000_000_000

export type Runtime = ReturnType<typeof createRuntime>

export const createRuntime = (deps: RuntimeDeps) => {
  const { guard, folder, registry, chosen } = deps
  const builds = deps.builds ?? buildsFor
  const archives = join(folder, 'archives')

  const parts = (): RuntimeParts => {
    const all = builds()
    const wanted = chosen()
    const found = wanted === 'auto' ? all[0] : all.find(({ build }) => build === wanted)
    if (found === undefined)
      throw new SatchelError('model_runtime_unsupported', { params: { build: wanted } })
    return found
  }

  const placeOf = ({ version, build }: RuntimeParts): string => join(folder, `${version}-${build}`)

  const fetchPackage = async (
    one: RuntimePackage,
    { address, to }: { readonly address: string; readonly to: string },
    signal: AbortSignal,
    progress: (completed: number) => void,
  ): Promise<void> => {
    const url = archiveUrl(address, one)
    // The owner's own registry may be at any address; what it sends is held to the lock.
    const policy: NetworkPolicy = { kind: 'user_endpoint', origin: new URL(url).origin }
    // A file per package: two of the same content may be on their way at the same time.
    const archive = join(archives, `${sha256Hex(`${one.path} ${one.integrity}`)}.tgz`)
    if (!existsSync(archive))
      await download(guard, {
        ...{ url, policy, to: archive, hash: hashOf(one), maxBytes: MAX_ARCHIVE_BYTES, signal, progress },
      })
    const at = join(to, 'node_modules', one.path)
    mkdirSync(at, { recursive: true, mode: 0o700 })
    await unpack(archive, at)
  }

  const fetchAll = async (
    { packages, bytes, ...which }: RuntimeParts,
    signal: AbortSignal,
    progress: (completed: number, total: number) => void,
  ): Promise<void> => {
    const place = placeOf({ packages, bytes, ...which })
    const fresh = `${place}.fresh`
    const address = await registry()
    rmSync(fresh, { recursive: true, force: true })
    for (const path of [archives, fresh]) mkdirSync(path, { recursive: true, mode: 0o700 })
    const done = new Map<RuntimePackage, number>()
    const waiting = [...packages]
    // One that fails ends the others, and nothing goes on behind the next try.
    const stopper = new AbortController()
    const either = AbortSignal.any([signal, stopper.signal])
    const work = async (): Promise<void> => {
      for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
        const current = one
        await fetchPackage(current, { address, to: fresh }, either, (completed) => {
          if (current.bytes === 0) return
          done.set(current, completed)
          progress(
            [...done.values()].reduce((sum, some) => sum + some, 0),
            bytes,
          )
        })
        either.throwIfAborted()
      }
    }
    const workers = Array.from({ length: AT_ONCE }, async () => {
      try {
        await work()
      } catch (thrown) {
        stopper.abort(thrown)
        throw thrown
      }
    })
    await Promise.allSettled(workers)
    // What failed first: the others only stopped because of it.
    stopper.signal.throwIfAborted()
    rmSync(place, { recursive: true, force: true })
    renameSync(fresh, place)
    rmSync(archives, { recursive: true, force: true })
  }

  const isHere = (): boolean => {
    const [all, wanted] = [builds(), chosen()]
    const found = wanted === 'auto' ? all[0] : all.find(({ build }) => build === wanted)
    return found !== undefined && existsSync(placeOf(found))
  }

  return {
    builds,
    isHere,
    /** Bytes still to be fetched. Errors: `model_runtime_unsupported`. */
    missingBytes: (): number => (isHere() ? 0 : parts().bytes),
    /**
     * Fetches the chosen build, unless it is here, and removes the others. Errors: `model_runtime_unsupported`, `model_runtime_damaged`,
     * those of `download`.
     */
    fetch: async (
      signal: AbortSignal,
      progress: (completed: number, total: number) => void,
    ): Promise<void> => {
      const wanted = parts()
      if (existsSync(placeOf(wanted))) return
      await fetchAll(wanted, signal, progress)
      for (const name of readdirSync(folder))
        if (join(folder, name) !== placeOf(wanted))
          rmSync(join(folder, name), { recursive: true, force: true })
    },
    /** Where the chosen build is, and what it runs on. Errors: `model_runtime_missing`, `model_runtime_unsupported`. */
    use: (): { readonly module: string; readonly gpu: false | 'metal' | 'vulkan' | 'cuda' } => {
      const wanted = parts()
      const place = placeOf(wanted)
      if (!existsSync(place)) throw new SatchelError('model_runtime_missing')
      const module = join(place, 'node_modules', 'node-llama-cpp', 'dist', 'index.js')
      return { module: pathToFileURL(module).href, gpu: wanted.build === 'cpu' ? false : wanted.build }
    },
  }
}
