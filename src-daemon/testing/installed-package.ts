import type { AcpPackage, InstalledPackage } from '../contract/packages.ts'

/** The entry of an installed package, for tests that hold a package and need what `installed()` lists. */
export const installedPackage = ({
  name,
  version,
  sha256,
  examples,
}: Pick<AcpPackage, 'name' | 'version' | 'sha256' | 'examples'>): InstalledPackage => ({
  name,
  version,
  sha256,
  review: {
    sha256,
    name,
    capUri: '',
    version,
    title: name,
    description: '',
    author: { did: '', keyId: '', trust: 'built_in', firstSeenAt: null },
    permissions: [],
    hosts: [],
    tools: [],
    schemaUri: '',
    promptTokens: 0,
    warnings: [],
    lookAlike: null,
    handover: null,
    installedVersion: null,
    difference: null,
  },
  examples: [...examples],
  installedAt: '2026-01-01T00:00:00.000Z',
  status: 'ready',
  disabledBy: null,
  statusReason: null,
  authorKeyRevoked: false,
  previous: null,
})
