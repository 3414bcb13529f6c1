import { appGrantSchema } from '../../contract/app-grants.ts'
import { z } from 'zod'
import type { Authorizations } from '../../identity/types.ts'
import { authorizationSchema, stateShareSchema } from '../../contract/authorizations.ts'
import {
  chainedSignatureSchema,
  keyFileSchema,
  keyInfoSchema,
  keyKindSchema,
  keyStoreBackendSchema,
  keyStoreStatusSchema,
  logCheckSchema,
  resolvedDidSchema,
  restoreReportSchema,
  rotatedKeySchema,
  signatureRecordSchema,
} from '../../contract/identity.ts'
import { toErrorView } from '../../platform/errors.ts'
import { errorViewSchema } from '../../contract/errors.ts'
import { byOwner, router } from '../core/trpc.ts'

/** Prefixes of the signed bytes of packages and of requests to other agents (acp.md 2.2, identity.md 4). */
const OTHER_PURPOSES = /^[A-Za-z]+v\d+:/i

const keyInput = z.object({ keyId: z.string() })
const base64 = z.base64().max(48 * 1024 * 1024)
const base64url = z.base64url()
const passphrase = z.string().max(1024)
/** A secret a client sends in, never one that is returned: small in any format. */
const secretText = z
  .string()
  .min(1)
  .max(64 * 1024)

/**
 * A file's signed bytes are this prefix and its SHA-256, so that no file can pass for a package, a request or a text.
 */
const FILE_DOMAIN = Buffer.from('SatchelFilev1:')
const signedBytesOfFile = (sha256: string): Uint8Array =>
  Buffer.concat([FILE_DOMAIN, Buffer.from(sha256, 'hex')])
const sha256 = z.hex().length(64)

const text = z
  .string()
  .min(1)
  .max(1_000_000)
  .refine((given) => !OTHER_PURPOSES.test(given), 'reads as a signed package or request, not as a text')

/** A signed document as JSON; the identity room validates its content. */
const authorizationDocumentSchema = z.record(z.string(), z.unknown())

const shownAuthorization = (authorizations: Authorizations, id: string) => ({
  info: authorizations.get(id),
  chain: authorizations.chain(id).map((document) => ({ ...document })),
})

const appGrantInput = appGrantSchema.pick({ owner: true, app: true })

/** Keys and what can be done with them; a secret is never returned unencrypted. */
export const identityRouter = router({
  status: byOwner
    .output(z.object({ ownerDid: z.string(), keyStore: keyStoreStatusSchema }))
    .query(async ({ ctx }) => ({
      ownerDid: ctx.daemon.identity.ownerDid,
      keyStore: await ctx.daemon.identity.status(),
    })),

  /**
   * Secrets of other rooms that are unusable now, e.g. because the keychain entry is missing. Looks up each of them.
   */
  secretProblems: byOwner
    .output(z.array(z.object({ name: z.string(), problem: errorViewSchema })))
    .query(async ({ ctx }) =>
      (await ctx.daemon.identity.secrets.check()).map(({ name, problem }) => ({
        name,
        problem: toErrorView(problem, ctx.core.language()),
      })),
    ),

  keys: byOwner.output(z.array(keyInfoSchema)).query(({ ctx }) => [...ctx.daemon.identity.keys()]),

  create: byOwner
    .input(z.object({ kind: keyKindSchema, label: z.string() }))
    .output(keyInfoSchema)
    .mutation(({ ctx, input }) => ctx.daemon.identity.create(input)),

  label: byOwner
    .input(keyInput.extend({ label: z.string() }))
    .output(keyInfoSchema)
    .mutation(({ ctx, input }) => ctx.daemon.identity.label(input)),

  /** `confirmOwner`: the current owner's DID, as proof that the user was told whose key is replaced. */
  rotate: byOwner
    .input(keyInput.extend({ confirmOwner: z.string().optional() }))
    .output(rotatedKeySchema)
    .mutation(({ ctx, input }) => ctx.daemon.identity.rotate(input)),

  retire: byOwner
    .input(keyInput)
    .output(keyInfoSchema)
    .mutation(({ ctx, input }) => ctx.daemon.identity.retire(input)),

  /** `replaces`: the default key the user was shown. */
  setDefault: byOwner
    .input(keyInput.extend({ replaces: z.string() }))
    .output(keyInfoSchema)
    .mutation(({ ctx, input }) => ctx.daemon.identity.setDefault(input)),

  importKey: byOwner
    .input(
      z.object({
        text: secretText,
        kind: keyKindSchema.optional(),
        passphrase: passphrase.optional(),
        label: z.string(),
      }),
    )
    .output(keyInfoSchema)
    .mutation(({ ctx, input }) => ctx.daemon.identity.importKey(input)),

  /** `current`: the vault's passphrase again, if the key is in a vault. */
  exportKey: byOwner
    .input(keyInput.extend({ passphrase, current: passphrase.optional() }))
    .output(keyFileSchema)
    .mutation(({ ctx, input }) => ctx.daemon.identity.exportKey(input)),

  backup: byOwner
    .input(z.object({ passphrase, current: passphrase.optional() }))
    .output(keyFileSchema)
    .mutation(({ ctx, input }) => ctx.daemon.identity.backup(input)),

  inspectBackup: byOwner
    .meta({ readsOnly: true })
    .input(z.object({ fileBase64: base64, passphrase }))
    .output(restoreReportSchema)
    .mutation(({ ctx, input }) =>
      ctx.daemon.identity.inspectBackup({ ...input, file: Buffer.from(input.fileBase64, 'base64') }),
    ),

  restore: byOwner
    .input(
      z.object({
        fileBase64: base64,
        passphrase,
        asOwner: z.string().optional(),
        newVaultPassphrase: passphrase.optional(),
      }),
    )
    .output(restoreReportSchema)
    .mutation(({ ctx, input }) =>
      ctx.daemon.identity.restore({ ...input, file: Buffer.from(input.fileBase64, 'base64') }),
    ),

  signatures: byOwner
    .input(z.object({ limit: z.int().min(1).max(500).default(50), before: z.string().optional() }))
    .output(z.array(signatureRecordSchema))
    .query(({ ctx, input }) => [...ctx.daemon.identity.signatures(input)]),

  verifyLog: byOwner.output(logCheckSchema).query(({ ctx }) => ctx.daemon.identity.verifyLog()),

  exportLog: byOwner
    .output(z.array(chainedSignatureSchema))
    .query(({ ctx }) => [...ctx.daemon.identity.exportLog()]),

  /**
   * Signs a text; `signature` is base64url. Refuses a text that reads as the signed bytes of something else, because
   * the signature would pass for the owner's on a package or a request.
   */
  signText: byOwner
    .input(z.object({ text, keyId: z.string().optional() }))
    .output(z.object({ keyId: z.string(), signature: z.string() }))
    .mutation(async ({ ctx, input }) => {
      const { keyId, signature } = await ctx.daemon.identity.sign({
        bytes: Buffer.from(input.text, 'utf8'),
        purpose: 'text',
        requester: ctx.caller,
        keyId: input.keyId,
      })
      return { keyId, signature: Buffer.from(signature).toString('base64url') }
    }),

  verifyText: byOwner
    .input(z.object({ text: z.string(), keyId: z.string(), signature: base64url }))
    .output(z.object({ valid: z.boolean() }))
    .query(async ({ ctx, input }) => ({
      valid: await ctx.daemon.identity.verify({
        keyId: input.keyId,
        bytes: Buffer.from(input.text, 'utf8'),
        signature: Buffer.from(input.signature, 'base64url'),
      }),
    })),

  /** Signs a file by its SHA-256; the file itself isn't sent. */
  signFile: byOwner
    .input(z.object({ sha256, keyId: z.string().optional() }))
    .output(z.object({ keyId: z.string(), signature: z.string() }))
    .mutation(async ({ ctx, input }) => {
      const { keyId, signature } = await ctx.daemon.identity.sign({
        bytes: signedBytesOfFile(input.sha256),
        purpose: 'file',
        requester: ctx.caller,
        keyId: input.keyId,
      })
      return { keyId, signature: Buffer.from(signature).toString('base64url') }
    }),

  verifyFile: byOwner
    .input(z.object({ sha256, keyId: z.string(), signature: base64url }))
    .output(z.object({ valid: z.boolean() }))
    .query(async ({ ctx, input }) => ({
      valid: await ctx.daemon.identity.verify({
        keyId: input.keyId,
        bytes: signedBytesOfFile(input.sha256),
        signature: Buffer.from(input.signature, 'base64url'),
      }),
    })),

  unlock: byOwner
    .input(z.object({ passphrase }))
    .mutation(({ ctx, input }) => ctx.daemon.identity.unlock(input.passphrase)),

  lock: byOwner.mutation(({ ctx }) => {
    ctx.daemon.identity.lock()
  }),

  /** The machine goes to sleep, or its screen was locked: locks the vault if that is set. */
  machineSleeps: byOwner.meta({ readsOnly: true }).mutation(({ ctx }) => {
    ctx.daemon.identity.machineSleeps()
  }),

  changePassphrase: byOwner
    .input(z.object({ current: passphrase, next: passphrase }))
    .mutation(({ ctx, input }) => ctx.daemon.identity.changePassphrase(input)),

  moveTo: byOwner
    .input(z.object({ backend: keyStoreBackendSchema, passphrase: passphrase.optional() }))
    .mutation(({ ctx, input }) => ctx.daemon.identity.moveTo(input)),

  /** Resolves any DID; `fresh` bypasses the cache. */
  resolve: byOwner
    .input(z.object({ did: z.string().max(2048), fresh: z.boolean().default(false) }))
    .output(resolvedDidSchema)
    .query(({ ctx, input }) => ctx.daemon.dids.resolve(input.did, { fresh: input.fresh })),

  /** The value of an `Authorization` header: who requests what, and from whom (identity.md 4). */
  createAuth: byOwner
    .input(
      z.object({
        operation: z.string(),
        params: z.record(z.string(), z.unknown()).default({}),
        audience: z.string(),
        keyId: z.string().optional(),
      }),
    )
    .output(z.object({ header: z.string() }))
    .mutation(async ({ ctx, input }) => ({
      header: await ctx.daemon.didAuth.create({ ...input, requester: ctx.caller }),
    })),

  /** Who sent such a header to `audience`. Consumes the nonce: the same header is refused the second time. */
  verifyAuth: byOwner
    .input(z.object({ header: z.string(), audience: z.string() }))
    .output(
      z.object({
        signerDid: z.string(),
        keyId: z.string(),
        operation: z.string(),
        params: z.record(z.string(), z.unknown()),
      }),
    )
    .mutation(({ ctx, input }) => ctx.daemon.didAuth.verify(input)),

  authorizations: byOwner
    .output(z.array(authorizationSchema))
    .query(({ ctx }) => [...ctx.daemon.authorizations.list()]),

  /** One authorization, and the signed documents that prove it, starting with the owner's delegation. */
  authorization: byOwner
    .input(z.object({ id: z.string() }))
    .output(z.object({ info: authorizationSchema, chain: z.array(authorizationDocumentSchema) }))
    .query(({ ctx, input }) => shownAuthorization(ctx.daemon.authorizations, input.id)),

  /** Delegates part of an authorization to another party, and returns the documents to give them. */
  delegateAuthorization: byOwner
    .input(
      z.object({
        id: z.string(),
        controller: z.string().max(512),
        actions: z.array(z.string().min(1).max(64)).min(1).max(32),
        expiresInSeconds: z
          .int()
          .positive()
          .max(366 * 86_400),
      }),
    )
    .output(z.object({ info: authorizationSchema, chain: z.array(authorizationDocumentSchema) }))
    .mutation(async ({ ctx, input: { id, ...input } }) => {
      const { authorizations } = ctx.daemon
      const made = await authorizations.attenuate({ parent: id, ...input })
      return shownAuthorization(authorizations, made.id)
    }),

  /** Shares the scope of a schema, and returns the documents to give an agent. */
  shareState: byOwner
    .input(stateShareSchema)
    .output(z.object({ info: authorizationSchema, chain: z.array(authorizationDocumentSchema) }))
    .mutation(async ({ ctx, input }) => {
      const { authorizations, stateShares } = ctx.daemon
      const made = await stateShares.share(input)
      return shownAuthorization(authorizations, made.id)
    }),

  /** Which capabilities may use the namespaces of apps. */
  appGrants: byOwner.output(z.array(appGrantSchema)).query(({ ctx }) => [...ctx.daemon.state.apps.list()]),

  /** Errors: `app_grant_unknown`. */
  revokeApp: byOwner.input(appGrantInput).mutation(({ ctx, input }) => {
    ctx.daemon.state.apps.revoke(input)
  }),

  /** Takes a revocation back. Errors: `app_grant_unknown`. */
  allowApp: byOwner.input(appGrantInput).mutation(({ ctx, input }) => {
    ctx.daemon.state.apps.allow(input)
  }),

  /**
   * Whether another party's documents allow an action on a target of the owner's, now. Errors: `authorization_*` if
   * not.
   */
  verifyAuthorization: byOwner
    .input(
      z.object({
        chain: z.array(authorizationDocumentSchema).min(1).max(16),
        action: z.string(),
        target: z.string(),
      }),
    )
    .output(z.object({ controller: z.string(), expiresAt: z.string() }))
    .query(({ ctx, input }) => ctx.daemon.authorizations.verifyChain(input)),

  revokeAuthorization: byOwner.input(z.object({ id: z.string() })).mutation(({ ctx, input }) => {
    ctx.daemon.authorizations.revoke(input.id)
  }),
})
