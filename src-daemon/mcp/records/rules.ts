import { z } from 'zod'
import { SatchelError, toSatchelError } from '../../platform/errors.ts'
import type { ReasonCode } from '../../text/index.ts'
import type { ServerRow } from './store.ts'
import { checkVariables } from './variables.ts'
import { serverDefinitionSchema, serverUriSchema, type ServerDefinition } from '../../contract/servers.ts'

/** A package may itself name an https address; the person saw its host when installing it. */
export const namedByPackage = (uri: string, at: Date): ServerRow | null => {
  if (!/^https:\/\//i.test(uri) || !URL.canParse(uri)) return null
  const definition = { kind: 'url' as const, url: uri, headers: {} }
  return {
    uri,
    definition,
    addedBy: 'package',
    addedAt: at.toISOString(),
    trusted: false,
    serverVersion: null,
    problem: null,
  }
}

/**
 * How a server is started and what it wrote is only for its owner, in the server's view, and not for
 * models and packages.
 */
export const forCallers = (thrown: unknown): unknown => {
  if (!(thrown instanceof SatchelError) || typeof thrown.details !== 'object' || thrown.details === null)
    return thrown
  const hidden = new Set(['command', 'stderr', 'searchPath'])
  const details = Object.fromEntries(Object.entries(thrown.details).filter(([name]) => !hidden.has(name)))
  return new SatchelError(thrown.code, { params: thrown.params, details, cause: thrown })
}

/** Parses a person's input for connecting a server. Errors: `invalid_request`, `server_variable_refused`. */
export const parseServer = (uri: string, definition: unknown): ServerDefinition => {
  const parsed = z
    .object({ uri: serverUriSchema, definition: serverDefinitionSchema })
    .safeParse({ uri, definition })
  if (!parsed.success) throw toSatchelError(parsed.error)
  checkVariables(parsed.data.definition)
  return parsed.data.definition
}

/** A server may nest a tool's description deeper than can be read. */
export const readable = <T>(server: string, read: () => T): T => {
  try {
    return read()
  } catch (cause) {
    throw new SatchelError('server_misbehaved', {
      params: { server, problem: 'unreadable_tool' satisfies ReasonCode },
      cause,
    })
  }
}

/** The error for a tool that the owner switched off. */
export const toolOff = (server: string, tool: string): SatchelError =>
  new SatchelError('server_tool_off', { params: { server, tool }, details: { server, tool } })

/** The error for a tool that was left out: `problem` says which of its schemas costs too much, and where. */
export const tooCostly = (about: { server: string; tool: string; problem: string }): SatchelError =>
  new SatchelError('server_tool_costly', { params: about, details: about })
