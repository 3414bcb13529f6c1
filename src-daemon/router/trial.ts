import type { AcpPackage } from '../contract/packages.ts'
import type { RouteDecision } from '../contract/router.ts'
import type { CapabilityCatalog } from '../packages/types.ts'
import { createEmitter } from '../platform/emitter.ts'
import { createOneAtATime } from '../platform/one-at-a-time.ts'
import { createRouter, type Router, type RouterDeps } from './router.ts'

/** Routes texts as if a capability in the making were installed. */
export interface RouteTrials {
  /** How each text would be routed if `draft` were installed, in place of one with its name. Counts as no use. */
  ways(draft: AcpPackage, texts: readonly string[]): Promise<readonly RouteDecision[]>
  close(): void
}

/** Unused for this long, what was learned for trials is forgotten. */
const REST_MS = 10 * 60_000

/**
 * Creates the trials: with the first one, all that is installed is learned anew, beside what messages are routed by, and kept for
 * the next, for which only the draft is. An embedding model isn't asked: it would have to read a draft after each key.
 */
export const createRouteTrials = (
  deps: Pick<RouterDeps, 'packages' | 'corrections' | 'hasKept'>,
): RouteTrials => {
  const { packages, corrections, hasKept } = deps
  const oneAtATime = createOneAtATime()
  const changed = createEmitter()
  let draft: AcpPackage | null = null
  let router: Router | null = null
  let rest: NodeJS.Timeout | undefined

  const others: CapabilityCatalog['installed'] = () =>
    packages.installed().filter(({ name }) => name !== draft?.name)
  const catalog: CapabilityCatalog = {
    installed: () => (draft === null ? others() : [...others(), draft]),
    get: (name) => (name === draft?.name ? draft : packages.get(name)),
    onChange: (listener) => {
      const stops = [packages.onChange(listener), changed.listen(listener)]
      return () => {
        for (const stop of stops) stop()
      }
    },
  }

  const forget = (): void => {
    clearTimeout(rest)
    router?.close()
    router = null
    draft = null
  }

  const ways: RouteTrials['ways'] = (tried, texts) =>
    oneAtATime(async () => {
      clearTimeout(rest)
      draft = tried
      router ??= createRouter({
        packages: catalog,
        corrections,
        embedding: null,
        // What a draft would keep isn't known to state, unless an earlier version keeps the same.
        hasKept: async (acp) =>
          acp.name === draft?.name && packages.get(acp.name)?.schemaUri !== acp.schemaUri
            ? false
            : ((await hasKept?.(acp)) ?? false),
      })
      changed.emit()
      const decisions: RouteDecision[] = []
      for (const text of texts)
        decisions.push(await router.explain({ text, activeCapability: null, explicit: null }))
      rest = setTimeout(forget, REST_MS).unref()
      return decisions
    })

  return { ways, close: forget }
}
