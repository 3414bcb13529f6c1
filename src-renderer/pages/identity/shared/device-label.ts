import type { DeviceInfo } from '../../../../src-daemon/contract/devices.ts'
import { t } from '../../../i18n/index.ts'

/** A device's name; one that has none is told by what it is. */
export const deviceLabel = ({ name }: Pick<DeviceInfo, 'name'>): string =>
  name ?? t('identity.devices.unnamed')
