/** Unpacks an npm package's archive. */
import { extract } from 'tar'
import { SatchelError } from '../../platform/errors.ts'
import { isPortablePath } from '../../platform/unzip.ts'

interface UnpackLimits {
  readonly files: number
  readonly bytes: number
}

const LIMITS: UnpackLimits = { files: 20_000, bytes: 3_000_000_000 }
const LONGEST_PATH = 300

/**
 * Unpacks the archive into a folder that is there, without the folder that everything in it is in. Only files and folders below it
 * are taken: a link, a path that leads out, or more than the limits refuses the whole. Errors: `model_runtime_damaged`, those of the disk.
 */
export const unpack = async (
  archive: string,
  folder: string,
  limits: UnpackLimits = LIMITS,
): Promise<void> => {
  let files = 0
  let bytes = 0
  const problems: string[] = []
  await extract({
    file: archive,
    cwd: folder,
    strip: 1,
    strict: true,
    preserveOwner: false,
    noMtime: true,
    dmode: 0o700,
    filter: (path, entry) => {
      const size = 'size' in entry ? entry.size : 0
      files += 1
      bytes += size
      const type = 'type' in entry ? entry.type : 'File'
      if (!isPortablePath(path.replace(/\/$/, ''), LONGEST_PATH)) problems.push(path)
      else if (type !== 'File' && type !== 'OldFile' && type !== 'Directory')
        problems.push(`${path}: ${type}`)
      else if (files > limits.files || bytes > limits.bytes) problems.push(`> ${String(limits.bytes)}`)
      return problems.length === 0
    },
  }).catch((cause: unknown) => {
    throw refused(cause instanceof Error ? cause.message : String(cause), cause)
  })
  const [problem] = problems
  if (problem !== undefined) throw refused(problem)
}

const refused = (problem: string, cause?: unknown): SatchelError =>
  new SatchelError('model_runtime_damaged', { params: { problem }, cause })
