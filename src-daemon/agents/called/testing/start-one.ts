import { onTestFinished } from 'vitest'
import type { Signer } from '../../../identity/types.ts'
import { signRequest } from '../../requests/sign-request.ts'
import { openTestEndpoint, TOOL } from '../../testing/endpoint.ts'

/** An agent, and another one without an endpoint that may call it. */
export const startOne = async (more: Parameters<typeof openTestEndpoint>[0] = {}) => {
  const opened = await openTestEndpoint(more)
  onTestFinished(opened.close)
  const origin = `http://localhost:${String(opened.port)}`
  const post = async (
    path: string,
    body: unknown,
    { signer, headers = {} }: { signer?: Signer; headers?: Record<string, string> } = {},
  ) => {
    const bytes = Buffer.from(JSON.stringify(body))
    const unsigned = { method: 'POST', url: `${origin}${path}`, body: bytes }
    const signed =
      signer === undefined
        ? {}
        : await signRequest(unsigned, { signer, form: 'http-signature', now: opened.now() })
    const response = await fetch(unsigned.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...signed, ...headers },
      body: bytes,
    })
    return { status: response.status, text: await response.text(), headers: response.headers }
  }
  const call = (options: Parameters<typeof post>[2], params: object = { a: 1 }) =>
    post('/rpc', { jsonrpc: '2.0', id: 1, method: TOOL.method, params }, options)
  const allow = (tools: string[] = [TOOL.id], expiresInSeconds?: number) =>
    opened.agents.answer({
      did: opened.caller.did,
      status: 'allowed',
      tools,
      ...(expiresInSeconds === undefined ? {} : { expiresInSeconds }),
    })
  const token = async () => {
    const { headers } = await call({ signer: opened.caller })
    return /access_token="([^"]+)"/.exec(headers.get('authentication-info') ?? '')?.[1] ?? ''
  }
  const bearer = (value: string) => ({ headers: { authorization: `Bearer ${value}` } })
  return { ...opened, origin, post, call, allow, token, bearer }
}
