import { errorViewSchema } from './errors.ts'
import { confinementSchema, sandboxGrantsSchema } from './sandbox.ts'
import { serverAllowanceSchema } from './server-allowance.ts'
import { serverPackageSchema } from './server-pins.ts'
import { serverBundleSchema } from './server-setup.ts'
import { signInViewSchema } from './server-sign-in.ts'
import { z } from 'zod'

/** The name of a secret for servers. Those of models and capabilities have others, and no server can be given them. */
export const serverSecretNameSchema = z.string().regex(/^servers\/[a-z0-9][a-z0-9._/-]{0,189}$/)

/** A secret for servers as its owner sees it, without its value. */
export const serverSecretSchema = z.object({
  name: serverSecretNameSchema,
  /** When it was given; null where a server names it and nobody has. */
  setAt: z.iso.datetime().nullable(),
  /** The servers that are given it. */
  usedBy: z.array(z.string()),
})
export type ServerSecret = z.infer<typeof serverSecretSchema>

/** A value a server is started or called with: as it stands, or by the name it has among the owner's secrets. */
export const serverValueSchema = z.union([
  z.string().max(32_768),
  z.object({ secret: serverSecretNameSchema }),
])
export type ServerValue = z.infer<typeof serverValueSchema>

/** How a server is reached (acp.md 8, `mcp_service`). */
export const serverDefinitionSchema = z.discriminatedUnion('kind', [
  /** A program of this machine, spoken to over its standard streams, in the sandbox. */
  z.object({
    kind: z.literal('command'),
    command: z.string().min(1).max(4096),
    args: z.array(z.string().max(32_768)).max(200).default([]),
    env: z.record(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/), serverValueSchema).default({}),
    cwd: z.string().max(4096).nullable().default(null),
    grants: sandboxGrantsSchema.prefault({}),
    bundle: serverBundleSchema.optional(),
  }),
  /** A server on the network, or on this machine, over Streamable HTTP. */
  z.object({
    kind: z.literal('url'),
    url: z.url({ protocol: /^https?$/ }).max(2000),
    headers: z.record(z.string().regex(/^[A-Za-z0-9-]{1,100}$/), serverValueSchema).default({}),
  }),
  /** A server that a DID document names; `url` is what it named when the owner agreed. */
  z.object({
    kind: z.literal('did'),
    did: z.string().startsWith('did:').max(2000),
    url: z.url({ protocol: /^https$/ }).max(2000),
  }),
])
export type ServerDefinition = z.infer<typeof serverDefinitionSchema>

/** The name packages call a server by: a DID, a URN, an https URL, or a word of the user's own. */
export const serverUriSchema = z
  .string()
  .min(1)
  .max(2000)
  .regex(/^[\x21-\x7e]+$/)

/** Where the connection to a server is in its life. */
export const serverStateSchema = z.discriminatedUnion('kind', [
  /** Nothing runs; the next call starts it. */
  z.object({ kind: z.literal('stopped') }),
  z.object({ kind: z.literal('starting') }),
  z.object({
    kind: z.literal('running'),
    since: z.iso.datetime(),
    server: z.object({ name: z.string(), version: z.string(), protocol: z.string() }),
    confinement: confinementSchema.nullable(),
    pid: z.int().nullable(),
    calls: z.int(),
  }),
  /** It ended without being asked to; a call may start it again from `until` on. */
  z.object({ kind: z.literal('waiting'), until: z.iso.datetime(), problem: errorViewSchema }),
  /** It ended too often; only the owner starts it again. */
  z.object({ kind: z.literal('failed'), problem: errorViewSchema }),
])
export type ServerState = z.infer<typeof serverStateSchema>

/** One difference between a tool as it was accepted and as the server describes it now; `path` is a JSON pointer. */
export const toolDifferenceSchema = z.object({
  path: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
})
export type ToolDifference = z.infer<typeof toolDifferenceSchema>

/** A tool of a server, as it was accepted. */
export const serverToolSchema = z.object({
  name: z.string(),
  title: z.string().nullable(),
  description: z.string(),
  sha256: z.string(),
  /** What the server says of it. It counts only where the owner trusts the server. */
  readOnly: z.boolean(),
  /** `changed`: the server describes it differently by now, and it is not called until that is accepted; `gone`: no longer there. */
  status: z.enum(['accepted', 'new', 'changed', 'gone']),
  /** False where the owner switched it off: no model is told of it, and it is not called. That outlives changes of the tool. */
  enabled: z.boolean(),
  /** When it was accepted as it is kept; null where it never was. */
  acceptedAt: z.iso.datetime().nullable(),
  /** About what its description takes of a model's context in each turn that offers it. */
  tokens: z.int(),
  differences: z.array(toolDifferenceSchema),
})
export type ServerTool = z.infer<typeof serverToolSchema>

/** How a server is used in conversations, as its owner says. */
export const serverChatSchema = z.object({
  /** Whether messages that fit its tools go to it by themselves; by its name it can be used in any case. */
  routed: z.boolean(),
  /** What it is for, in the owner's own words; empty where they said nothing. */
  about: z.string().max(500),
})
export type ServerChat = z.infer<typeof serverChatSchema>

export const serverViewSchema = z.object({
  uri: z.string(),
  definition: serverDefinitionSchema,
  /** `package`: nobody connected it, a package named its https address itself. */
  addedBy: z.enum(['owner', 'package']),
  addedAt: z.iso.datetime(),
  /** Whether what it says of its own tools (that they only read) is believed. */
  trusted: z.boolean(),
  allowed: serverAllowanceSchema,
  /** How it is used in conversations. */
  chat: serverChatSchema,
  state: serverStateSchema,
  /** Why it was not there when it was wanted last: with the exact command, how that ended and what it wrote. Null once it was. */
  problem: errorViewSchema.nullable(),
  tools: z.array(serverToolSchema),
  /** What a program runs, held against what was accepted; null for a server elsewhere, a bundle, and before the first start. */
  package: serverPackageSchema.nullable(),
  /** Null for a program. */
  signIn: signInViewSchema.nullable(),
  /** Whether secrets it is started or called with are in the vault while that is locked. */
  locked: z.boolean(),
})
export type ServerView = z.infer<typeof serverViewSchema>

/** A line a local server wrote to its standard error. */
export const serverLogLineSchema = z.object({ at: z.iso.datetime(), text: z.string() })
export type ServerLogLine = z.infer<typeof serverLogLineSchema>

/** What trying a server showed. */
export const serverTestSchema = z.object({
  server: z.object({ name: z.string(), version: z.string(), protocol: z.string() }),
  milliseconds: z.int(),
  tools: z.array(serverToolSchema),
})
export type ServerTest = z.infer<typeof serverTestSchema>

/** A field of a form: a text, a number, yes or no, a choice, several choices. Nothing is nested, and nothing refers elsewhere. */
const questionFieldSchema = z.looseObject({
  type: z.enum(['string', 'number', 'integer', 'boolean', 'array']),
})

/** What a server wants a model to be asked: words alone, 64 KiB of them at most. `maxTokens` is what the answer may have. */
export const samplingRequestSchema = z
  .object({
    system: z.string().nullable(),
    messages: z
      .array(z.object({ role: z.enum(['user', 'assistant']), text: z.string() }))
      .min(1)
      .max(50),
    maxTokens: z.int().positive(),
  })
  .refine((request) => JSON.stringify(request).length <= 64 * 1024)
export type SamplingRequest = z.infer<typeof samplingRequestSchema>

/** What the model said; `cut` where it was ended at the limit. */
export const samplingAnswerSchema = z.object({ model: z.string(), text: z.string(), cut: z.boolean() })
export type SamplingAnswer = z.infer<typeof samplingAnswerSchema>

/** What a server asks the person in the middle of a call: to fill in a form, or to do something at an address. Its words are its own. */
export const serverQuestionSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('form'),
    message: z.string().max(4000),
    /** A flat JSON Schema of an object, 64 KiB at most. */
    schema: z
      .looseObject({
        type: z.literal('object'),
        properties: z.record(z.string().max(200), questionFieldSchema),
      })
      .refine(
        (schema) => JSON.stringify(schema).length <= 64 * 1024 && Object.keys(schema.properties).length <= 50,
      ),
  }),
  z.object({
    kind: z.literal('url'),
    message: z.string().max(4000),
    url: z.url({ protocol: /^https$/ }).max(2000),
  }),
  /** Whether the person's model may be asked this. */
  z.object({ kind: z.literal('sampling'), request: samplingRequestSchema }),
  /** Whether what it answered may go to the server. */
  z.object({ kind: z.literal('sampled'), answer: samplingAnswerSchema }),
])
export type ServerQuestion = z.infer<typeof serverQuestionSchema>

/** What the person replied. `content` is what they filled in; null where there was nothing to fill in. */
export const serverReplySchema = z.discriminatedUnion('action', [
  z.object({
    action: z.literal('accept'),
    content: z
      .record(
        z.string().max(200),
        z.union([z.string().max(20_000), z.number(), z.boolean(), z.array(z.string().max(2000)).max(200)]),
      )
      .nullable(),
  }),
  z.object({ action: z.enum(['decline', 'cancel']) }),
])
export type ServerReply = z.infer<typeof serverReplySchema>
