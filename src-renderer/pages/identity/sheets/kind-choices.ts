import type { KeyKind } from '../../../../src-daemon/contract/identity.ts'
import { t } from '../../../i18n/index.ts'

/** The kinds of key, the most common first, each with its typical use. */
export const kindChoices = (): { value: KeyKind; label: string; description: string }[] => [
  {
    value: 'Ed25519',
    label: t('identity.sheets.kinds.standard'),
    description: t('identity.sheets.kinds.ed25519'),
  },
  { value: 'P-256', label: 'P-256', description: t('identity.sheets.kinds.p256') },
  { value: 'secp256k1', label: 'secp256k1', description: t('identity.sheets.kinds.secp256k1') },
]
