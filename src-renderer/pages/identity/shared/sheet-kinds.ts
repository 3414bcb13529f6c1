import type { AuthorizationInfo } from '../../../../src-daemon/contract/authorizations.ts'
import type { KeyInfo } from '../../../../src-daemon/contract/identity.ts'

/** What a sheet can be opened for. Each is a step of its own between a wish and the deed. */
export type SheetRequest =
  | { readonly kind: 'create' | 'import' | 'backup' | 'restore' | 'passphrase' | 'move' }
  | { readonly kind: 'qr'; readonly did: string; readonly label: string }
  | { readonly kind: 'default' | 'rotate' | 'retire' | 'export'; readonly key: KeyInfo }
  | { readonly kind: 'revoke'; readonly authorization: AuthorizationInfo; readonly who: string }
