import type { Authorizations } from '../../identity/types.ts'

/** What an agent may use, and until when. */
export interface Grant {
  readonly tool: string
  readonly until: string
}

/**
 * What the owner opened to each agent, as authorizations (identity.md 5): with an end, revocable, and documents that the
 * agent could narrow and pass on.
 */
export interface Grants {
  /** Gives an agent these tools in place of what it had. Errors: those of `Authorizations.give`. */
  replace(did: string, tools: readonly string[], seconds: number): Promise<void>
  /** Those in force, by their agent. */
  all(): ReadonlyMap<string, readonly Grant[]>
  allows(did: string, tool: string): Promise<boolean>
  /** Whether a chain that the agent presents is for this tool. Errors: `authorization_*`. */
  presented(did: string, tool: string, chain: readonly unknown[]): Promise<boolean>
}

export type GrantAuthorizations = Pick<Authorizations, 'give' | 'heldBy' | 'presented' | 'list' | 'revoke'>

/** The scope of tools, beside those of a capability's state. */
const SCOPE = 'operations'

export const createGrants = (deps: {
  readonly authorizations: GrantAuthorizations
  readonly now: () => Date
}): Grants => {
  const { authorizations, now } = deps

  const inForce = () =>
    authorizations
      .list()
      .filter(
        ({ revokedAt, expiresAt, target }) =>
          revokedAt === null && Date.parse(expiresAt) > now().getTime() && target.endsWith(`/${SCOPE}`),
      )

  return {
    replace: async (did, tools, seconds) => {
      const before = inForce().filter(({ controller }) => controller === did)
      // First what may fail: without a signature, everything stays as it was.
      for (const [capUri, actions] of byCapability(tools))
        await authorizations.give({
          capUri,
          scope: SCOPE,
          actions,
          controller: did,
          expiresInSeconds: seconds,
        })
      for (const { id } of before) authorizations.revoke(id)
    },
    all: () => {
      const found = new Map<string, Grant[]>()
      for (const { controller, target, actions, expiresAt: until } of inForce())
        for (const action of actions) {
          const tool = toolOf(target, action)
          if (tool !== null) found.set(controller, [...(found.get(controller) ?? []), { tool, until }])
        }
      return found
    },
    allows: async (did, tool) => {
      const { capUri, action } = rightOf(tool)
      return (await authorizations.heldBy(did))({ capUri, action, scope: SCOPE }) !== null
    },
    presented: async (did, tool, chain) => {
      const { capUri, action } = rightOf(tool)
      const rights = await authorizations.presented({ chain, holder: did })
      return rights({ capUri, action, scope: SCOPE }) !== null
    },
  }
}

const CAPABILITY = 'did:nuwa:cap:'
const ACTION = 'operation.'

/** `acp:units/convert` -> the capability `units`, `operation.convert`; what is no package's tool is Satchel's own. */
const rightOf = (tool: string): { readonly capUri: string; readonly action: string } => {
  const [, name, operation] = /^acp:([^/]+)\/(.+)$/.exec(tool) ?? []
  return name === undefined || operation === undefined
    ? { capUri: 'satchel', action: `${ACTION}${tool}` }
    : { capUri: `${CAPABILITY}${name}`, action: `${ACTION}${operation}` }
}

const toolOf = (target: string, action: string): string | null => {
  const capUri = decodeURIComponent(target.split('/').at(-2) ?? '')
  if (!action.startsWith(ACTION)) return null
  const operation = action.slice(ACTION.length)
  return capUri.startsWith(CAPABILITY) ? `acp:${capUri.slice(CAPABILITY.length)}/${operation}` : operation
}

const byCapability = (tools: readonly string[]): ReadonlyMap<string, string[]> => {
  const found = new Map<string, string[]>()
  for (const { capUri, action } of [...new Set(tools)].sort().map(rightOf))
    found.set(capUri, [...(found.get(capUri) ?? []), action])
  return found
}
