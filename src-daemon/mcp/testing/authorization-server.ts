import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { sha256 } from '../../platform/sha256.ts'

interface Code {
  readonly clientId: string
  readonly redirectUri: string
  readonly challenge: string
  readonly resource: string
  readonly scope: string
}
interface Grant {
  readonly clientId: string
  readonly resource: string
  readonly scope: string
  /** The valid refresh token; using an old one counts as theft. */
  refresh: string | null
  live: boolean
}

/** What a test may change. */
export interface AuthorizationServerOptions {
  /** Metadata fields to override; undefined removes one. */
  metadata?: Record<string, unknown>
  /** Handles a request itself; returns true if it did. */
  intercept?: (request: IncomingMessage, response: ServerResponse) => boolean
  /** The parameters for the browser's redirect, in place of the right ones. */
  answer?: (params: URLSearchParams) => URLSearchParams
  /** Shows a consent page, as a person sees it; otherwise it agrees at once. */
  asks?: boolean
  lifetime?: number
  /** Whether renewing gives another token to renew with. */
  clientSecret?: string
}

/** A strict authorization server on loopback: it refuses and records every mistake of a client. */
export interface AuthorizationServer {
  readonly issuer: string
  readonly options: AuthorizationServerOptions
  /** The client's mistakes, in words. */
  readonly wrong: string[]
  /** The requested paths, in order. */
  readonly asked: string[]
  /** The scopes of each authorization request. */
  readonly scopes: (string | null)[]
  /** Whether an access token is valid for this resource and has this scope. */
  check(token: string, resource: string, scope?: string): 'ok' | 'invalid' | 'insufficient'
  /** Expires all access tokens; the refresh tokens stay valid. */
  expire(): void
  /** A valid refresh token; null if there is none. */
  refreshToken(): string | null
  close(): void
}

export const startAuthorizationServer = async (
  options: AuthorizationServerOptions = {},
): Promise<AuthorizationServer> => {
  const clients = new Map<string, { redirectUris: string[]; secret: string | null }>()
  const codes = new Map<string, Code>()
  const access = new Map<string, Grant>()
  const refreshing = new Map<string, Grant>()
  const wrong: string[] = []
  const asked: string[] = []
  const scopes: (string | null)[] = []
  let issuer = ''
  const word = () => randomBytes(16).toString('base64url')
  const json = (response: ServerResponse, status: number, body: unknown) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  const bad = (response: ServerResponse, problem: string, error = 'invalid_request') => {
    wrong.push(problem)
    json(response, 400, { error, error_description: problem })
  }

  const metadata = () => ({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    registration_endpoint: `${issuer}/register`,
    revocation_endpoint: `${issuer}/revoke`,
    response_types_supported: ['code'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none', 'client_secret_basic'],
    authorization_response_iss_parameter_supported: true,
    ...options.metadata,
  })

  const register = async (request: IncomingMessage, response: ServerResponse) => {
    const body = JSON.parse(await text(request)) as { redirect_uris?: string[] }
    const redirectUris = body.redirect_uris ?? []
    if (!redirectUris.every((uri) => /^http:\/\/127\.0\.0\.1:\d+\/callback$/.test(uri))) {
      bad(response, `redirect ${redirectUris.join(' ')}`, 'invalid_redirect_uri')
      return
    }
    const id = word()
    const secret = options.clientSecret ?? null
    clients.set(id, { redirectUris, secret })
    return json(response, 201, {
      client_id: id,
      redirect_uris: redirectUris,
      ...(secret === null ? {} : { client_secret: secret, client_secret_expires_at: 0 }),
    })
  }

  const authorize = (params: URLSearchParams, response: ServerResponse) => {
    const get = (name: string) => params.get(name) ?? ''
    const client = clients.get(get('client_id'))
    if (client === undefined) {
      bad(response, 'unknown client')
      return
    }
    if (!client.redirectUris.includes(get('redirect_uri'))) {
      bad(response, 'redirect')
      return
    }
    if (get('response_type') !== 'code') {
      bad(response, 'response type')
      return
    }
    if (get('code_challenge').length !== 43 || get('code_challenge_method') !== 'S256') {
      bad(response, 'no PKCE')
      return
    }
    if (get('state').length < 20) {
      bad(response, 'no state')
      return
    }
    if (get('resource') === '') {
      bad(response, 'no resource')
      return
    }
    scopes.push(params.get('scope'))
    if (options.asks === true && !params.has('decision')) {
      const link = (decision: string) =>
        `/authorize?${params.toString()}&decision=${decision}`.replaceAll('&', '&amp;')
      response.writeHead(200, { 'content-type': 'text/html' })
      return response.end(
        `<!doctype html><h1>May Satchel in?</h1><a href="${link('allow')}">Allow</a> <a href="${link('deny')}">Deny</a>`,
      )
    }
    const back = new URLSearchParams({ state: get('state'), iss: issuer })
    if (params.get('decision') === 'deny') back.set('error', 'access_denied')
    else {
      const code = word()
      codes.set(code, {
        clientId: get('client_id'),
        redirectUri: get('redirect_uri'),
        challenge: get('code_challenge'),
        resource: get('resource'),
        scope: get('scope'),
      })
      back.set('code', code)
    }
    const query = (options.answer?.(back) ?? back).toString()
    return response.writeHead(302, { location: `${get('redirect_uri')}?${query}` }).end()
  }

  /** The client that a request authenticates as; null if it fails. */
  const provenClient = (request: IncomingMessage, params: URLSearchParams): string | null => {
    const [, basic] = /^Basic (.+)$/.exec(request.headers.authorization ?? '') ?? []
    const [id = '', secret = null] =
      basic === undefined
        ? [params.get('client_id') ?? '', params.get('client_secret')]
        : Buffer.from(basic, 'base64').toString().split(':')
    return clients.get(id)?.secret === secret ? id : null
  }

  const give = (response: ServerResponse, grant: Grant) => {
    const token = word()
    const refresh = word()
    grant.refresh = refresh
    access.set(token, grant)
    refreshing.set(refresh, grant)
    json(response, 200, {
      access_token: token,
      token_type: 'Bearer',
      expires_in: options.lifetime ?? 3600,
      refresh_token: refresh,
      ...(grant.scope === '' ? {} : { scope: grant.scope }),
    })
  }

  const end = (grant: Grant) => {
    grant.live = false
    grant.refresh = null
  }

  const token = async (request: IncomingMessage, response: ServerResponse) => {
    const params = new URLSearchParams(await text(request))
    const clientId = provenClient(request, params)
    if (clientId === null) {
      bad(response, 'client not proven', 'invalid_client')
      return
    }
    if (params.get('grant_type') === 'refresh_token') {
      const grant = refreshing.get(params.get('refresh_token') ?? '')
      if (grant?.clientId !== clientId || !grant.live) {
        bad(response, 'unknown refresh token', 'invalid_grant')
        return
      }
      if (grant.refresh !== params.get('refresh_token')) {
        end(grant)
        bad(response, 'refresh token used twice', 'invalid_grant')
        return
      }
      if (params.get('resource') !== grant.resource) {
        bad(response, 'other resource', 'invalid_target')
        return
      }
      give(response, grant)
      return
    }
    const code = codes.get(params.get('code') ?? '')
    codes.delete(params.get('code') ?? '')
    if (code?.clientId !== clientId) {
      bad(response, 'unknown code', 'invalid_grant')
      return
    }
    if (code.redirectUri !== params.get('redirect_uri')) {
      bad(response, 'other redirect', 'invalid_grant')
      return
    }
    if (code.resource !== params.get('resource')) {
      bad(response, 'other resource', 'invalid_target')
      return
    }
    const verifier = params.get('code_verifier') ?? ''
    if (sha256(verifier).toString('base64url') !== code.challenge) {
      bad(response, 'verifier', 'invalid_grant')
      return
    }
    give(response, { clientId, resource: code.resource, scope: code.scope, refresh: null, live: true })
  }

  const revoke = async (request: IncomingMessage, response: ServerResponse) => {
    const params = new URLSearchParams(await text(request))
    if (provenClient(request, params) === null) {
      bad(response, 'client not proven', 'invalid_client')
      return
    }
    const given = params.get('token') ?? ''
    const grant = refreshing.get(given) ?? access.get(given)
    if (grant !== undefined) end(grant)
    return response.writeHead(200).end()
  }

  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', issuer)
    asked.push(pathname)
    if (options.intercept?.(request, response) === true) return
    if (pathname === '/.well-known/oauth-authorization-server') json(response, 200, metadata())
    else if (pathname === '/register') void register(request, response)
    else if (pathname === '/authorize') authorize(searchParams, response)
    else if (pathname === '/token') void token(request, response)
    else if (pathname === '/revoke') void revoke(request, response)
    else response.writeHead(404).end()
  })
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  issuer = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`

  return {
    issuer,
    options,
    wrong,
    asked,
    scopes,
    check: (given, resource, scope) => {
      const grant = access.get(given)
      if (grant?.live !== true || grant.resource !== resource) return 'invalid'
      return scope === undefined || grant.scope.split(' ').includes(scope) ? 'ok' : 'insufficient'
    },
    expire: () => {
      access.clear()
    },
    refreshToken: () => [...refreshing].find(([one, { refresh }]) => one === refresh)?.[0] ?? null,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
