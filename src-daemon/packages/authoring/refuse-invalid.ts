import { SatchelError } from '../../platform/errors.ts'
import type { Language } from '../../contract/language.ts'
import { problemOf } from '../document/findings.ts'
import { isLintCode } from '../document/lint.ts'
import { validatePackage, type CheckSchema } from '../document/validate.ts'

/**
 * Refuses a file that would not be valid even when signed.
 *
 * @throws SatchelError `package_rejected` with `details.problems`
 */
export const refuseInvalid = (
  bytes: Uint8Array,
  file: string,
  options: {
    /** Lint checks what a model would read; a draft may still fail it. */
    readonly lint?: boolean | undefined
    readonly checkSchema?: CheckSchema | null | undefined
    readonly language?: Language | undefined
  } = {},
): void => {
  const { lint = true, checkSchema = null, language = 'en' } = options
  const { findings } = validatePackage(bytes, file, { checkSchema, signature: 'ignored' })
  const relevant = findings.filter(({ code }) => lint || !isLintCode(code))
  if (relevant.every(({ severity }) => severity !== 'error')) return
  const problems = relevant.map((one) => problemOf(one, language))
  const problem = problems.find(({ severity }) => severity === 'error')?.message ?? ''
  throw new SatchelError('package_rejected', { params: { file, problem }, details: { problems } })
}
