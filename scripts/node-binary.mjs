import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './freshness.mjs'

/**
 * The program in the package `node`, by SHA-256. That package's install script gets it from a package of the platform
 * that the lock file doesn't name, so npm compares no hash of ours.
 */
export const NODE = {
  version: '24.21.0',
  sha256: {
    'linux-x64': '7fde7b8afa198da66257f42ee2001d874c7355631e6d1579a5fb5ef1f246df4c',
    'linux-arm64': '0f8949d1028f6d61506b2d5bc57e7e6fe893d7b1997509b7847294fc9c616584',
    'win32-x64': 'ba4e6d110e8c1592a1ecd390f6b05f3da124b13871a5be62b341a07a853c6c32',
  },
}

/**
 * Compares the installed Node with the pinned one, before anything runs on it. A sentence if it is another program, or
 * if none is pinned for this platform; null when all is well.
 *
 * @param {{ base?: string, platform?: string }} [where] the checkout, and `process.platform` with the architecture
 * @returns {{ isOther: boolean, problem: string } | null}
 */
export function nodeProblem({ base = root, platform = `${process.platform}-${process.arch}` } = {}) {
  const path = join(base, 'node_modules/node/bin', platform.startsWith('win32') ? 'node.exe' : 'node')
  const pinned = NODE.sha256[platform]
  if (pinned === undefined)
    return { isOther: false, problem: `no hash of Node ${NODE.version} is known for ${platform}` }
  if (!existsSync(path)) return { isOther: true, problem: `${path} is missing` }
  const found = createHash('sha256').update(readFileSync(path)).digest('hex')
  return found === pinned
    ? null
    : { isOther: true, problem: `${path} has SHA-256 ${found}, which is not Node ${NODE.version} as pinned` }
}
