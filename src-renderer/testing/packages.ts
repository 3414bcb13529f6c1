import type {
  CatalogueEntry,
  InstalledPackage,
  PackageDifference,
  PermissionReview,
} from '../../src-daemon/contract/packages.ts'

/** A review for tests: a signed package of a new author with one tool that works and one that does not. */
export const permissionReview = (name: string, change: Partial<PermissionReview> = {}): PermissionReview => ({
  sha256: 'a'.repeat(64),
  name,
  capUri: `did:nuwa:cap:${name}`,
  version: '1.0.0',
  title: name,
  description: `Keeps your ${name}.`,
  author: {
    did: 'did:key:z6MkAuthor',
    keyId: 'did:key:z6MkAuthor#z6MkAuthor',
    trust: 'new',
    firstSeenAt: null,
    recommendedBy: [],
  },
  advisories: [],
  permissions: [{ key: 'state.create', text: `Create ${name}`, risk: 'low' }],
  hosts: ['did:nuwa:mcp:webscraper:version1'],
  tools: [
    { name: 'state.create', description: 'Makes one.', kind: 'builtin', available: true, reason: null },
    {
      name: 'fetch',
      description: 'Reads a page.',
      kind: 'mcp_service',
      available: false,
      reason: 'No such service.',
    },
  ],
  schemaUri: `did:nuwa:state:${name}#v1`,
  promptTokens: 321,
  warnings: [],
  changelog: [],
  lookAlike: null,
  handover: null,
  installedVersion: null,
  difference: null,
  ...change,
})

/** An update of `note` from 1.0.0; by default it changes nothing a user would see. */
export const packageDifference = (change: Partial<PackageDifference> = {}): PackageDifference => ({
  fromVersion: '1.0.0',
  fromSha256: 'a'.repeat(64),
  direction: 'update',
  widens: [],
  permissions: { added: [], removed: [] },
  hosts: { added: [], removed: [] },
  tools: { added: [], removed: [], changed: [] },
  prompt: [],
  schema: [],
  other: [],
  changelog: [],
  ...change,
})

export const catalogueEntry = (name: string, change: Partial<PermissionReview> = {}): CatalogueEntry => ({
  id: name,
  review: permissionReview(name, change),
  examples: [`add ${name} about milk`],
  installed: false,
})

export const installedPackage = (name: string, change: Partial<InstalledPackage> = {}): InstalledPackage => ({
  name,
  version: '1.0.0',
  sha256: 'a'.repeat(64),
  review: permissionReview(name),
  examples: [],
  installedAt: '2026-01-02T03:04:05.000Z',
  status: 'ready',
  disabledBy: null,
  statusReason: null,
  authorKeyRevoked: false,
  previous: null,
  ...change,
})
