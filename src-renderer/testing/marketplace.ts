import type { Claim, MarketCard, MarketFile } from '../../src-daemon/contract/marketplace.ts'
import { permissionReview } from './packages.ts'

/** One source's entry for a version, for tests. */
export const claim = (change: Partial<Claim> = {}): Claim => ({
  source: 'main',
  trust: 'trusted',
  version: '1.0.0',
  cid: 'bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy',
  sha256: 'a'.repeat(64),
  authorDid: 'did:key:z6MkAuthor',
  yanked: null,
  ...change,
})

/** A card for tests: found in one trusted source, not installed, its file not looked at. */
export const marketCard = (name: string, change: Partial<MarketCard> = {}): MarketCard => ({
  capUri: `did:nuwa:cap:${name}`,
  name,
  version: '1.0.0',
  title: name,
  description: `Keeps your ${name}.`,
  author: {
    did: 'did:key:z6MkAuthor',
    keyId: 'did:key:z6MkAuthor#z6MkAuthor',
    trust: 'new',
    recommendedBy: [],
  },
  advisories: [],
  tags: [],
  modelFamilies: [],
  permissions: [{ key: 'state.create', text: `Create ${name}`, risk: 'low' }],
  facts: null,
  votes: null,
  claims: [claim()],
  conflict: false,
  installed: null,
  isUpdate: false,
  ...change,
})

/** A verified file for tests. */
export const marketFile = (name: string, change: Partial<MarketFile> = {}): MarketFile => ({
  review: permissionReview(name),
  facts: {
    permissions: [{ key: 'state.create', text: `Create ${name}`, risk: 'low' }],
    hosts: [],
    withoutModel: true,
    tools: 1,
    promptTokens: 321,
    icon: null,
    bytes: 4096,
  },
  prompt: 'Write what the user says.',
  examples: [`add ${name} about milk`],
  tools: [{ name: 'state.create', description: 'Makes one.', parameters: { type: 'object' } }],
  schemaUri: `did:nuwa:state:${name}#v1`,
  schema: { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] },
  homepage: null,
  contact: null,
  screenshots: [],
  readme: '',
  license: null,
  ...change,
})
