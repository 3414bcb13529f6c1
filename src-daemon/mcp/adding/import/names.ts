import type { Entry } from './entry.ts'

const MAX_NAME = 200
/** Programs that run others: what they run says more. */
const RUNNERS =
  /^(?:node|deno|bun|bunx|npx|pnpx|pnpm|yarn|npm|uv|uvx|pipx|python[\d.]*|py|docker|podman|java|dotnet|ruby|php|sh|bash|zsh|cmd|env)$/i
const SUBCOMMANDS: ReadonlySet<string> = new Set(['run', 'exec', 'x', 'tool', 'dlx', 'start'])

/** The distinct names that servers would be connected by: their own, or what they run if no usable letter is left. */
export const urisOf = (
  servers: readonly { readonly name: string | null; readonly target: Entry['target'] }[],
): readonly string[] => {
  const taken = new Set<string>()
  return servers.map(({ name, target }) => {
    const wanted = typeable(name ?? '') || typeable(targetName(target)) || 'server'
    let uri = wanted
    for (let number = 2; taken.has(uri); number += 1) uri = `${wanted}-${String(number)}`
    taken.add(uri)
    return uri
  })
}

/** The name a server would be connected by: without spaces, and only with letters that every terminal can show. */
export const uriOf = (name: string): string => typeable(name) || 'server'

/** The part of a name that can be typed and shown everywhere; empty if nothing is left. */
const typeable = (name: string): string => {
  const text = name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^\x21-\x7e]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, MAX_NAME - 5)
  return /[A-Za-z0-9]/.test(text) ? text : ''
}

/** A name for what is run or reached. */
const targetName = (target: Entry['target']): string => {
  if (target.kind === 'none') return ''
  if (target.kind === 'url')
    return URL.canParse(target.url) ? new URL(target.url).hostname.replace(/^www\./, '') : ''
  const program = stem(target.command)
  if (!RUNNERS.test(program)) return program
  const ran = target.args.find((word) => !word.startsWith('-') && !SUBCOMMANDS.has(word))
  return ran === undefined ? program : stem(ran)
}

/** The last part of a path or of a package's name, without its version and the ending of a script. */
const stem = (path: string): string => {
  const last = path.split(/[\\/]/).findLast((part) => part !== '') ?? ''
  return last.replace(/(?<=.)@.*$/, '').replace(/\.(?:exe|cmd|bat|ps1|sh|py|[cm]?[jt]s|jar|rb|php)$/i, '')
}
