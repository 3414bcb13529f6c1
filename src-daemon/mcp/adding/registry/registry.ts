import { homedir } from 'node:os'
import { SatchelError } from '../../../platform/errors.ts'
import type { Language } from '../../../contract/language.ts'
import type { NetworkGuard } from '../../../network/index.ts'
import type { BundlesService } from '../bundles/types.ts'
import { createRegistryClient, type RegistryClient } from './client.ts'
import type { RegistryService } from './types.ts'
import { wayOf, waysOf, type Way } from './ways.ts'

export interface RegistryDeps {
  /** The address that the owner set; empty if none is set. */
  readonly url: () => string
  readonly guard: Pick<NetworkGuard, 'fetch'>
  readonly bundles: Pick<BundlesService, 'look'>
  readonly language: () => Language
  readonly env?: NodeJS.ProcessEnv | undefined
  readonly home?: string | undefined
  readonly system?: string | undefined
}

/** Searches a registry (API v0.1) and turns its entries into servers to connect. It starts nothing. */
export const createRegistry = ({
  url,
  guard,
  bundles,
  language,
  env = process.env,
  home = homedir(),
  system,
}: RegistryDeps): RegistryService => {
  const client = (): RegistryClient => createRegistryClient(url(), guard)
  const known = { language, env, home, system }

  const chosen = async (input: { name: string; version: string; way: string }): Promise<Way> =>
    wayOf(waysOf(await client().version(input.name, input.version), known), input.way)

  return {
    search: async ({ text, cursor }) => {
      const { found, next } = await client().search(text.trim(), cursor)
      return { entries: found.map(({ entry }) => entry).filter(({ status }) => status !== 'deleted'), next }
    },
    show: async ({ name, version }) => {
      const [server, versions] = await Promise.all([
        client().version(name, version ?? 'latest'),
        client().versions(name),
      ])
      const { entry, repository, website } = server
      return {
        ...entry,
        repository,
        website,
        versions: versions.map(({ entry: one }) => ({ version: one.version, status: one.status })),
        ways: waysOf(server, known).map(({ plan: _plan, bundle: _bundle, ...way }) => way),
      }
    },
    plan: async (input) => {
      const { plan, target } = await chosen(input)
      if (plan === null) throw new SatchelError('mcp_registry_unknown', { params: { name: target } })
      return plan(input.values)
    },
    bundle: async (input) => {
      const { bundle, target } = await chosen(input)
      if (bundle === null) throw new SatchelError('mcp_registry_unknown', { params: { name: target } })
      return bundles.look(await client().download(bundle.url), { fileSha256: bundle.fileSha256 })
    },
  }
}
