import type { ProfileName } from '../../../src-daemon/contract/profile-names.ts'
import { language, t } from '../../i18n/index.ts'

export const profileLabel = (name: ProfileName): string => t(`profile.names.${name}`)

/** “Email and Phone”, each once. */
export const namesInWords = (names: readonly ProfileName[]): string =>
  new Intl.ListFormat(language(), { type: 'unit', style: 'long' }).format([
    ...new Set(names.map(profileLabel)),
  ])
