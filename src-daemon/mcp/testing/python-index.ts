import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { basename } from 'node:path'
import { sha256Hex } from '../../platform/sha256.ts'
import { localhostTls } from '../../network/testing/localhost-tls.ts'

/** An index of Python packages (PEP 503), on loopback over TLS, with what a test published. */
export interface TestIndex {
  readonly url: string
  /** `localhost:PORT` */
  readonly host: string
  /** The requested paths, in order. */
  readonly asked: string[]
  /** Publishes a version as a wheel: one module, and a program of the package's name that calls its `main`. */
  publish(input: {
    readonly name: string
    readonly version: string
    readonly module: string
    readonly needs?: readonly string[]
  }): void
  /** Publishes a wheel under its file name, with `bytes` instead of its own content if given. */
  publishFile(path: string, bytes?: Buffer): void
  /** From now on its pages name this index's address for the files. */
  filesAt(other: TestIndex): void
  close(): Promise<void>
}

/**
 * @param pack makes a zip of these files
 * @param login `user:password` that it wants
 */
export const openTestIndex = async (
  pack: (files: readonly { readonly name: string; readonly content: string }[]) => Buffer,
  login?: string,
): Promise<TestIndex> => {
  const files = new Map<string, Buffer>()
  const asked: string[] = []
  let filesAt = ''
  const wanted = login === undefined ? undefined : `Basic ${Buffer.from(login).toString('base64')}`
  const server = createServer(localhostTls, (request, response) => {
    const path = decodeURIComponent(request.url ?? '')
    asked.push(path)
    if (wanted !== undefined && request.headers.authorization !== wanted) {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="index"' }).end()
      return
    }
    const file = files.get(path.replace(/^\/files\//, ''))
    if (path.startsWith('/files/') && file !== undefined) {
      response.writeHead(200).end(file)
      return
    }
    const name = /^\/simple\/([^/]+)\/$/.exec(path)?.[1]?.replaceAll('-', '_')
    const links = [...files]
      .filter(([one]) => one.split('-')[0]?.toLowerCase() === name)
      .map(([one, bytes]) => `<a href="${filesAt}/files/${one}#sha256=${sha256Hex(bytes)}">${one}</a>`)
    response.writeHead(links.length === 0 ? 404 : 200, { 'content-type': 'text/html' })
    response.end(`<!DOCTYPE html><html><body>${links.join('\n')}</body></html>`)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const host = `localhost:${String((server.address() as AddressInfo).port)}`
  return {
    url: `https://${host}/simple/`,
    host,
    asked,
    publish: ({ name, version, module, needs = [] }) => {
      const own = name.replaceAll('-', '_')
      const info = `${own}-${version}.dist-info`
      const texts: Readonly<Record<string, string>> = {
        [`${own}.py`]: module,
        [`${info}/METADATA`]: `Metadata-Version: 2.1\nName: ${name}\nVersion: ${version}\n${needs.map((one) => `Requires-Dist: ${one}\n`).join('')}`,
        [`${info}/WHEEL`]: 'Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n',
        [`${info}/entry_points.txt`]: `[console_scripts]\n${name} = ${own}:main\n`,
      }
      const record = [...Object.keys(texts), `${info}/RECORD`].map((path) => `${path},,\n`).join('')
      const entries = Object.entries({ ...texts, [`${info}/RECORD`]: record })
      files.set(
        `${own}-${version}-py3-none-any.whl`,
        pack(entries.map(([path, content]) => ({ name: path, content }))),
      )
    },
    filesAt: (other) => {
      filesAt = new URL(other.url).origin
    },
    publishFile: (path, bytes = readFileSync(path)) => {
      files.set(basename(path), bytes)
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve()
        })
        server.closeAllConnections()
      }),
  }
}
