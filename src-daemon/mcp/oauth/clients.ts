import type { AuthorizationServerMetadata } from '@modelcontextprotocol/client'
import { z } from 'zod'
import { SatchelError } from '../../platform/errors.ts'
import type { FetchLike } from '../../network/index.ts'
import { signInFailure } from './failure.ts'
import { clientKindSchema, type SignInInput } from '../../contract/server-sign-in.ts'

/**
 * Satchel's registration with one authorization server; stored as a secret as a whole, because it contains a
 * client secret.
 */
export const knownClientSchema = z.object({
  kind: clientKindSchema,
  /** The authorization server that issued it; it is sent to no other. */
  issuer: z.string(),
  id: z.string().min(1).max(2000),
  secret: z.string().max(4000).nullable(),
  /** Its authentication method (`token_endpoint_auth_method`), if the server named one. */
  method: z.string().max(100).nullable(),
  /** The redirect address of a registered client; its port is reused. */
  redirectUri: z.string().nullable(),
  /** When its secret expires, in ms; null = never. */
  expiresAt: z.number().nullable(),
})
export type KnownClient = z.infer<typeof knownClientSchema>

interface Choice {
  readonly server: string
  readonly issuer: string
  readonly metadata: AuthorizationServerMetadata | undefined
  readonly given: SignInInput
  readonly kept: KnownClient | null
  /** The address of the owner's client metadata document; empty if there is none. */
  readonly document: string
  readonly redirectUri: string
  readonly scope: string | undefined
  readonly fetch: FetchLike
  readonly now: number
}

/**
 * Chooses how Satchel identifies itself, in MCP's order: a client that the owner registered, a metadata
 * document on the web, else dynamic registration. Errors: `server_signin_no_client`, `server_signin_failed`,
 * those of the network guard.
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

/** The redirect port of a stored client; null if any will do. */
export const keptPort = (kept: KnownClient | null): number | null =>
  kept?.kind === 'registered' && kept.redirectUri !== null ? Number(new URL(kept.redirectUri).port) : null

const register = async (choice: Choice): Promise<KnownClient> => {
  const { server, issuer, metadata, redirectUri, scope, fetch } = choice
  // Dynamic registration is deprecated in favour of metadata documents, but most servers support nothing
  // else.
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

/**
 * A program on the owner's machine cannot keep a secret from the owner, so it requests none unless one is
 * required.
 */
const methodFor = (metadata: AuthorizationServerMetadata | undefined): string => {
  const offered = metadata?.token_endpoint_auth_methods_supported ?? ['none']
  return ['none', 'client_secret_basic', 'client_secret_post'].find((one) => offered.includes(one)) ?? 'none'
}

/** In the form of the client library. */
export const clientInformationOf = ({ id, secret, method }: KnownClient) => ({
  client_id: id,
  ...(secret === null ? {} : { client_secret: secret }),
  ...(method === null ? {} : { token_endpoint_auth_method: method }),
})
