import type { Authorizations, DelegatedRights } from '../../identity/types.ts'
import type { AcpPackage } from '../../contract/packages.ts'
import type { ChangeOrigin } from '../../contract/state.ts'
import type { StateAccess } from '../../state/types.ts'
import type { InvokeContext } from '../core/types.ts'
import { isFromOutside } from '../flow/judge.ts'
import { keepersIn } from '../flow/leaving.ts'
import { createStateAuthority } from './state-authority.ts'

/** The context a call of a built-in tool runs with. */
export interface StateGround {
  readonly access: StateAccess
  /** Ids of the authorizations it was done with, so far. */
  readonly used: ReadonlySet<string>
}

/**
 * Gives a call the access its authorization allows (asm.md 8): a capability its own scope and what was shared with it, an
 * agent what its presented authorization allows. Errors: `authorization_*`, and those of signing if one has to be issued.
 */
export const createStateGrounds = (
  authorizations: Pick<Authorizations, 'ensure' | 'attenuate' | 'check' | 'chain' | 'heldBy' | 'presented'>,
): ((
  acp: AcpPackage,
  call: { readonly action: string; readonly input: Readonly<Record<string, unknown>> },
  context: InvokeContext,
) => Promise<StateGround>) => {
  const authority = createStateAuthority(authorizations)

  const ofCapability = async (
    acp: AcpPackage,
    { action, input }: { readonly action: string; readonly input: Readonly<Record<string, unknown>> },
    { turn, flow, principal }: InvokeContext,
  ): Promise<StateGround> => {
    const used = new Set(await authority.authorize(acp, action, turn))
    const rights = await authorizations.heldBy(acp.capUri)
    // A program or an agent isn't the owner, whatever its text says: what it writes is a third party's, with or without a turn.
    const isOthers =
      principal.kind !== 'owner' || (flow !== undefined && isFromOutside(`acp:${acp.name}`, input, flow))
    const keepers = flow === undefined ? [] : keepersIn(`acp:${acp.name}`, input, flow)
    const origin: ChangeOrigin = {
      kind: 'capability',
      capability: acp.capUri,
      version: acp.version,
      packageSha256: acp.sha256,
      conversationId: turn?.conversationId ?? null,
      turnId: turn?.turnId ?? null,
      callId: turn?.callId ?? null,
      ...(isOthers ? { integrity: 'foreign' } : {}),
      ...(keepers.length === 0 ? {} : { keepers }),
    }
    const largeObjects = acp.permissions.require.includes('storage.large')
    const { capUri: owner, memoryScope: scope } = acp
    return { access: { owner, scope, origin, largeObjects, delegated: asked(rights, used) }, used }
  }

  const ofAgent = async (did: string, chain: readonly unknown[]): Promise<StateGround> => {
    const used = new Set<string>()
    const rights = await authorizations.presented({ chain, holder: did })
    // It has no scope of its own here.
    return {
      access: { owner: did, scope: '', origin: { kind: 'agent', did }, delegated: asked(rights, used) },
      used,
    }
  }

  return (acp, call, context) => {
    const { principal, authorization } = context
    return principal.kind === 'agent' && authorization !== undefined
      ? ofAgent(principal.did, authorization)
      : ofCapability(acp, call, context)
  }
}

/** Asks for each action, and notes what allowed it. */
const asked =
  (rights: DelegatedRights, used: Set<string>): NonNullable<StateAccess['delegated']> =>
  ({ owner, scope, action }) => {
    const ids = rights({ action, capUri: owner, scope })
    for (const id of ids ?? []) used.add(id)
    return ids !== null
  }
