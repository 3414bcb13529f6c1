import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const OFFICIAL = 'io.modelcontextprotocol.registry/official'

/** An entry in the form of a registry's answer. */
export const listed = (
  server: Readonly<Record<string, unknown>>,
  official: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> => ({
  server: { description: 'A server.', version: '1.0.0', ...server },
  _meta: { [OFFICIAL]: { status: 'active', isLatest: true, ...official } },
})

export interface TestRegistry {
  readonly url: string
  /** The requested paths, oldest first. */
  readonly asked: string[]
  /** Replaces all of its answers by invalid ones. */
  misbehave(answer: ((response: ServerResponse) => void) | null): void
  close(): Promise<void>
}

/**
 * A registry of MCP servers (API v0.1) on this machine: pages of two, versions, `latest`, 404, and the files it is given. Entries are those of
 * `entriesAt` its own address, newest version of a name first.
 */
export const startRegistry = async (
  entriesAt: (url: string) => readonly Record<string, unknown>[],
  files: Readonly<Record<string, Buffer>> = {},
): Promise<TestRegistry> => {
  const asked: string[] = []
  let entries: readonly Record<string, unknown>[] = []
  let misbehaving: ((response: ServerResponse) => void) | null = null
  const serverOf = (entry: Record<string, unknown>) => entry['server'] as { name: string; version: string }

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://registry')
    asked.push(`${url.pathname}${url.search}`)
    if (misbehaving !== null) {
      misbehaving(response)
      return
    }
    const json = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const file = files[url.pathname]
    if (file !== undefined) {
      response.writeHead(200).end(file)
      return
    }
    const [, named, , wanted] = /^\/v0\.1\/servers\/([^/]+)\/versions(\/([^/]+))?$/.exec(url.pathname) ?? []
    const name = named === undefined ? undefined : decodeURIComponent(named)
    const version = wanted === undefined ? undefined : decodeURIComponent(wanted)
    const ofName = entries.filter((entry) => serverOf(entry).name === name)
    if (name === undefined && url.pathname === '/v0.1/servers') {
      const text = url.searchParams.get('search') ?? ''
      const found = entries.filter((entry) => serverOf(entry).name.includes(text))
      const start = Number(url.searchParams.get('cursor') ?? 0)
      const next = start + 2 < found.length ? String(start + 2) : ''
      json(200, { servers: found.slice(start, start + 2), metadata: { count: 2, nextCursor: next } })
    } else if (ofName.length === 0) json(404, { error: 'Server not found' })
    else if (version === undefined) json(200, { servers: ofName, metadata: {} })
    else {
      const one = ofName.find((entry) => version === 'latest' || serverOf(entry).version === version)
      json(one === undefined ? 404 : 200, one ?? { error: 'Server or version not found' })
    }
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`
  entries = entriesAt(url)
  return {
    url,
    asked,
    misbehave: (answer) => {
      misbehaving = answer
    },
    close: () =>
      new Promise((done) => {
        server.close(() => {
          done()
        })
        server.closeAllConnections()
      }),
  }
}

/** The hash that a registry gives for a file. */
