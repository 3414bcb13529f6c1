import { z } from 'zod'
import { verifiedDescriptionSchema } from './agent-descriptions.ts'

/** What an agent speaks. Also the first word of its capabilities' ids: `anp:<agent>/<operation>`. */
export const agentProtocolSchema = z.enum(['anp', 'a2a'])
export type AgentProtocolName = z.infer<typeof agentProtocolSchema>

/** The owner's short name for an agent, part of its capabilities' ids; it never changes. */
export const contactIdSchema = z.string().regex(/^[a-z][a-z0-9_-]{0,62}$/)

/** What is wrong with a part of an agent's documents that was read all the same, without that part. */
export const contactProblemSchema = z.object({
  /** Of the description, or `<address of a linked file> <place in it>`. */
  place: z.string(),
  code: z.enum([
    'not_loaded',
    'not_json',
    'not_yaml',
    'not_an_object',
    'digest_differs',
    'digest_unknown',
    'interface_unknown',
    'address_missing',
    'address_refused',
    'schema_unusable',
    'operation_unreadable',
    'product_unreadable',
    'too_many',
    'says_to_model',
    'looks_alike',
    'no_options',
    'sign_in_unknown',
    'extension_unknown',
  ]),
  /** The code of an error, or the text that matters. */
  detail: z.string().nullable(),
})
export type ContactProblem = z.infer<typeof contactProblemSchema>

/** How an operation's interface is spoken to. */
export const interfaceKindSchema = z.enum(['openrpc', 'openapi', 'endpoints', 'json_rpc', 'mcp', 'a2a'])
export type InterfaceKind = z.infer<typeof interfaceKindSchema>

const jsonSchema = z.record(z.string(), z.unknown())

/** Something an agent does for others. All texts are the agent's own, and untrusted. */
export const contactOperationSchema = z.object({
  /** Unique within the agent, and the last part of the capability's id. */
  id: z.string(),
  title: z.string(),
  description: z.string(),
  /** `question`: takes a text `question`. `purchase`: orders a product by its identifier. */
  kind: z.enum(['call', 'question', 'purchase']),
  interface: z.object({
    kind: interfaceKindSchema,
    /** The word that the description uses for it. */
    protocol: z.string().nullable(),
    /** Where calls go. */
    url: z.string(),
  }),
  input: jsonSchema,
  output: jsonSchema.nullable(),
  /** Every call asks the owner: a purchase, or the agent demands a person's authorization. */
  asksAlways: z.boolean(),
})
export type ContactOperation = z.infer<typeof contactOperationSchema>

export const contactImageSchema = z.object({ url: z.string(), caption: z.string().nullable() })

/** A price as the agent writes it. */
export const productOfferSchema = z.object({
  name: z.string().nullable(),
  price: z.string().nullable(),
  currency: z.string().nullable(),
  availability: z.string().nullable(),
})

/** Something to choose when a product is ordered. */
export const productOptionSchema = z.object({
  name: z.string(),
  required: z.boolean(),
  /** Empty: any text. */
  values: z.array(z.string()),
})
export type ProductOption = z.infer<typeof productOptionSchema>

/** A product or service, as schema.org describes them. */
export const contactProductSchema = z.object({
  /** What a purchase names; null: it can't be ordered. */
  identifier: z.string().nullable(),
  kind: z.enum(['product', 'service']),
  name: z.string(),
  description: z.string(),
  url: z.string().nullable(),
  brand: z.string().nullable(),
  category: z.string().nullable(),
  sku: z.string().nullable(),
  offers: z.array(productOfferSchema),
  images: z.array(contactImageSchema),
  options: z.array(productOptionSchema),
  /** `additionalProperty`, and other texts by their name in schema.org. */
  properties: z.array(z.object({ name: z.string(), value: z.string() })),
})
export type ContactProduct = z.infer<typeof contactProductSchema>

/** What an agent's documents said when they were read. */
export const contactReadingSchema = z.object({
  name: z.string(),
  description: z.string(),
  /** Person or organization behind it, by its own word. */
  owner: z.string().nullable(),
  did: z.string().nullable(),
  /** The host it was read from. */
  domain: z.string(),
  verdict: verifiedDescriptionSchema.shape.verdict,
  reasons: verifiedDescriptionSchema.shape.reasons,
  warnings: verifiedDescriptionSchema.shape.warnings,
  version: z.string().nullable(),
  modified: z.string().nullable(),
  keyId: z.string().nullable(),
  /** Hex SHA-256 of the public key itself: a key can change and keep its id. */
  keyDigest: z.string().nullable(),
  /** Hex SHA-256 of the description as it is signed. */
  digest: z.string().nullable(),
  readAt: z.iso.datetime(),
  images: z.array(contactImageSchema),
  operations: z.array(contactOperationSchema),
  products: z.array(contactProductSchema),
  /** MCP servers it names whose tools couldn't be read as its operations: the owner can connect them as servers. */
  servers: z.array(z.object({ name: z.string(), url: z.string() })),
  /** Where it holds conversations of structured messages (AITP); absent: nowhere. */
  threads: z.string().optional(),
  problems: z.array(contactProblemSchema),
})
export type ContactReading = z.infer<typeof contactReadingSchema>

/** What a new reading changes. */
export const contactReviewSchema = z.object({
  /** Why it can't be approved; null if it can. To approve it all the same, the owner removes the agent and adds it again. */
  refusal: z.enum(['older_version', 'other_key', 'other_did', 'not_verified_any_more']).nullable(),
  /** Names of operations, by their ids. */
  operations: z.object({
    added: z.array(z.string()),
    changed: z.array(z.string()),
    removed: z.array(z.string()),
  }),
  /** Members of a reading that differ: `name`, `description`, `version`, `products`… */
  members: z.array(z.string()),
})
export type ContactReview = z.infer<typeof contactReviewSchema>

/** `new`: looked at, not approved. `changed`: approved, and says something else by now. */
export const contactStateSchema = z.enum(['new', 'approved', 'changed'])
export type ContactState = z.infer<typeof contactStateSchema>

/** An agent in the list. */
export const contactSummarySchema = z.object({
  id: contactIdSchema,
  /** The owner's own name for it; empty if there is none. */
  label: z.string(),
  protocol: agentProtocolSchema,
  url: z.string(),
  state: contactStateSchema,
  name: z.string(),
  did: z.string().nullable(),
  domain: z.string(),
  verdict: verifiedDescriptionSchema.shape.verdict,
  operations: z.int().nonnegative(),
  products: z.int().nonnegative(),
  addedAt: z.iso.datetime(),
  checkedAt: z.iso.datetime(),
})
export type ContactSummary = z.infer<typeof contactSummarySchema>

/** An agent, as approved and as it was read last. Only approved operations can be called. */
export const agentContactSchema = contactSummarySchema.extend({
  /** The identity of the owner's that calls it; null: unsigned. */
  as: z.string().nullable(),
  approvedAt: z.iso.datetime().nullable(),
  approved: contactReadingSchema.nullable(),
  /** The last reading, if it isn't the approved one. */
  pending: contactReadingSchema.nullable(),
  /** What `pending` changes of `approved`; null unless there are both. */
  review: contactReviewSchema.nullable(),
  /** Names the reading to approve: `pending`, or `approved` if nothing waits. */
  fingerprint: z.string(),
  /** Why no operation can be called although some are approved: another agent may be answering. */
  stopped: contactReviewSchema.shape.refusal,
})
export type AgentContact = z.infer<typeof agentContactSchema>

export const contactListInputSchema = z.object({
  search: z.string().max(200).default(''),
  limit: z.int().min(1).max(500).default(100),
  /** How many to pass over. */
  offset: z.int().nonnegative().default(0),
})
export const contactPageSchema = z.object({
  contacts: z.array(contactSummarySchema),
  total: z.int().nonnegative(),
})
export type ContactPage = z.infer<typeof contactPageSchema>

/** An agent that a domain, a DID or an address names. Nothing of it is verified yet. */
export const discoveredAgentSchema = z.object({
  protocol: agentProtocolSchema,
  url: z.string(),
  name: z.string().nullable(),
  /** The contact with this address, if there is one. */
  contact: contactIdSchema.nullable(),
})
export type DiscoveredAgent = z.infer<typeof discoveredAgentSchema>

export const discoverySchema = z.object({
  /** What was asked: the host, the DID or the address. */
  address: z.string(),
  agents: z.array(discoveredAgentSchema),
  /** What couldn't be read, e.g. one page of several. */
  problems: z.array(z.object({ place: z.string(), code: z.string() })),
})
export type Discovery = z.infer<typeof discoverySchema>

/** A domain, a DID or an address. */
export const agentAddressSchema = z.string().trim().min(3).max(2048)

/** What the owner approves: exactly the reading that was shown. */
export const contactApprovalSchema = z.object({ id: contactIdSchema, fingerprint: z.string() })
