// A guess at a passphrase costs 2^17 rounds of scrypt, a third of a second, and so does each use of one. Tests, and the
// programs that they start (`temp-home.ts`), load this first and take 2^10 instead. What they write says 17 as ever, and
// none but they can open it. It is no part of the product; `vault.test.ts` holds that to its rounds.
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

const { scrypt } = crypto
const quickScrypt = (passphrase, salt, length, options, done) =>
  scrypt(passphrase, salt, length, options.N === 2 ** 17 ? { ...options, N: 2 ** 10 } : options, done)
// Vitest loads it for each file.
if (scrypt.name !== quickScrypt.name) {
  crypto.scrypt = quickScrypt
  syncBuiltinESMExports()
}
