import { SatchelError } from '../platform/errors.ts'
import { unzip, type UnzipRefusal } from '../platform/unzip.ts'
import type { RawFiles } from './files.ts'
import { isIgnored, LIMITS } from './limits.ts'

/** An archive may hold several skills. Names that differ only in case are a finding, said with both. */
const MOST = { files: LIMITS.files * 4, bytes: LIMITS.bytes * 2, caseClash: 'allowed' } as const

/** Unpacks a zip archive in memory. Errors: `skill_archive_refused` with the reason. */
export const readZip = async (bytes: Buffer): Promise<RawFiles> => {
  const files = new Map<string, Buffer>()
  await unzip(bytes, {
    limits: MOST,
    skip: (name) => name.split('/').some(isIgnored),
    take: async ({ name, content }) => {
      const parts: Buffer[] = []
      for await (const part of content) parts.push(part)
      files.set(name, Buffer.concat(parts))
    },
    refused,
  })
  return files
}

const refused = (reason: UnzipRefusal, cause?: unknown): SatchelError =>
  new SatchelError('skill_archive_refused', { params: { reason }, details: { reason }, cause })
