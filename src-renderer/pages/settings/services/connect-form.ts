import type { ServiceDefinition } from '../../../../src-daemon/bindings/types.ts'

/** What a person enters to connect a service: one thing per line wherever there may be several. */
export interface ConnectForm {
  uri: string
  kind: 'command' | 'url' | 'did'
  /** The program in the first line, each argument in a line of its own: nothing is split, and no shell reads it. */
  command: string
  read: string
  write: string
  hosts: string
  /** `NAME=value` */
  env: string
  unsandboxed: boolean
  url: string
  did: string
}

export const emptyForm = (uri = ''): ConnectForm => ({
  uri,
  kind: uri.startsWith('did:web:') || uri.startsWith('did:wba:') ? 'did' : 'command',
  command: '',
  read: '',
  write: '',
  hosts: '',
  env: '',
  unsandboxed: false,
  url: '',
  did: uri.startsWith('did:web:') || uri.startsWith('did:wba:') ? uri : '',
})

/** Whether everything needed has been entered. */
export const isComplete = (form: ConnectForm): boolean => {
  if (!/^[\x21-\x7e]+$/.test(form.uri.trim())) return false
  if (form.kind === 'did') return form.did.trim().startsWith('did:')
  if (form.kind === 'url') return URL.canParse(form.url.trim())
  return linesOf(form.command).length > 0 && badVariable(form) === null
}

/** The first line of the variables that is none; null where all are. */
export const badVariable = (form: ConnectForm): string | null =>
  linesOf(form.env).find((line) => !/^[A-Za-z_][A-Za-z0-9_]*=/.test(line)) ?? null

/** What the daemon is told. Of a DID, `endpoint` says the address its document names. */
export const definitionOf = async (
  form: ConnectForm,
  endpoint: (did: string) => Promise<string>,
): Promise<ServiceDefinition> => {
  if (form.kind === 'url') return { kind: 'url', url: form.url.trim(), headers: {} }
  if (form.kind === 'did') {
    const did = form.did.trim()
    return { kind: 'did', did, url: await endpoint(did) }
  }
  const [command = '', ...args] = linesOf(form.command)
  const grants = form.unsandboxed
    ? { read: [], write: [], hosts: [] }
    : { read: linesOf(form.read), write: linesOf(form.write), hosts: linesOf(form.hosts) }
  return {
    kind: 'command',
    command,
    args,
    env: Object.fromEntries(linesOf(form.env).map((line) => pair(line))),
    cwd: null,
    grants: { ...grants, unsandboxed: form.unsandboxed },
  }
}

/** What a program wrote before it failed, which says most of why; null where it wrote nothing. */
export const wroteOf = (details: unknown): string | null =>
  typeof details === 'object' && details !== null && 'stderr' in details && typeof details.stderr === 'string'
    ? details.stderr.trim() || null
    : null

const pair = (line: string): [string, string] => {
  const at = line.indexOf('=')
  return [line.slice(0, at), line.slice(at + 1)]
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
