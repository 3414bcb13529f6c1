import type { AppGrant } from '../../../../src-daemon/contract/app-grants.ts'
import type { AuthorizationInfo } from '../../../../src-daemon/contract/authorizations.ts'
import type { DeviceInfo } from '../../../../src-daemon/contract/devices.ts'
import type { KeyInfo } from '../../../../src-daemon/contract/identity.ts'

/** The sheets that can be opened, each for confirming an action. */
export type SheetRequest =
  | { readonly kind: 'create' | 'import' | 'share' | 'backup' | 'restore' | 'passphrase' | 'move' }
  | { readonly kind: 'qr'; readonly did: string; readonly label: string }
  | { readonly kind: 'default' | 'rotate' | 'retire' | 'export'; readonly key: KeyInfo }
  | { readonly kind: 'removeDevice'; readonly device: DeviceInfo }
  | { readonly kind: 'revoke'; readonly authorization: AuthorizationInfo; readonly who: string }
  | { readonly kind: 'revokeApp'; readonly grant: AppGrant; readonly who: string }
