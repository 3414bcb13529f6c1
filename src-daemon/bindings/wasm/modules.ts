import { isModuleCid, type ModuleFiles } from '../../packages/index.ts'
import type { PackagesService } from '../../packages/types.ts'
import { cidOf, parseCid, sha256OfCid } from '../../platform/cid.ts'
import { SatchelError } from '../../platform/errors.ts'
import { createEmitter } from '../../platform/emitter.ts'
import type { PackageModules } from './module-types.ts'

/** Opens the modules of the installed packages, stored in `files`. */
export const createPackageModules = (deps: {
  files: ModuleFiles
  packages: Pick<PackagesService, 'installed' | 'get'>
}): PackageModules => {
  const { files, packages } = deps
  const { listen: onChange, emit } = createEmitter()

  const list: PackageModules['list'] = (packageName) => {
    const acp = packages.get(packageName)
    if (acp === null) {
      if (packages.installed().some(({ name }) => name === packageName)) return []
      throw new SatchelError('package_not_installed', { params: { name: packageName } })
    }
    const named = Object.entries(acp.bindings).flatMap(([tool, { type, module }]) =>
      type === 'wasm' && typeof module === 'string' && isModuleCid(module) ? [{ tool, cid: module }] : [],
    )
    return [...Map.groupBy(named, ({ cid }) => cid)].map(([cid, those]) => ({
      cid,
      tools: those.map(({ tool }) => tool),
      size: files.size(packageName, cid),
    }))
  }

  return {
    list,
    give: ({ packageName, bytes }) => {
      const declared = list(packageName)
      const given = cidOf(bytes)
      // The same CID can be written in another base.
      const module = declared.find(({ cid }) => sha256OfCid(parseCid(cid)) === sha256OfCid(parseCid(given)))
      if (module === undefined) {
        const params = {
          package: packageName,
          cid: given,
          asked: declared.map(({ cid }) => cid).join(', ') || 'none',
        }
        throw new SatchelError('wasm_module_not_asked', { params, details: params })
      }
      files.put(packageName, module.cid, bytes)
      emit()
      return list(packageName)
    },
    read: (packageName, cid) => {
      const bytes = files.read(packageName, cid)
      if (bytes !== null) return bytes
      const params = { cid, package: packageName }
      throw new SatchelError('wasm_module_unavailable', { params, details: params })
    },
    sweep: () => {
      files.sweep(new Set(packages.installed().map(({ name }) => name)))
    },
    onChange,
  }
}
