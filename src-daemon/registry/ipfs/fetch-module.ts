import type { PackageModules } from '../../bindings/index.ts'
import type { PackageModule } from '../../contract/package-modules.ts'
import { SatchelError } from '../../platform/errors.ts'
import { nameOf } from './core/blocks.ts'
import type { IpfsService } from './types.ts'
import type { IpfsSource } from '../../contract/ipfs.ts'

/** The same limit as for a module that the owner provides as a file. */
const MAX_MODULE_BYTES = 16 * 1024 * 1024

/**
 * Fetches a WebAssembly module that a package names by CID (acp.md 8), verifies it, and stores it with the
 * package. Only the sources that the owner agreed to (`from`) are asked, not those added since.
 * Errors: `wasm_module_not_asked`, `ipfs_sources_changed`, those of `PackageModules.give` and
 * `IpfsService.fetchVerified`.
 */
export const fetchModule = async (
  { ipfs, packageModules }: { ipfs: IpfsService; packageModules: PackageModules },
  input: {
    packageName: string
    cid: string
    from: readonly IpfsSource[]
    signal?: AbortSignal | undefined
  },
): Promise<readonly PackageModule[]> => {
  const { packageName, cid, from, signal } = input
  const declared = packageModules.list(packageName).map((module) => module.cid)
  if (!declared.includes(cid)) {
    const params = { package: packageName, cid, asked: declared.join(', ') || 'none' }
    throw new SatchelError('wasm_module_not_asked', { params, details: params })
  }
  const others = ipfs
    .askable()
    .filter(({ kind, name }) => !from.some((agreed) => agreed.kind === kind && agreed.name === name))
  if (others.length > 0)
    throw new SatchelError('ipfs_sources_changed', { params: { sources: others.map(nameOf).join(', ') } })
  const { bytes } = await ipfs.fetchVerified({ cid, maxBytes: MAX_MODULE_BYTES, signal })
  return packageModules.give({ packageName, bytes })
}
