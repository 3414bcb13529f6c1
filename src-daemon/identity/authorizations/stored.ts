import { readChain } from './document.ts'
import type { Held, HeldAuthorizations } from './held.ts'
import { agrees, type AuthorizationRecords, type AuthorizationRow } from './records.ts'
import { invalid, unknown, wrongTarget } from './refusals.ts'
import { isTargetOf, targetPrefixOf } from './target.ts'
import type { Verified } from './verified.ts'

/** Authorizations in the database. Each is verified once per run; before that it is not valid. */
export interface StoredAuthorizations {
  /** Errors: `authorization_invalid`, `authorization_wrong_target`. */
  load(row: AuthorizationRow): Promise<Held>
  /** The one in memory, else the stored one. Errors: `authorization_unknown`, and those of `load`. */
  hold(id: string): Promise<Held>
}

export const createStoredAuthorizations = (deps: {
  readonly records: Pick<AuthorizationRecords, 'find' | 'newest' | 'isRevoked'>
  readonly held: HeldAuthorizations
  readonly verified: Verified
  readonly owner: () => string
}): StoredAuthorizations => {
  const { records, held, verified, owner } = deps

  const load: StoredAuthorizations['load'] = async (row) => {
    const known = held.get(row.id)
    if (known !== undefined) return known
    const chain = readChain(row.document)
    const last = chain.at(-1) ?? chain[0]
    if (!agrees(row, last)) throw invalid('its row in the database was changed')
    if (!isTargetOf(last.invocationTarget, owner()))
      throw wrongTarget(last.invocationTarget, targetPrefixOf(owner()))
    await verified.remember(chain, owner())
    const { capUri } = row
    const loaded = held.get(row.id) ?? held.add({ chain, capUri, holder: null, stored: true })
    if (chain.some(({ id }) => records.isRevoked(id))) loaded.revoked = true
    if (capUri !== null && records.newest(capUri)?.id === row.id) held.setInstall(capUri, loaded)
    return loaded
  }

  const hold: StoredAuthorizations['hold'] = async (id) => {
    const known = held.get(id)
    if (known !== undefined) return known
    const row = records.find(id)
    if (row === null) throw unknown(id)
    return load(row)
  }

  return { load, hold }
}
