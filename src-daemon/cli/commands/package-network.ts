import type { VerificationKey } from '../../contract/identity.ts'
import type { AcpPackage } from '../../contract/packages.ts'
import { SatchelError } from '../../platform/errors.ts'
import type { Language } from '../../contract/language.ts'
import { readNamedFile } from './files.ts'

const DID_DOCUMENT_LIMIT = 256 * 1024

/** How a command without a daemon looks up authors' keys: through its own network guard, opened when first needed. */
export interface PackageNetwork extends AsyncDisposable {
  readonly keyOf: (keyId: string) => Promise<VerificationKey>
}

export const packageNetwork = (): PackageNetwork => {
  const open = async () => {
    const [{ createNetworkGuard }, { createDidResolver }] = await Promise.all([
      import('../../network/index.ts'),
      import('../../identity/index.ts'),
    ])
    const guard = createNetworkGuard()
    const dids = createDidResolver({
      now: () => new Date(),
      fetch: (url) =>
        guard.fetch(
          url,
          { headers: { accept: 'application/did+json, application/json' } },
          { kind: 'package_host', hosts: [new URL(url).host], maxBytes: DID_DOCUMENT_LIMIT },
        ),
    })
    return { guard, dids }
  }
  let opened: ReturnType<typeof open> | undefined
  return {
    keyOf: async (keyId) => (await (opened ??= open())).dids.key(keyId, 'assertionMethod'),
    [Symbol.asyncDispose]: async () => {
      if (opened !== undefined) await (await opened).guard.close()
    },
  }
}

/** Verifies a file before something is made from it. Errors: `package_rejected` with `details.problems`. */
export const verified = async (
  path: string,
  network: PackageNetwork,
  language: Language,
): Promise<{ bytes: Uint8Array; acp: AcpPackage }> => {
  const { problemOf, verifyPackage } = await import('../../packages/index.ts')
  const { fileName, bytes } = readNamedFile(path)
  const { package: acp, findings } = await verifyPackage(bytes, fileName, {
    checkSchema: null,
    keyOf: network.keyOf,
  })
  if (acp !== null) return { bytes, acp }
  const problems = findings.map((one) => problemOf(one, language))
  const problem = problems.find(({ severity }) => severity === 'error')?.message ?? ''
  throw new SatchelError('package_rejected', { params: { file: fileName, problem }, details: { problems } })
}
