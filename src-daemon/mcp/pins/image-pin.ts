import { containerRunOf } from './container-command.ts'
import { pinOf } from './pin.ts'
import type { PackagePin } from '../../contract/server-pins.ts'

const BY_DIGEST = /^([a-z0-9][a-z0-9._/:-]*)@sha256:([0-9a-f]{64})$/

/**
 * The image a container is run from, where it is named by its digest, which docker and podman hold it against themselves. Null for other
 * commands, and for images by a name alone, which may be another one tomorrow.
 */
export const imagePinOf = (command: Parameters<typeof containerRunOf>[0]): PackagePin | null => {
  const [, name = '', digest] = BY_DIGEST.exec(containerRunOf(command)?.image ?? '') ?? []
  if (digest === undefined) return null
  return pinOf('image', name, [{ name, version: null, hash: `sha256:${digest}` }])
}
