import type { AuthorizationServerMetadata } from '@modelcontextprotocol/client'
import { z } from 'zod'
import { SatchelError } from '../../platform/errors.ts'
import type { FetchLike } from '../../network/index.ts'
import { signInFailure } from './failure.ts'
import { clientKindSchema, type SignInInput } from '../../contract/server-sign-in.ts'

/** What Satchel is to one authorization server; its secret makes all of it a secret. */
export const knownClientSchema = z.object({
  kind: clientKindSchema,
  /** Who knows it: it is shown to nobody else. */
  issuer: z.string(),
  id: z.string().min(1).max(2000),
  secret: z.string().max(4000).nullable(),
  /** How it proves itself (`token_endpoint_auth_method`), where the server said so. */
  method: z.string().max(100).nullable(),
  /** Where a registered one is sent back to; its port is used again. */
  redirectUri: z.string().nullable(),
  /** When its secret ends, in ms; null = never. */
  expiresAt: z.number().nullable(),
})
export type KnownClient = z.infer<typeof knownClientSchema>

interface Choice {
  readonly server: string
  readonly issuer: string
  readonly metadata: AuthorizationServerMetadata | undefined
  readonly given: SignInInput
  readonly kept: KnownClient | null
  /** The address of the owner's client metadata document; empty where there is none. */
  readonly document: string
  readonly redirectUri: string
  readonly scope: string | undefined
  readonly fetch: FetchLike
  readonly now: number
}

/**
 * What Satchel introduces itself as, in the order MCP gives: what the owner registered, a document on the web that describes it, else it
 * registers itself. Errors: `server_signin_no_client`, `server_signin_failed`, those of the network guard.
 */
export const chooseClient = async (choice: Choice): Promise<KnownClient> => {
  const { issuer, metadata, given, kept, document, redirectUri, now } = choice
  const plain = { issuer, secret: null, method: null, redirectUri: null, expiresAt: null }
  if (given.clientId !== undefined)
    return { ...plain, kind: 'owner', id: given.clientId, secret: given.clientSecret ?? null }
  const known = kept?.issuer === issuer ? kept : null
  if (known?.kind === 'owner') return known
  if (document !== '' && metadata?.client_id_metadata_document_supported === true)
    return { ...plain, kind: 'document', id: document }
  if (
    known?.kind === 'registered' &&
    known.redirectUri === redirectUri &&
    (known.expiresAt === null || known.expiresAt > now)
  )
    return known
  if (metadata !== undefined && metadata.registration_endpoint === undefined)
    throw new SatchelError('server_signin_no_client', {
      params: { server: choice.server, issuer },
      details: { server: choice.server, issuer },
    })
  return register(choice)
}

/** The port a client that is kept is sent back to; null where any will do. */
export const keptPort = (kept: KnownClient | null): number | null =>
  kept?.kind === 'registered' && kept.redirectUri !== null ? Number(new URL(kept.redirectUri).port) : null

const register = async (choice: Choice): Promise<KnownClient> => {
  const { server, issuer, metadata, redirectUri, scope, fetch } = choice
  // Registering oneself is deprecated in favour of documents, and most servers know nothing else.
  const { registerClient } = await import('@modelcontextprotocol/client')
  // oxlint-disable-next-line typescript/no-deprecated
  const made = await registerClient(issuer, {
    ...(metadata === undefined ? {} : { metadata }),
    clientMetadata: {
      client_name: 'Satchel',
      redirect_uris: [redirectUri],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      application_type: 'native',
      token_endpoint_auth_method: methodFor(metadata),
    },
    ...(scope === undefined ? {} : { scope }),
    fetchFn: fetch,
  }).catch(async (thrown: unknown) => {
    throw await signInFailure(server, thrown, 'refused')
  })
  const ends = made.client_secret_expires_at ?? 0
  return {
    kind: 'registered',
    issuer,
    id: made.client_id,
    secret: made.client_secret ?? null,
    method: made.token_endpoint_auth_method ?? null,
    redirectUri,
    expiresAt: ends === 0 ? null : ends * 1000,
  }
}

/** A program of the owner's keeps no secret from them, so it asks for none where none is wanted. */
const methodFor = (metadata: AuthorizationServerMetadata | undefined): string => {
  const offered = metadata?.token_endpoint_auth_methods_supported ?? ['none']
  return ['none', 'client_secret_basic', 'client_secret_post'].find((one) => offered.includes(one)) ?? 'none'
}

/** As the client library takes it. */
export const clientInformationOf = ({ id, secret, method }: KnownClient) => ({
  client_id: id,
  ...(secret === null ? {} : { client_secret: secret }),
  ...(method === null ? {} : { token_endpoint_auth_method: method }),
})
