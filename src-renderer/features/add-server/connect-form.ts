import type { ErrorView } from '../../../src-daemon/contract/errors.ts'
import type { ImportedServer } from '../../../src-daemon/contract/server-import.ts'
import type { ServerBundle } from '../../../src-daemon/contract/server-setup.ts'
import type { ServerDefinition, ServerValue } from '../../../src-daemon/contract/servers.ts'
import { isRecord } from '../../components/is-record.ts'

/** A secret being entered; `hint` is what another app's list has in its place. */
export interface SecretRow {
  name: string
  value: string
  hint?: string
}

/** What a user enters to connect a server; fields with several values take one per line. */
export interface ConnectForm {
  uri: string
  kind: 'command' | 'url' | 'did'
  /** The program on the first line, each argument on its own line: nothing is split, and no shell is involved. */
  command: string
  read: string
  write: string
  hosts: string
  /** `NAME=value` */
  env: string
  /** `Name: value` */
  headers: string
  /** Variables or headers with secret values: one row each; the last one may be empty. */
  secrets: SecretRow[]
  /** Working directory; empty = that of the sandbox. */
  cwd: string
  /** Memory limit in MiB; empty = the default. */
  memory: string
  unsandboxed: boolean
  url: string
  did: string
  /** The bundle a program came in; null without one. */
  bundle: ServerBundle | null
  /** Variables whose secrets are stored already and are kept. */
  kept: Readonly<Record<string, ServerValue>>
  /** The server this is a newer version of; null for a new one. */
  replaces: string | null
  /** What only another app fills in, and the user replaces before it is connected. */
  placeholders: readonly string[]
}

export const emptyForm = (uri = ''): ConnectForm => ({
  uri,
  kind: uri.startsWith('did:web:') || uri.startsWith('did:wba:') ? 'did' : 'command',
  command: '',
  read: '',
  write: '',
  hosts: '',
  env: '',
  headers: '',
  secrets: [],
  cwd: '',
  memory: '',
  unsandboxed: false,
  url: '',
  did: uri.startsWith('did:web:') || uri.startsWith('did:wba:') ? uri : '',
  bundle: null,
  kept: {},
  replaces: null,
  placeholders: [],
})

/** The form filled in from another app's configuration; what that app would have asked for is left to enter. */
export const formOf = ({
  uri,
  definition,
  secrets,
  replaces,
  placeholders = [],
}: ImportedServer): ConnectForm => {
  const form = {
    ...emptyForm(uri),
    secrets: secrets.map(({ name, value, hint }) => ({ name, value: value ?? '', hint })),
    placeholders,
  }
  if (definition?.kind === 'url')
    return { ...form, kind: 'url', url: definition.url, headers: textOf(definition.headers, ': ') }
  if (definition?.kind !== 'command') return form
  const { command, args, env, cwd, grants, bundle = null } = definition
  return {
    ...form,
    kind: 'command',
    command: [command, ...args].join('\n'),
    env: textOf(env, '='),
    cwd: cwd ?? '',
    read: grants.read.join('\n'),
    write: grants.write.join('\n'),
    hosts: grants.hosts.join('\n'),
    memory: grants.memory === undefined ? '' : String(grants.memory),
    unsandboxed: grants.unsandboxed,
    bundle,
    kept: Object.fromEntries(Object.entries(env).filter(([, value]) => typeof value !== 'string')),
    replaces: replaces ?? null,
  }
}

/** A server at an address that somebody named, for the form: nothing of it is connected before the user has read it. */
export const serverAt = (url: string, name: unknown): ImportedServer => {
  const uri = typeof name === 'string' ? name : ''
  return {
    ...{ name: uri, uri, problem: null, secrets: [], notes: [] },
    definition: { kind: 'url', url, headers: {} },
  }
}

/** Whether all required fields are filled in. */
export const isComplete = (form: ConnectForm): boolean => {
  if (form.uri.trim() === '' || isBadName(form)) return false
  if (form.kind === 'did') return form.did.trim() !== '' && !isBadDid(form)
  if (badSecret(form) !== null || openPlaceholder(form) !== null) return false
  if (form.kind === 'url') return form.url.trim() !== '' && !isBadAddress(form) && badHeader(form) === null
  return linesOf(form.command).length > 0 && badVariable(form) === null && !isBadMemory(form)
}

/** Whether the input can't be a server's name. */
export const isBadName = ({ uri }: ConnectForm): boolean => !/^[\x21-\x7e]*$/.test(uri.trim())

/** Whether the input isn't a server's address. */
export const isBadAddress = ({ url }: ConnectForm): boolean =>
  url.trim() !== '' && !(/^https?:/i.test(url.trim()) && URL.canParse(url.trim()))

/** Whether the input isn't a DID. */
export const isBadDid = ({ did }: ConnectForm): boolean => did.trim() !== '' && !did.trim().startsWith('did:')

/** Whether the input isn't a memory limit the daemon accepts. */
export const isBadMemory = ({ memory }: ConnectForm): boolean => {
  const text = memory.trim()
  const size = /^\d{1,5}$/.test(text) ? Number(text) : 0
  return text !== '' && (size < 64 || size > 65_536)
}

/** The first placeholder of another app left in the command or address; null if there is none. */
export const openPlaceholder = ({ kind, placeholders, command, url, cwd }: ConnectForm): string | null => {
  const entered = kind === 'url' ? [url] : kind === 'command' ? [command, cwd] : []
  return placeholders.find((one) => entered.some((text) => text.includes(one))) ?? null
}

/** The first line of the variables that is malformed; null if all are valid. */
export const badVariable = (form: ConnectForm): string | null =>
  linesOf(form.env).find((line) => !/^[A-Za-z_][A-Za-z0-9_]*=/.test(line)) ?? null

/** The first line of the headers that is malformed; null if all are valid. */
export const badHeader = (form: ConnectForm): string | null =>
  linesOf(form.headers).find((line) => !/^[A-Za-z0-9-]{1,100}\s*:/.test(line)) ?? null

/** The first secret with an invalid name or without a value; null if all are valid. */
export const badSecret = (form: ConnectForm): string | null => {
  const pattern = form.kind === 'command' ? /^[A-Za-z_][A-Za-z0-9_]*$/ : /^[A-Za-z0-9-]{1,100}$/
  const bad = secretsOf(form).find(({ name, value }) => !pattern.test(name) || value === '')
  return bad === undefined ? null : bad.name
}

/** The rows that were filled in; a DID takes none. */
export const secretsOf = (form: ConnectForm): readonly { readonly name: string; readonly value: string }[] =>
  form.kind === 'did'
    ? []
    : form.secrets
        .map(({ name, value }) => ({ name: name.trim(), value: value.trim() }))
        .filter(({ name, value }) => name !== '' || value !== '')

/** The definition sent to the daemon, without secrets. For a DID, `endpoint` returns the address its document names. */
export const definitionOf = async (
  form: ConnectForm,
  endpoint: (did: string) => Promise<string>,
): Promise<ServerDefinition> => {
  if (form.kind === 'url') {
    const headers = Object.fromEntries(linesOf(form.headers).map((line) => pair(line, ':')))
    return { kind: 'url', url: form.url.trim(), headers }
  }
  if (form.kind === 'did') {
    const did = form.did.trim()
    return { kind: 'did', did, url: await endpoint(did) }
  }
  const [command = '', ...args] = linesOf(form.command)
  const grants = form.unsandboxed
    ? { read: [], write: [], hosts: [] }
    : { read: linesOf(form.read), write: linesOf(form.write), hosts: linesOf(form.hosts) }
  const memory = form.memory.trim() === '' ? {} : { memory: Number(form.memory) }
  return {
    kind: 'command',
    command,
    args,
    env: { ...form.kept, ...Object.fromEntries(linesOf(form.env).map((line) => pair(line, '='))) },
    cwd: form.cwd.trim() === '' ? null : form.cwd.trim(),
    grants: { ...grants, ...memory, unsandboxed: form.unsandboxed },
    ...(form.bundle === null ? {} : { bundle: form.bundle }),
  }
}

/** Values that aren't secret, one per line. */
const textOf = (values: Readonly<Record<string, ServerValue>>, between: string): string =>
  Object.entries(values)
    .flatMap(([name, value]) => (typeof value === 'string' ? [`${name}${between}${value}`] : []))
    .join('\n')

const pair = (line: string, between: '=' | ':'): [string, string] => {
  const at = line.indexOf(between)
  const value = line.slice(at + 1)
  return [line.slice(0, at).trim(), between === ':' ? value.trim() : value]
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Lets the program reach these hosts, too. */
export const allowHosts = (form: ConnectForm, hosts: readonly string[]): void => {
  const before = form.hosts.split(/\s+/).filter((one) => one !== '')
  form.hosts = [...new Set([...before, ...hosts])].join('\n')
}

/** The hosts that a package comes from and that have to be allowed before it can be started; none if it failed for something else. */
export const hostsWanted = ({ code, details }: ErrorView): readonly string[] => {
  const hosts = code === 'server_package_host' && isRecord(details) ? details['hosts'] : null
  return Array.isArray(hosts) ? hosts.filter((one) => typeof one === 'string') : []
}
