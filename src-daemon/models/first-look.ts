import type { FirstLook } from '../contract/first-look.ts'
import type { NetworkGuard } from '../network/index.ts'
import { buildsFor } from './inside/runtime-lock.ts'
import { recommendedInside } from './inside/recommended.ts'
import { findLocalServers } from './local-servers.ts'
import { createOllamaDiscovery } from './ollama/discovery.ts'

/**
 * What could answer on this computer before Satchel has any data: looks for servers as the settings' defaults would, and stores nothing.
 * The graphics memory isn't measured, which takes the program that runs models.
 */
export const lookForModels = async (deps: {
  readonly guard: NetworkGuard
  readonly ollamaUrl: string
}): Promise<Pick<FirstLook, 'ollama' | 'local' | 'inside'>> => {
  const { guard, ollamaUrl } = deps
  const [ollama, local] = await Promise.all([
    createOllamaDiscovery({ guard })
      .models(ollamaUrl)
      .then(
        (models) => ({ models: models.filter(({ embedding }) => !embedding).length }),
        // Nothing is there, or something else: that's no failure.
        () => null,
      ),
    findLocalServers({ guard, settings: { get: () => ({ modelEndpoints: [] }) } }),
  ])
  const [build] = buildsFor()
  const model = recommendedInside({ graphics: null }).find(({ best }) => best)
  return {
    ollama,
    local: [...local],
    inside: build === undefined || model === undefined ? null : { model, programBytes: build.bytes },
  }
}
