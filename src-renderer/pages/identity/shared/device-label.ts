import type { DeviceInfo } from '../../../../src-daemon/contract/devices.ts'
import { t } from '../../../i18n/index.ts'

/** A device's name, or a description if it has none. */
export const deviceLabel = ({ name }: Pick<DeviceInfo, 'name'>): string =>
  name ?? t('identity.devices.unnamed')
