import type { Publication } from '../../../contract/publishing.ts'
import type { Api, Session } from '../../console/session.ts'
import { inCoins } from '../../console/coins.ts'

/**
 * Resumes a publication. If its transaction is still pending, shows the cost with a higher fee, and sends it again with
 * that if requested (`dearer`) and agreed to. Null if not. Errors: `publication_unknown`, `chain_*`.
 */
export const goOn = async (
  api: Api,
  { output, consent }: Pick<Session, 'output' | 'consent'>,
  { id, capUri: name, semver: version, tx }: Publication,
  dearer: boolean,
): Promise<Publication | null> => {
  const cost = tx === null ? null : await api.registry.publish.dearer.mutate({ id })
  if (dearer && cost === null) output.say('cli_publish_waits_not')
  if (!dearer && cost !== null) output.say('cli_publish_waits', { cost: inCoins(cost.cost) })
  const isDearer = dearer && cost !== null
  if (isDearer && !(await consent('cli_q_registry_dearer', { name, version, cost: inCoins(cost.cost) })))
    return null
  return api.registry.publish.resume.mutate({ id, dearer: isDearer })
}
