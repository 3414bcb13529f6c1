import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { toSatchelError } from '../platform/errors.ts'
import { fetchText } from './fetch-text.ts'
import { createNetworkGuard } from './guard.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

const listen = async (answer: RequestListener): Promise<string> => {
  const server = createServer(answer)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  closing.push(() => new Promise((done) => server.close(done)))
  return `127.0.0.1:${String((server.address() as AddressInfo).port)}`
}

/** Two servers at hosts that are allowed for development; what is at the first one's path, or at an address. */
const serve = async (): Promise<(url: string) => Promise<string>> => {
  const other = await listen((_request, response) => response.end('elsewhere'))
  const at = await listen(({ url }, response) => {
    if (url === '/form') response.end('{"fields":[]}')
    else if (url === '/long') response.end('x'.repeat(300_000))
    else if (url === '/bytes') response.end(Buffer.from([0xff, 0xfe]))
    else if (url === '/moved') response.writeHead(302, { location: `http://${other}/form` }).end()
    else response.writeHead(404).end()
  })
  const guard = createNetworkGuard({ env: {}, developmentHosts: () => [at, other] })
  closing.unshift(() => guard.close())
  return (url) =>
    fetchText(guard, url.startsWith('/') ? `http://${at}${url}` : url, {
      accept: 'application/json',
      maxBytes: 256 * 1024,
    }).catch((thrown: unknown) => toSatchelError(thrown).code)
}

it('loads a small text, and refuses what is larger, elsewhere, private, missing or no text', async () => {
  const get = await serve()
  expect(await get('/form')).toBe('{"fields":[]}')
  expect(await get('/long')).toBe('response_too_large')
  expect(await get('/bytes')).toBe('thread_form_unusable')
  expect(await get('/nothing')).toBe('thread_form_unusable')
  expect(await get('/moved')).toBe('network_refused')
  expect(await get('https://127.0.0.1/form')).toBe('network_refused')
  expect(await get('https://[::1]/form')).toBe('network_refused')
  expect(await get('http://192.0.2.1/form')).toBe('network_refused')
})
