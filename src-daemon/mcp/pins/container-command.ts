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
  /^--(?:interactive|tty|detach|rm|init|privileged|read-only|quiet|publish-all|no-healthcheck|oom-kill-disable|sig-proxy|disable-content-trust|use-api-socket|replace|rmi)$/
const SHORT_ALONE = 'itdPq'

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
  return { before: args.slice(0, at + 1), after, image: optionsOf(after).rest[0] ?? '' }
}

/**
 * The command without its `-e NAME`, for which an engine takes the value from its own variables, where `names` has that
 * name; and which of them it had.
 */
export const withoutHandedIn = (
  { after }: Pick<ContainerRun, 'after'>,
  names: ReadonlySet<string>,
): { readonly after: readonly string[]; readonly handedIn: ReadonlySet<string> } => {
  const { options, rest } = optionsOf(after)
  const isHandedIn = ({ name, value }: Option): boolean =>
    (name === '-e' || name === '--env') && value !== null && names.has(value)
  return {
    after: [...options.flatMap((one) => (isHandedIn(one) ? one.before : one.words)), ...rest],
    handedIn: new Set(options.filter(isHandedIn).flatMap(({ value }) => value ?? [])),
  }
}

/** The folders and files of this computer that a container gets (`-v`, `--mount`), as written. */
export const hostPathsOf = ({ after }: Pick<ContainerRun, 'after'>): readonly string[] =>
  optionsOf(after).options.flatMap(({ name, value }) => {
    if (name === '-v' || name === '--volume') return value?.split(':')[0] ?? []
    if (name !== '--mount') return []
    return /(?:^|,)(?:source|src)=([^,]*)/.exec(value ?? '')?.[1] ?? []
  })

interface Option {
  readonly name: string
  /** Null if it takes none. */
  readonly value: string | null
  readonly words: readonly string[]
  /** The short options in the same word before it: `-i` of `-ie`. */
  readonly before: readonly string[]
}

const optionsOf = (after: readonly string[]): { options: readonly Option[]; rest: readonly string[] } => {
  const options: Option[] = []
  let rest = after
  while (rest[0]?.startsWith('-') === true) {
    if (rest[0] === '--') return { options, rest }
    const option = firstOption(rest)
    options.push(option)
    rest = rest.slice(option.words.length)
  }
  return { options, rest }
}

const firstOption = ([word = '', next = '']: readonly string[]): Option => {
  const isLong = word.startsWith('--')
  const equals = word.indexOf('=')
  if (isLong && equals > 0)
    return { name: word.slice(0, equals), value: word.slice(equals + 1), words: [word], before: [] }
  if (isLong)
    return ALONE.test(word)
      ? { name: word, value: null, words: [word], before: [] }
      : { name: word, value: next, words: [word, next], before: [] }
  const at = [...word].findIndex((letter, index) => index > 0 && !SHORT_ALONE.includes(letter))
  if (at < 0) return { name: word, value: null, words: [word], before: [] }
  const attached = word.slice(at + 1).replace(/^=/, '')
  return {
    name: `-${word.charAt(at)}`,
    value: attached === '' ? next : attached,
    words: attached === '' ? [word, next] : [word],
    before: at === 1 ? [] : [word.slice(0, at)],
  }
}
