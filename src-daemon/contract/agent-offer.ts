import { z } from 'zod'

const webUrl = z.url({ protocol: /^https$/ }).max(2000)
const name = z.string().trim().min(1).max(200)
const text = z.string().max(5000)

/** A choice a buyer makes: `Temperature`, one of `Iced` and `Hot`. */
export const offerOptionSchema = z.object({
  name,
  isRequired: z.boolean(),
  values: z.array(z.string().min(1).max(200)).min(1).max(100),
})

/** Members that we write ourselves, so that no further one may stand in their place. */
const OWN_MEMBERS = new Set([
  '@context',
  '@type',
  '@id',
  'identifier',
  'name',
  'description',
  'offers',
  'image',
  'customizationOptions',
])

/** A product or service the owner offers, in words of schema.org. */
export const offerItemSchema = z.object({
  kind: z.enum(['product', 'service']),
  /** Names it in orders and addresses. */
  identifier: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$/),
  name,
  description: text,
  price: z
    .object({
      amount: z.string().regex(/^\d{1,15}(?:\.\d{1,8})?$/),
      currency: z.string().regex(/^[A-Z]{3}$/),
    })
    .nullable(),
  images: z.array(z.object({ url: webUrl, caption: z.string().max(500) })).max(20),
  options: z.array(offerOptionSchema).max(20),
  /** Further members: `brand`, `category`, `sku`. */
  more: z
    .record(z.string().regex(/^[A-Za-z][A-Za-z0-9]{0,60}$/), z.json())
    .refine((all) => Object.keys(all).every((key) => !OWN_MEMBERS.has(key)), 'a member we write ourselves'),
})
export type OfferItem = z.infer<typeof offerItemSchema>

/** How operations are described, each at an address of its own; they are the same operations. */
export const operationFormSchema = z.enum(['openrpc', 'openapi', 'mcp'])
export type OperationForm = z.infer<typeof operationFormSchema>

/** What the owner says of their agent to others, and what of it others can see. */
export const agentOfferSchema = z.object({
  /** The did:wba of the owner's that speaks; null until one is chosen. */
  did: z.string().max(2048).nullable(),
  name: z.string().trim().max(200),
  description: text,
  owner: z.object({ kind: z.enum(['Person', 'Organization']), name, url: webUrl.nullable() }).nullable(),
  /** Tools that are named in the description. Being named opens nothing: each caller is allowed what it may call. */
  operations: z
    .array(
      z.object({
        /** `acp:units/convert` */
        tool: z.string().max(300),
        /** Each call waits for the owner. */
        humanAuthorization: z.boolean(),
      }),
    )
    .max(200),
  /** How they are described: most agents need one form. */
  forms: z
    .array(operationFormSchema)
    .min(1)
    .max(3)
    .refine((all) => new Set(all).size === all.length, 'a form stands there twice')
    .default(['openrpc']),
  /** Whether questions in words are taken, from those who are allowed to. */
  questions: z.object({ enabled: z.boolean() }),
  /** Whether orders of the products are taken, from those who are allowed to; each waits for the owner. */
  orders: z.object({ enabled: z.boolean() }).default({ enabled: false }),
  /** Whether conversations of structured messages are held (AITP), with those who are allowed to. */
  threads: z.object({ enabled: z.boolean() }).default({ enabled: false }),
  items: z
    .array(offerItemSchema)
    .max(500)
    .refine(
      (all) => new Set(all.map(({ identifier }) => identifier)).size === all.length,
      'an identifier stands there twice',
    ),
})
export type AgentOffer = z.infer<typeof agentOfferSchema>

/** The members to change; the others stay. */
export const offerChangeSchema = agentOfferSchema.partial().strict()
export type OfferChange = z.infer<typeof offerChangeSchema>

/** A file as it is published, by its path below the root of the web server. */
export const offerFileSchema = z.object({ path: z.string(), mediaType: z.string(), text: z.string() })
export type OfferFile = z.infer<typeof offerFileSchema>

/** Why a description can't be published, or what of it won't work. */
export const offerProblemSchema = z.object({
  code: z.enum(['no_did', 'did_inactive', 'no_name', 'tool_missing', 'endpoint_closed']),
  detail: z.string().nullable(),
  /** Whether it keeps the description from being published. */
  blocks: z.boolean(),
})
export type OfferProblem = z.infer<typeof offerProblemSchema>

/** The description as it would be published now, without its proof. */
export const offerPreviewSchema = z.object({
  /** Where others find it; null as long as there is no DID. */
  url: z.string().nullable(),
  version: z.string(),
  document: z.record(z.string(), z.unknown()),
  /** Everything that belongs to it, the description itself first. */
  files: z.array(offerFileSchema),
  /** Whether it says something else than what was published last; also true if nothing was. */
  changed: z.boolean(),
  problems: z.array(offerProblemSchema),
})
export type OfferPreview = z.infer<typeof offerPreviewSchema>

/** A description that was signed, with the files that belong to it. */
export const publishedOfferSchema = z.object({
  version: z.string(),
  did: z.string(),
  url: z.string(),
  /** Hex SHA-256 of what is signed. */
  digest: z.string(),
  document: z.record(z.string(), z.unknown()),
  files: z.array(offerFileSchema),
  publishedAt: z.iso.datetime(),
})
export type PublishedOffer = z.infer<typeof publishedOfferSchema>
