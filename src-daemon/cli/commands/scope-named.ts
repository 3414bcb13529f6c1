import { SatchelError } from '../../platform/errors.ts'
import type { Api } from '../console/session.ts'

/** The only scope of that name. Errors: `scope_unknown`; `invalid_request` if it is ambiguous. */
export const scopeNamed = async (
  api: Api,
  scope: string,
  owner: string | undefined,
): Promise<{ owner: string; scope: string }> => {
  const all = (await api.state.scopes.query()).filter(
    (one) => one.scope === scope && (owner === undefined || one.owner === owner),
  )
  const owners = [...new Set(all.map((one) => one.owner))]
  const [only, ...others] = owners
  if (only === undefined) throw new SatchelError('scope_unknown', { params: { scope } })
  if (others.length > 0)
    throw new SatchelError('invalid_request', { params: { problem: `--owner ${owners.join(' | ')}` } })
  return { owner: only, scope }
}
