import { programName } from './npx-command.ts'

interface Command {
  readonly command: string
  readonly args: readonly string[]
}

/** A container command: `args` up to and including `run`, the rest, and the image in it. */
export interface ContainerRun {
  readonly before: readonly string[]
  readonly after: readonly string[]
  readonly image: string
}

/** Options of `docker run` without a value; all others take one. */
const ALONE =
  /^(?:-[itdPq]+|--(?:interactive|tty|detach|rm|init|privileged|read-only|quiet|publish-all|no-healthcheck|oom-kill-disable|sig-proxy|disable-content-trust))$/

/** Whether a command is a container engine, whose containers are not child processes of the caller. */
export const asksEngine = ({ command }: Pick<Command, 'command'>): boolean =>
  ['docker', 'podman', 'nerdctl'].includes(programName(command))

/**
 * The container of `docker run …`, `docker container run …`, and the same of podman and nerdctl; null for
 * other commands.
 */
export const containerRunOf = ({ command, args }: Command): ContainerRun | null => {
  if (!asksEngine({ command })) return null
  const at = args[0] === 'container' ? 1 : 0
  if (args[at] !== 'run') return null
  const after = args.slice(at + 1)
  const rest = [...after]
  while (rest[0]?.startsWith('-') === true) {
    const option = rest.shift() ?? ''
    if (!ALONE.test(option) && !option.includes('=')) rest.shift()
  }
  return { before: args.slice(0, at + 1), after, image: rest[0] ?? '' }
}
