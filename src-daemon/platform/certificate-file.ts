import { X509Certificate } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { SatchelError } from './errors.ts'

const MAX_BYTES = 1024 * 1024
const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/** The certificates in a PEM file that the owner trusts. Errors: `trusted_ca_unusable`. */
export const readTrustedCa = (path: string): readonly string[] => {
  try {
    const { size } = certificateFile(path)
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

/** What tells a changed file. A pipe or a device is none: it could keep us waiting. */
export const certificateFile = (path: string): { ino: number; size: number; mtimeMs: number } => {
  const found = statSync(path)
  if (!found.isFile()) throw new Error('not a file')
  return found
}
