import { errorViewSchema } from './errors.ts'
import { formQuantitiesSchema, formSchema, formValuesSchema } from './form.ts'
import { confinementSchema, sandboxGrantsSchema, sandboxLimitsSchema } from './sandbox.ts'
import { serverAllowanceSchema } from './server-allowance.ts'
import { serverPackageSchema } from './server-pins.ts'
import { serverBundleSchema } from './server-setup.ts'
import { signInViewSchema } from './server-sign-in.ts'
import { z } from 'zod'

/**
 * The name of a secret for servers. Secrets of models and capabilities are named differently, so a server can't be
 * given one.
 */
export const serverSecretNameSchema = z.string().regex(/^servers\/[a-z0-9][a-z0-9._/-]{0,189}$/)

/** A server secret as its owner sees it, without its value. */
export const serverSecretSchema = z.object({
  name: serverSecretNameSchema,
  /** When it was set; null if a server names it and it isn't set. */
  setAt: z.iso.datetime().nullable(),
  /** The servers that use it. */
  usedBy: z.array(z.string()),
})
export type ServerSecret = z.infer<typeof serverSecretSchema>

/** A value a server is started or called with: literal, or the name of one of the owner's secrets. */
export const serverValueSchema = z.union([
  z.string().max(32_768),
  z.object({ secret: serverSecretNameSchema }),
])
export type ServerValue = z.infer<typeof serverValueSchema>

/** How to reach a server (acp.md 8, `mcp_service`). */
export const serverDefinitionSchema = z.discriminatedUnion('kind', [
  /** A local program, run in the sandbox and reached over its standard streams. */
  z.object({
    kind: z.literal('command'),
    command: z.string().min(1).max(4096),
    args: z.array(z.string().max(32_768)).max(200).default([]),
    env: z.record(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/), serverValueSchema).default({}),
    cwd: z.string().max(4096).nullable().default(null),
    grants: sandboxGrantsSchema.prefault({}),
    bundle: serverBundleSchema.optional(),
  }),
  /** A remote or local server, reached over Streamable HTTP. */
  z.object({
    kind: z.literal('url'),
    url: z.url({ protocol: /^https?$/ }).max(2000),
    headers: z.record(z.string().regex(/^[A-Za-z0-9-]{1,100}$/), serverValueSchema).default({}),
  }),
  /** A server named by a DID document; `url` is what it named when the owner agreed. */
  z.object({
    kind: z.literal('did'),
    did: z.string().startsWith('did:').max(2000),
    url: z.url({ protocol: /^https$/ }).max(2000),
  }),
])
export type ServerDefinition = z.infer<typeof serverDefinitionSchema>

/** The name packages call a server by: a DID, a URN, an https URL, or a word chosen by the user. */
export const serverUriSchema = z
  .string()
  .min(1)
  .max(2000)
  .regex(/^[\x21-\x7e]+$/)

/** The state of the connection to a server. */
export const serverStateSchema = z.discriminatedUnion('kind', [
  /** Not running; the next call starts it. */
  z.object({ kind: z.literal('stopped') }),
  z.object({ kind: z.literal('starting') }),
  z.object({
    kind: z.literal('running'),
    since: z.iso.datetime(),
    server: z.object({ name: z.string(), version: z.string(), protocol: z.string() }),
    confinement: confinementSchema.nullable(),
    /** How a program in the sandbox is limited, together with everything it starts. */
    limits: sandboxLimitsSchema.nullable(),
    pid: z.int().nullable(),
    calls: z.int(),
  }),
  /** It ended unexpectedly; a call may start it again from `until` on. */
  z.object({ kind: z.literal('waiting'), until: z.iso.datetime(), problem: errorViewSchema }),
  /** It ended too often; only the owner can start it again. */
  z.object({ kind: z.literal('failed'), problem: errorViewSchema }),
])
export type ServerState = z.infer<typeof serverStateSchema>

/** One difference between a tool as accepted and the server's current definition; `path` is a JSON pointer. */
export const toolDifferenceSchema = z.object({
  path: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
})
export type ToolDifference = z.infer<typeof toolDifferenceSchema>

/** Something in a tool's texts that no honest server needs to tell a model. It warns; the user decides. */
export const toolFindingSchema = z.object({ code: z.string(), message: z.string() })
export type ToolFinding = z.infer<typeof toolFindingSchema>

/**
 * A tool that is never used, even if the user wants it. `like`: the other tool it looks like; `problem`: which schema costs too
 * much, and where. Names are shortened and followed by the code points of unusual letters.
 */
export const refusedToolSchema = z.object({
  name: z.string(),
  reason: z.enum(['name', 'too_long', 'look_alike', 'same_name', 'costly']),
  like: z.string().nullable(),
  problem: z.string().nullable(),
})
export type RefusedTool = z.infer<typeof refusedToolSchema>

/**
 * A part of a server's lists that doesn't follow MCP and was left out: a field of an entry, or with
 * `whole`, the entry because of that field.
 */
export const leftOutOfListSchema = z.object({
  kind: z.enum(['tool', 'resource', 'template', 'prompt']),
  /** The entry's own name; null if it has none. */
  name: z.string().nullable(),
  field: z.string(),
  whole: z.boolean(),
  message: z.string(),
})
export type LeftOutOfList = z.infer<typeof leftOutOfListSchema>

/** A tool of a server, as it was accepted. */
export const serverToolSchema = z.object({
  name: z.string(),
  title: z.string().nullable(),
  description: z.string(),
  sha256: z.string(),
  /** The server's own claim. It counts only if the owner trusts the server. */
  readOnly: z.boolean(),
  /**
   * `changed`: the server's definition has changed, and the tool isn't called until that is accepted; `gone`: no longer
   * there.
   */
  status: z.enum(['accepted', 'new', 'changed', 'gone']),
  /** False if the owner switched it off: models don't see it, and it isn't called. Stays so when the tool changes. */
  enabled: z.boolean(),
  /** When the stored definition was accepted; null if never. */
  acceptedAt: z.iso.datetime().nullable(),
  /** Estimated tokens of its description in each turn that offers it. */
  tokens: z.int(),
  differences: z.array(toolDifferenceSchema),
  /** Its descriptions of its parameters while it waits for review; empty once accepted. */
  parameters: z.array(z.object({ path: z.string(), text: z.string() })),
  /** What the linter finds in its current definition. */
  findings: z.array(toolFindingSchema),
  /** The parts of its schemas that aren't checked in calls, a sentence for each. */
  unchecked: z.array(z.string()),
})
export type ServerTool = z.infer<typeof serverToolSchema>

/** How conversations use a server, as set by its owner. */
export const serverChatSchema = z.object({
  /** Whether messages that match its tools are routed to it; it can always be used by name. */
  routed: z.boolean(),
  /** What it is for, in the owner's own words; empty if not given. */
  about: z.string().max(500),
})
export type ServerChat = z.infer<typeof serverChatSchema>

export const serverViewSchema = z.object({
  uri: z.string(),
  definition: serverDefinitionSchema,
  /** `package`: the user didn't connect it; a package named its https URL. */
  addedBy: z.enum(['owner', 'package']),
  addedAt: z.iso.datetime(),
  /** Whether its claims about its own tools (that they only read) are trusted. */
  trusted: z.boolean(),
  allowed: serverAllowanceSchema,
  /** How conversations use it. */
  chat: serverChatSchema,
  state: serverStateSchema,
  /**
   * Why it wasn't available when last needed, with the exact command, how it ended and what it wrote. Null once it is
   * available.
   */
  problem: errorViewSchema.nullable(),
  tools: z.array(serverToolSchema),
  /** Tools that it listed last and that aren't used. */
  refused: z.array(refusedToolSchema),
  /** What else was left out of its lists when they were last read. */
  leftOut: z.array(leftOutOfListSchema),
  /**
   * What a program runs, compared with what was accepted; null for a remote server, a bundle, and before the first
   * start.
   */
  package: serverPackageSchema.nullable(),
  /** Null for a program. */
  signIn: signInViewSchema.nullable(),
  /** Whether it needs secrets from the vault, which is locked. */
  locked: z.boolean(),
})
export type ServerView = z.infer<typeof serverViewSchema>

/** A line a local server wrote to its standard error. */
export const serverLogLineSchema = z.object({ at: z.iso.datetime(), text: z.string() })
export type ServerLogLine = z.infer<typeof serverLogLineSchema>

/** The result of testing a server. */
export const serverTestSchema = z.object({
  server: z.object({ name: z.string(), version: z.string(), protocol: z.string() }),
  milliseconds: z.int(),
  tools: z.array(serverToolSchema),
  refused: z.array(refusedToolSchema),
  leftOut: z.array(leftOutOfListSchema),
})
export type ServerTest = z.infer<typeof serverTestSchema>

/** A server's request to a model: text only, at most 64 KiB. `maxTokens` limits the answer. */
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

/** The model's answer; `cut` if it was stopped at the limit. */
export const samplingAnswerSchema = z.object({ model: z.string(), text: z.string(), cut: z.boolean() })
export type SamplingAnswer = z.infer<typeof samplingAnswerSchema>

/** Who asked first, if a question was passed on, and through how many hands it went. */
export const forwardedFromSchema = z.object({ requester: z.string().nullable(), hops: z.int() })
export type ForwardedFrom = z.infer<typeof forwardedFromSchema>

/**
 * A server's question to the user during a call: to fill in a form, or to do something at a URL. Its text is the
 * server's own.
 */
export const serverQuestionSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('form'), form: formSchema, forwarded: forwardedFromSchema.optional() }),
  z.object({
    kind: z.literal('url'),
    message: z.string().max(4000),
    url: z.url({ protocol: /^https$/ }).max(2000),
  }),
  /** Whether this may be sent to the user's model. */
  z.object({ kind: z.literal('sampling'), request: samplingRequestSchema }),
  /** Whether the model's answer may be sent to the server. */
  z.object({ kind: z.literal('sampled'), answer: samplingAnswerSchema }),
])
export type ServerQuestion = z.infer<typeof serverQuestionSchema>

/** The user's reply. `values` is what they filled in; null if there was nothing to fill in. */
export const serverReplySchema = z.discriminatedUnion('action', [
  z.object({
    action: z.literal('accept'),
    values: formValuesSchema.nullable(),
    quantities: formQuantitiesSchema.optional(),
  }),
  z.object({ action: z.literal('decline') }),
  /** There was no answer: the time was over, the call has ended, no person is there, or too much is asked at once. */
  z.object({
    action: z.literal('cancel'),
    why: z.enum(['expired', 'stopped', 'no_person', 'too_many']).optional(),
  }),
])
export type ServerReply = z.infer<typeof serverReplySchema>
