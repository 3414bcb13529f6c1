import { dirname, isAbsolute } from 'node:path'
import { SatchelError } from '../../platform/errors.ts'
import { hideTexts } from '../../platform/redact.ts'
import { isInside } from '../../sandbox/index.ts'
import type { ServerRow } from '../records/store.ts'

type Row = Pick<ServerRow, 'uri' | 'definition'>

/**
 * A server's failure for its callers, with what Satchel knows about how it is reached masked: its command and the folder it starts in,
 * or its address and port (cap.md 2, 8). All other text is unchanged: paths, addresses and lines are often what a
 * failure is about. `command`: as started, if it was.
 */
export const maskHowReached = (thrown: unknown, row: Row, command: readonly string[] | null): unknown => {
  if (!(thrown instanceof SatchelError)) return thrown
  const known = new Set(howReached(row, command).filter((text) => text.length > 3))
  const { params, details } = hideTexts({ params: thrown.params, details: thrown.details }, known)
  return new SatchelError(thrown.code, { params, details, cause: thrown.cause })
}

const howReached = ({ uri, definition }: Row, command: readonly string[] | null): readonly string[] => {
  const named = uri.includes(':') ? [uri] : []
  if (definition.kind !== 'command')
    return [...named, ...addressTexts(definition.url), ...(definition.kind === 'did' ? [definition.did] : [])]
  const { cwd, args, grants } = definition
  const granted = [...grants.read, ...grants.write]
  const words = [definition.command, ...args, ...(command ?? [])]
  return [
    ...named,
    words.join(' '),
    ...(cwd === null ? [] : [cwd]),
    ...words.flatMap((word) => commandTexts(word, granted)),
    ...ports(args),
  ]
}

const SCRIPT = /\.(?:[cm]?[jt]sx?|py|rb|php|pl|sh|jar)$/

/** Arguments that identify a location; `run` and `-y` don't. Folders and files it works on aren't part of how it is reached. */
const commandTexts = (word: string, granted: readonly string[]): readonly string[] => {
  const value = word.replace(/^--?[\w-]+=/, '')
  const isScript = isAbsolute(value) && SCRIPT.test(value)
  if (!isScript && isAbsolute(value) && granted.some((folder) => isInside(value, folder))) return []
  return /[/\\]/.test(value) ? [word, value, ...(isScript ? [dirname(value)] : [])] : []
}

const addressTexts = (url: string): readonly string[] => {
  const { href, host, hostname, port } = new URL(url)
  const isHere = /^(?:localhost|127\.|\[::1\]$)/.test(hostname)
  return [
    href,
    href.replace(/\/$/, ''),
    host,
    // Common to all servers.
    ...(isHere ? [] : [hostname]),
    ...(port === '' ? [] : portTexts(port)),
  ]
}

/** Ports among arguments: `--port 3000`, `--port=3000`. */
const ports = (args: readonly string[]): readonly string[] =>
  args.flatMap((word, at) => {
    const port =
      /^--?p(?:ort)?=(\d{2,5})$/i.exec(word)?.[1] ?? (/^--?p(?:ort)?$/i.test(word) ? args[at + 1] : '')
    return port !== undefined && /^\d{2,5}$/.test(port) ? portTexts(port) : []
  })

const portTexts = (port: string): readonly string[] => [
  ...['localhost', '127.0.0.1', '0.0.0.0', '[::1]'].map((host) => `${host}:${port}`),
  `:${port}`,
  `port ${port}`,
]
