import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import type { AgentEndpoint } from '../../contract/settings.ts'
import { SatchelError } from '../../platform/errors.ts'

/** A certificate, with those that vouch for it, and its key, in PEM. */
export interface TlsPair {
  readonly cert: string
  readonly key: string
}

/**
 * Reads the files the owner named. Errors: `agent_tls_key_exposed` for a key that other users of this computer can read,
 * `agent_tls_unusable` for what can't be read or doesn't belong together.
 */
export const readTlsFiles = ({ certFile, keyFile }: NonNullable<AgentEndpoint['tls']>): TlsPair => {
  const cert = readText(certFile)
  const key = readText(keyFile)
  // Windows has no such bits.
  if (process.platform !== 'win32' && (statSync(keyFile).mode & 0o077) !== 0)
    throw new SatchelError('agent_tls_key_exposed', { params: { path: keyFile } })
  if (!belongTogether(cert, key, certFile))
    throw unusable(keyFile, new Error('not the key of the certificate'))
  return { cert, key }
}

const belongTogether = (cert: string, key: string, certFile: string): boolean => {
  try {
    return new X509Certificate(cert).checkPrivateKey(createPrivateKey(key))
  } catch (cause) {
    throw unusable(certFile, cause)
  }
}

const readText = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw unusable(path, cause)
  }
}

const unusable = (path: string, cause: unknown): SatchelError => {
  const problem = cause instanceof Error ? cause.message : String(cause)
  return new SatchelError('agent_tls_unusable', { params: { path, problem }, cause })
}
