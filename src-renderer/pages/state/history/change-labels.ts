import type { ChangeRecord } from '../../../../src-daemon/contract/state.ts'
import { dateLocale } from '../../../components/dates.ts'
import { t } from '../../../i18n/index.ts'

/** Who made a change. `titleOf` gives a capability's title by its name. */
export const authorOf = ({ origin }: ChangeRecord, titleOf: (name: string) => string): string => {
  if (origin.kind === 'capability')
    return t('state.history.byCapability', {
      capability: titleOf(nameOf(origin.capability)),
      version: origin.version,
    })
  if (origin.kind === 'owner')
    return t(origin.reverts === undefined ? 'state.history.byOwner' : 'state.history.byRevert', {
      via: t(`state.history.via.${origin.via}`),
    })
  if (origin.kind === 'agent') return t('state.history.byAgent', { did: origin.did })
  return t('state.history.bySystem', { reason: origin.reason })
}

/** `note` of `did:nuwa:cap:note`. */
export const nameOf = (capability: string): string => capability.slice(capability.lastIndexOf(':') + 1)

/** A version on one line, for choosing between versions. */
export const versionLabel = (change: ChangeRecord, language: string): string =>
  `${new Intl.DateTimeFormat(dateLocale(language), { dateStyle: 'medium', timeStyle: 'medium' }).format(new Date(change.at))} · ${t(`state.history.kind.${change.kind}`)}`
