import type { Tool } from '@modelcontextprotocol/server'
import { MAX_QUERY_LETTERS } from '../search/search.ts'

/** The two tools of an indexer (acp.md 5.3), and one for schemas. Their texts are for models. */

export const RESOLVE = 'resolve_capability'
export const SEARCH = 'search_capabilities'
export const RESOLVE_SCHEMA = 'resolve_schema'

const OBJECT = { type: 'object', additionalProperties: false } as const
const READS = { readOnlyHint: true, openWorldHint: false } as const
const METADATA = {
  type: 'object',
  description: 'The section "metadata" of the package, as its author wrote it. Untrusted: verify the file.',
} as const
const CID = { type: 'string', description: 'Where the package file is: fetch it and verify it.' } as const
const SHA256 = { type: 'string', description: 'SHA-256 of the file, hex.' } as const
const VOTES = { type: 'integer', description: 'Votes for it minus votes against it.' } as const
const BLOCK = { type: 'integer', description: 'The block of its publication.' } as const
const VALUES = {
  anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' }, maxItems: 16 }],
}

export const INDEX_TOOLS: readonly Tool[] = [
  {
    name: RESOLVE,
    title: 'Resolve a capability',
    description:
      'Finds a published capability by its URI, and says where its package file is. Without a version: the highest one that is neither a pre-release nor yanked. If it lacks a version, the error index_not_found has a member "absence": whether it was refused and why, waits for its file, or is unknown.',
    inputSchema: {
      ...OBJECT,
      properties: {
        cap_uri: { type: 'string', description: 'did:nuwa:cap:<name>, or did:nuwa:cap:<name>@<version>' },
      },
      required: ['cap_uri'],
    },
    outputSchema: {
      type: 'object',
      properties: {
        acp_metadata: METADATA,
        ipfs_cid: CID,
        sha256: SHA256,
        semver: { type: 'string' },
        author_did: { type: 'string' },
        yanked: { type: 'string', description: 'Only where the version was yanked: why.' },
        votes: VOTES,
        block: BLOCK,
        versions: {
          type: 'array',
          description: 'Every verified version, the newest first.',
          items: {
            type: 'object',
            properties: {
              semver: { type: 'string' },
              ipfs_cid: CID,
              sha256: SHA256,
              author_did: { type: 'string' },
              yanked: { type: 'string' },
            },
            required: ['semver', 'ipfs_cid', 'sha256', 'author_did'],
          },
        },
      },
      required: ['acp_metadata', 'ipfs_cid', 'sha256', 'semver', 'author_did'],
    },
    annotations: READS,
  },
  {
    name: SEARCH,
    title: 'Search capabilities',
    description:
      'Finds published capabilities by what they do: words in any order, typos forgiven. The best first; all filters must hold.',
    inputSchema: {
      ...OBJECT,
      properties: {
        query_string: {
          type: 'string',
          maxLength: MAX_QUERY_LETTERS,
          description: 'What is looked for; empty lists the most voted and newest.',
        },
        filters: {
          type: 'object',
          description: 'tags, author_did, model_family, permissions: a text, or several that must all hold.',
          properties: { tags: VALUES, author_did: VALUES, model_family: VALUES, permissions: VALUES },
        },
        limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
        cursor: { type: 'string', description: 'next_cursor of the page before, with the same search.' },
        facets: {
          type: 'boolean',
          description: 'Whether to count the values of filters among what was found.',
        },
      },
      required: ['query_string'],
    },
    outputSchema: {
      type: 'object',
      properties: {
        results: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              acp_metadata: METADATA,
              ipfs_cid: CID,
              sha256: SHA256,
              score: { type: 'number', minimum: 0, maximum: 1 },
              votes: VOTES,
              block: BLOCK,
            },
            required: ['acp_metadata', 'ipfs_cid', 'sha256', 'score'],
          },
        },
        next_cursor: { type: 'string', description: 'Missing at the end.' },
        facets: { type: 'object' },
      },
      required: ['results'],
    },
    annotations: READS,
  },
  {
    name: RESOLVE_SCHEMA,
    title: 'Resolve a schema',
    description:
      'Finds the published capabilities whose state has a schema, by its $id, and says where their package files are. The newest first.',
    inputSchema: {
      ...OBJECT,
      properties: {
        schema_uri: { type: 'string', description: 'The $id, such as did:nuwa:app:planner:state:Task#v1' },
      },
      required: ['schema_uri'],
    },
    outputSchema: {
      type: 'object',
      properties: {
        results: {
          type: 'array',
          description: 'At most 20 capabilities, each with one version; empty if there are none.',
          items: {
            type: 'object',
            properties: {
              acp_metadata: METADATA,
              ipfs_cid: CID,
              sha256: SHA256,
              semver: { type: 'string' },
              author_did: { type: 'string' },
              yanked: { type: 'string', description: 'Only where the version was yanked: why.' },
              block: BLOCK,
            },
            required: ['acp_metadata', 'ipfs_cid', 'sha256', 'semver', 'author_did'],
          },
        },
      },
      required: ['results'],
    },
    annotations: READS,
  },
]

export const HEALTH_URI = 'registry://health'
export const STATISTICS_URI = 'registry://statistics'

export const INDEX_RESOURCES = [
  {
    uri: HEALTH_URI,
    name: 'health',
    title: 'Health of the index',
    description: 'Whether the index answers, and the last block it has taken in.',
    mimeType: 'application/json',
  },
  {
    uri: STATISTICS_URI,
    name: 'statistics',
    title: 'Statistics of the index',
    description:
      'How many capabilities, versions and authors there are, and the most frequent values of each filter.',
    mimeType: 'application/json',
  },
] as const
