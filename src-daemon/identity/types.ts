/** The types of identity, for those who import no code of it. */
export type { Authorization, Authorizations, DelegatedRights } from './authorizations/types.ts'
export type { ChainAccounts } from './core/chain-accounts.ts'
export type {
  WalletKey,
  WalletKeys,
  WalletPayload,
  WalletPayloadOf,
  WalletTypedData,
} from './core/wallet-keys.ts'
export type {
  DidResolver,
  IdentityService,
  NamedSecrets,
  Relationship,
  Rotation,
  Signer,
  SignRequest,
} from './core/types.ts'
export type { Devices, IsOwner, KnownDevice, SignedHead } from './devices/types.ts'
