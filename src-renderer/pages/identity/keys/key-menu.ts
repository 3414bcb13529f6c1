import type { DropdownMenuItem } from '@nuxt/ui'
import type { KeyInfo } from '../../../../src-daemon/contract/identity.ts'
import { t } from '../../../i18n/index.ts'

export type KeyAction = 'qr' | 'rename' | 'default' | 'rotate' | 'retire' | 'export'

/** The actions on a key, harmless ones first; irreversible ones come last, separated. */
export const keyMenu = (key: KeyInfo, choose: (action: KeyAction) => void): DropdownMenuItem[][] => {
  const item = (action: KeyAction, label: string, icon: string, more: Partial<DropdownMenuItem> = {}) => ({
    label,
    icon,
    onSelect: () => choose(action),
    ...more,
  })
  const mild = [
    item('qr', t('identity.keys.menu.qr'), 'i-lucide-qr-code'),
    item('rename', t('identity.keys.menu.rename'), 'i-lucide-pencil'),
  ]
  const copy = [item('export', t('identity.keys.menu.export'), 'i-lucide-file-key-2')]
  if (key.retiredAt !== null) return [mild, copy]
  const isAccount = key.isChainAccount || key.wallet !== null
  const usual =
    key.isDefault || isAccount ? [] : [item('default', t('identity.keys.menu.default'), 'i-lucide-pen-line')]
  const final = [
    // What an account owns on a chain stays with its key.
    ...(isAccount ? [] : [item('rotate', t('identity.keys.menu.rotate'), 'i-lucide-refresh-cw')]),
    // The owner's identity can't be retired; it can only move to another key.
    ...(key.isOwner
      ? []
      : [
          item('retire', t('identity.keys.menu.retire'), 'i-lucide-archive', {
            color: 'error',
            disabled: key.isDefault,
            ...(key.isDefault ? { description: t('identity.keys.menu.retireDefault') } : {}),
          }),
        ]),
  ]
  return [[...mild, ...usual], copy, final]
}
