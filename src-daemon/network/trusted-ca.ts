import { X509Certificate } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls'
import { SatchelError } from '../platform/errors.ts'

const MAX_BYTES = 1024 * 1024
const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/** The certificates in a PEM file that the owner trusts. Errors: `trusted_ca_unusable`. */
export const readTrustedCa = (path: string): readonly string[] => {
  try {
    const { size } = fileAt(path)
    if (size > MAX_BYTES) throw new Error(`${String(size)} bytes`)
    const certificates = readFileSync(path, 'utf8').match(CERTIFICATE) ?? []
    for (const one of certificates) new X509Certificate(one)
    if (certificates.length > 0) return certificates
    throw new Error('no PEM certificate')
  } catch (cause) {
    const problem = cause instanceof Error ? cause.message : String(cause)
    throw new SatchelError('trusted_ca_unusable', { params: { path, problem }, details: { path }, cause })
  }
}

/** Whom TLS connections trust: null is the system's roots alone. */
export type Trust = SecureContext | null

/**
 * Follows the file the owner names; its certificates are added to the system's roots. It is read again when it has changed. Of one that
 * can't be read nothing is trusted, and `report` hears why once.
 */
export const followTrustedCa = (
  path: () => string,
  report: (problem: SatchelError) => void,
): (() => Trust) => {
  let seen = ''
  let trust: Trust = null
  return () => {
    const named = path()
    const stamp = named === '' ? '' : stampOf(named)
    if (stamp === seen) return trust
    seen = stamp
    trust = named === '' ? null : trustIn(named, report)
    return trust
  }
}

const trustIn = (path: string, report: (problem: SatchelError) => void): Trust => {
  try {
    return createSecureContext({ ca: [...getCACertificates('default'), ...readTrustedCa(path)] })
  } catch (thrown) {
    if (!(thrown instanceof SatchelError)) throw thrown
    report(thrown)
    return null
  }
}

const stampOf = (path: string): string => {
  try {
    const { ino, size, mtimeMs } = fileAt(path)
    return [path, ino, size, mtimeMs].join(' ')
  } catch {
    return `${path} -`
  }
}

/** A pipe or a device could keep us waiting. */
const fileAt = (path: string): { ino: number; size: number; mtimeMs: number } => {
  const found = statSync(path)
  if (!found.isFile()) throw new Error('not a file')
  return found
}
