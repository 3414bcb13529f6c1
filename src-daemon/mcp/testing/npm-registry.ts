import { createHash } from 'node:crypto'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { localhostTls } from '../../network/testing/localhost-tls.ts'

/** A package registry as npm uses it, on loopback over TLS, with what a test published. */
export interface TestRegistry {
  readonly url: string
  /** `localhost:PORT` */
  readonly host: string
  /** The requested paths, in order. */
  readonly asked: string[]
  /** Publishes a version, which becomes the latest. `files` are added to its `package.json`. */
  publish(manifest: Manifest, files: Readonly<Record<string, string>>): void
  close(): Promise<void>
}

interface Manifest {
  readonly name: string
  readonly version: string
  readonly bin?: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly scripts?: Readonly<Record<string, string>>
}

interface Published {
  readonly manifest: Manifest
  readonly tarball: Buffer
}

export const openTestRegistry = async (): Promise<TestRegistry> => {
  const packages = new Map<string, Published[]>()
  const asked: string[] = []
  const server = createServer(localhostTls, (request, response) => {
    const path = decodeURIComponent(request.url ?? '')
    asked.push(path)
    const [name = '', file] = path.slice(1).split('/-/')
    const versions = packages.get(name)
    if (versions === undefined) {
      response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":"Not found"}')
      return
    }
    if (file === undefined) {
      response.writeHead(200, { 'content-type': 'application/json' }).end(packument(name, versions))
      return
    }
    const found = versions.find(({ manifest }) => file === `${name}-${manifest.version}.tgz`)
    response.writeHead(found === undefined ? 404 : 200).end(found?.tarball)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const host = `localhost:${String((server.address() as AddressInfo).port)}`
  const url = `https://${host}/`

  const packument = (name: string, versions: readonly Published[]): string =>
    JSON.stringify({
      name,
      'dist-tags': { latest: versions.at(-1)?.manifest.version },
      versions: Object.fromEntries(
        versions.map(({ manifest, tarball }) => [
          manifest.version,
          {
            ...manifest,
            hasInstallScript: manifest.scripts?.['postinstall'] !== undefined,
            dist: {
              tarball: `${url}${name}/-/${name}-${manifest.version}.tgz`,
              integrity: `sha512-${createHash('sha512').update(tarball).digest('base64')}`,
              shasum: createHash('sha1').update(tarball).digest('hex'),
            },
          },
        ]),
      ),
    })

  return {
    url,
    host,
    asked,
    publish: (manifest, files) => {
      const all = { 'package.json': JSON.stringify(manifest), ...files }
      const before = packages.get(manifest.name) ?? []
      packages.set(manifest.name, [...before, { manifest, tarball: gzipSync(tarOf(all)) }])
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

const BLOCK = 512

/** An archive in npm's format (ustar), each file below `package/` and executable. */
const tarOf = (files: Readonly<Record<string, string>>): Buffer => {
  const octal = (value: number, digits: number): string => `${value.toString(8).padStart(digits, '0')}\0`
  const blocks = Object.entries(files).flatMap(([name, text]) => {
    const content = Buffer.from(text)
    const header = Buffer.alloc(BLOCK)
    const put = (value: string, at: number): void => void header.write(value, at, 'latin1')
    put(`package/${name}`, 0)
    put(octal(0o755, 7), 100)
    for (const at of [108, 116]) put(octal(0, 7), at)
    put(octal(content.length, 11), 124)
    put(octal(0, 11), 136)
    put('        ', 148)
    put('0', 156)
    put('ustar\x0000', 257)
    put(
      octal(
        header.reduce((sum, byte) => sum + byte, 0),
        6,
      ),
      148,
    )
    return [header, content, Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK)]
  })
  return Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK)])
}
