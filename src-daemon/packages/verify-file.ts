import type { Language } from '../contract/language.ts'
import { problemOf } from './document/findings.ts'
import { validatePackage, type ValidateOptions } from './document/validate.ts'
import type { AcpPackage, Problem } from '../contract/packages.ts'

/**
 * Checks a package file as an installer would, without a daemon (structure, schema, lint, signature). `package` is null when one
 * of the problems is an error. A draft is checked with `signature: 'ignored'`.
 */
export const verifyPackageFile = (
  bytes: Uint8Array,
  fileName: string,
  options: Partial<ValidateOptions> & { readonly language?: Language } = {},
): { package: AcpPackage | null; sha256: string; problems: Problem[] } => {
  const { language = 'en', checkSchema = null, signature = 'required' } = options
  const validated = validatePackage(bytes, fileName, { checkSchema, signature })
  const problems = validated.findings.map((one) => problemOf(one, language))
  return { package: validated.package, sha256: validated.sha256, problems }
}
