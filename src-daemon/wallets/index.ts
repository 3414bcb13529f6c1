/** The door of `wallets/`: accounts on chains, and what agents may have them sign. */
export { createWallets, type WalletsDeps } from './wallets.ts'
export { allowanceOf, decodeCall, type DecodedCall } from './core/decode-call.ts'
export { fromUnits } from './core/units.ts'
