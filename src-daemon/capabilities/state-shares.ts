import type { StateShareInput } from '../contract/authorizations.ts'
import { checkDid } from '../identity/index.ts'
import type { Authorization, Authorizations } from '../identity/types.ts'
import type { PackagesService } from '../packages/types.ts'
import { SatchelError } from '../platform/errors.ts'
import type { StateService } from '../state/types.ts'

/** Lets others use the state of a capability (asm.md 8). */
export interface StateShares {
  /**
   * Gives an installed capability or another agent reading, or reading and writing, of the scope a schema belongs to: of its `shared`
   * and `public` schemas, to the end of the authorization or until it is revoked. Errors: `schema_unknown`,
   * `schema_private`, `package_not_installed`, `did_unresolvable`, `did_method_unknown`, those of signing.
   */
  share(input: StateShareInput): Promise<Authorization>
}

/** Only the capability itself may delete for good. */
const ACTIONS = {
  read: ['state.query'],
  write: ['state.query', 'state.create', 'state.update', 'state.delete'],
} as const

const CAPABILITY = /^(?:did:nuwa:cap:|acp:)?([a-z][a-z0-9_-]{0,62})$/

export const createStateShares = ({
  state,
  packages,
  authorizations,
}: {
  readonly state: Pick<StateService, 'schemaFacts'>
  readonly packages: Pick<PackagesService, 'installed'>
  readonly authorizations: Pick<Authorizations, 'give'>
}): StateShares => {
  /** The DID an authorization is given to. */
  const holderOf = (to: string): string => {
    const name = CAPABILITY.exec(to)?.[1]
    if (name === undefined) {
      checkDid(to)
      return to
    }
    if (!packages.installed().some((one) => one.name === name))
      throw new SatchelError('package_not_installed', { params: { name } })
    return `did:nuwa:cap:${name}`
  }

  return {
    share: async ({ to, schemaUri, allow, expiresInSeconds }) => {
      const { owner: capUri, scope, visibility } = state.schemaFacts(schemaUri)
      if (visibility === 'private') throw new SatchelError('schema_private', { params: { uri: schemaUri } })
      const controller = holderOf(to)
      return authorizations.give({ capUri, scope, actions: ACTIONS[allow], controller, expiresInSeconds })
    },
  }
}
