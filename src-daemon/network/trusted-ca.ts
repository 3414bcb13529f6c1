import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls'
import { certificateFile, readTrustedCa } from '../platform/certificate-file.ts'
import { SatchelError } from '../platform/errors.ts'

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
    const { ino, size, mtimeMs } = certificateFile(path)
    return [path, ino, size, mtimeMs].join(' ')
  } catch {
    return `${path} -`
  }
}
