/** Packages of the Python index with models in them: pinned, hash-checked, kept between runs outside the repository. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sha256Hex } from '../../platform/sha256.ts'

const FETCH_MS = 300_000

/** The folder they are in, or why they can't be had here. */
export type Fetched = { readonly folder: string } | { readonly missing: string }

/** Those that a requirements file names; `then` makes something of them, in the same folder. */
export const fetchPackages = (
  requirements: string,
  then: (folder: string) => void = () => undefined,
): Fetched => {
  const cache = process.env['SATCHEL_MODEL_CACHE'] ?? join(tmpdir(), 'satchel-real-model')
  const folder = join(cache, sha256Hex(readFileSync(requirements)).slice(0, 16))
  if (existsSync(folder)) return { folder }
  mkdirSync(cache, { recursive: true })
  const fresh = mkdtempSync(join(cache, 'fetching-'))
  try {
    const options = ['--require-hashes', '--no-deps', '--only-binary=:all:', '--retries=1', '--quiet']
    const { status, error, stderr } = spawnSync(
      'python3',
      ['-m', 'pip', 'install', ...options, '--target', fresh, '-r', requirements],
      { encoding: 'utf8', timeout: FETCH_MS },
    )
    if (status !== 0) return { missing: error?.message ?? stderr.trim().split('\n').at(-1) ?? 'pip failed' }
    then(fresh)
    renameSync(fresh, folder)
    return { folder }
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
}
