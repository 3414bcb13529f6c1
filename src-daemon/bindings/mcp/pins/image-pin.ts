import type { ServiceDefinition } from '../types.ts'
import { programName } from './npx-command.ts'
import { pinOf } from './pin.ts'
import type { PackagePin } from './types.ts'

type Command = Extract<ServiceDefinition, { kind: 'command' }>

/** Options of `docker run` that take no value; all others take one. */
const ALONE =
  /^(?:-[itdPq]+|--(?:interactive|tty|detach|rm|init|privileged|read-only|quiet|publish-all|no-healthcheck|oom-kill-disable|sig-proxy|disable-content-trust))$/
const BY_DIGEST = /^([a-z0-9][a-z0-9._/:-]*)@sha256:([0-9a-f]{64})$/

/**
 * The image a container is run from, where it is named by its digest, which docker and podman hold it against themselves. Null for other
 * commands, and for images by a name alone, which may be another one tomorrow.
 */
export const imagePinOf = ({ command, args }: Pick<Command, 'command' | 'args'>): PackagePin | null => {
  if (!['docker', 'podman', 'nerdctl'].includes(programName(command))) return null
  const rest = args[0] === 'container' ? args.slice(1) : [...args]
  if (rest.shift() !== 'run') return null
  while (rest[0]?.startsWith('-') === true) {
    const option = rest.shift() ?? ''
    if (!ALONE.test(option) && !option.includes('=')) rest.shift()
  }
  const [image = ''] = rest
  const [, name = '', digest] = BY_DIGEST.exec(image) ?? []
  if (digest === undefined) return null
  return pinOf('image', name, [{ name, version: null, hash: `sha256:${digest}` }])
}
