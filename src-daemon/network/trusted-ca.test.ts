import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates } from 'node:tls'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { readTrustedCa } from '../platform/certificate-file.ts'
import { toSatchelError, type SatchelError } from '../platform/errors.ts'
import { makeLocalCertificate, type LocalCertificate } from '../platform/local-authority.ts'
import { createNetworkGuard, type NetworkGuardDeps } from './guard.ts'
import { localhostTls } from './testing/localhost-tls.ts'

let made: LocalCertificate
beforeAll(async () => {
  made = await makeLocalCertificate(new Date())
})

/** A server of this computer with that certificate. */
const serve = async ({ cert, key }: { readonly cert: string; readonly key: string }): Promise<string> => {
  const server = createServer({ cert, key }, (_request, response) => response.end('hello'))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(
    () =>
      new Promise<void>((done) => {
        server.closeAllConnections()
        server.close(() => {
          done()
        })
      }),
  )
  return `localhost:${String((server.address() as AddressInfo).port)}`
}

/** A guard that may reach a host of this computer. */
const guardFor = (host: string, deps: NetworkGuardDeps) => {
  const guard = createNetworkGuard({ env: {}, developmentHosts: () => [host], ...deps })
  onTestFinished(() => guard.close())
  const get = (at = host) =>
    guard.fetch(`https://${at}/`, {}, { kind: 'package_host', hosts: [at] }).then(
      (response) => response.text(),
      (thrown: unknown) => toSatchelError(thrown).code,
    )
  return { guard, get }
}

const folder = (): string => {
  const path = mkdtempSync(join(tmpdir(), 'satchel-ca-'))
  onTestFinished(() => {
    rmSync(path, { recursive: true, force: true })
  })
  return path
}
const fileWith = (text: string): string => {
  const path = join(folder(), 'ca.pem')
  writeFileSync(path, text)
  return path
}

describe('authorities that the owner names', () => {
  it('are trusted beside those of the system, as soon and as long as they are named', async () => {
    const host = await serve(made)
    let trustedCa = ''
    const { get } = guardFor(host, { trustedCa: () => trustedCa })
    expect(await get()).toBe('network_unreachable')
    trustedCa = fileWith(`The roots of the office\n${made.authority}`)
    expect(await get()).toBe('hello')
    trustedCa = ''
    expect(await get()).toBe('network_unreachable')
  })

  it('are read again when the file changes; of one that is gone, nothing is trusted', async () => {
    const host = await serve(made)
    const path = fileWith(localhostTls.cert)
    const problems: SatchelError[] = []
    const { get } = guardFor(host, {
      trustedCa: () => path,
      onTrustProblem: (problem) => problems.push(problem),
    })
    expect(await get()).toBe('network_unreachable')
    writeFileSync(path, localhostTls.cert + made.authority)
    expect(await get()).toBe('hello')
    expect(problems).toEqual([])
    rmSync(path)
    expect(await get()).toBe('network_unreachable')
    expect(await get()).toBe('network_unreachable')
    expect(problems.map(({ code }) => code)).toEqual(['trusted_ca_unusable'])
  })

  it('never take the place of the system’s', async () => {
    // A root of the system's is one that this process trusts by default.
    const host = await serve(localhostTls)
    const before = getCACertificates('default')
    const { setDefaultCACertificates } = await import('node:tls')
    setDefaultCACertificates([...before, localhostTls.cert])
    onTestFinished(() => {
      setDefaultCACertificates(before)
    })
    const path = fileWith(made.authority)
    expect(await guardFor(host, { trustedCa: () => path }).get()).toBe('hello')
  })

  it('don’t make a private address one that packages may reach', async () => {
    const host = await serve(made)
    const path = fileWith(made.authority)
    const { get } = guardFor(host, { trustedCa: () => path, developmentHosts: () => [] })
    expect(await get()).toBe('network_refused')
  })

  it('let an answer that is on its way come to its end', async () => {
    const server = await serve(made)
    const path = fileWith(made.authority)
    let trustedCa = path
    const { guard, get } = guardFor(server, { trustedCa: () => trustedCa })
    const response = await guard.fetch(`https://${server}/`, {}, { kind: 'package_host', hosts: [server] })
    trustedCa = ''
    expect(await get()).toBe('network_unreachable')
    expect(await response.text()).toBe('hello')
  })

  it('are refused where the file is none, too large, or has no certificate', () => {
    const path = folder()
    const codeOf = (file: string): string => {
      try {
        readTrustedCa(file)
        return 'read'
      } catch (thrown) {
        return toSatchelError(thrown).code
      }
    }
    expect(codeOf(fileWith(made.authority))).toBe('read')
    for (const file of [
      path,
      join(path, 'missing'),
      fileWith('none'),
      fileWith(made.key),
      fileWith('-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n'),
      fileWith(made.authority + ' '.repeat(1024 * 1024)),
    ])
      expect(codeOf(file)).toBe('trusted_ca_unusable')
  })
})

describe('an authority made for this computer', () => {
  it('may vouch for localhost, and is made not to vouch for anything else', async () => {
    const path = fileWith(made.authority)
    const host = await serve(made)
    expect(await guardFor(host, { trustedCa: () => path }).get()).toBe('hello')
    const { X509Certificate } = await import('@peculiar/x509')
    const constraints = new X509Certificate(made.authority).getExtension('2.5.29.30')
    expect(constraints?.critical).toBe(true)
    // permittedSubtrees, one of them: a DNS name.
    expect(Buffer.from(constraints?.value ?? new ArrayBuffer(0)).toString('latin1')).toBe(
      '\x30\x0f\xa0\x0d\x30\x0b\x82\x09localhost',
    )
  })
})
