import type { KeyInfo } from '../../src-daemon/contract/identity.ts'

/** A key as sent by the daemon, for tests. */
export const sampleKey = (change: Partial<KeyInfo> = {}): KeyInfo => ({
  did: 'did:key:z6MkhaXgBZDvotDkL5257faiztiGiC2QtKLGpbnnEGta2doK',
  keyId:
    'did:key:z6MkhaXgBZDvotDkL5257faiztiGiC2QtKLGpbnnEGta2doK#z6MkhaXgBZDvotDkL5257faiztiGiC2QtKLGpbnnEGta2doK',
  kind: 'Ed25519',
  label: 'Work',
  origin: 'created',
  backend: 'vault',
  createdAt: '2026-11-01T10:00:00.000Z',
  lastUsedAt: null,
  uses: 0,
  isOwner: false,
  isDefault: false,
  isChainAccount: false,
  wallet: null,
  retiredAt: null,
  replacedBy: null,
  backedUpAt: null,
  ...change,
})
