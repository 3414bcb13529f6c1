import { z } from 'zod'
import { SatchelError, toSatchelError } from '../../platform/errors.ts'
import type { ReasonCode } from '../../text/index.ts'
import type { ServiceRow } from './store.ts'
import { serviceDefinitionSchema, serviceUriSchema, type ServiceDefinition } from '../../contract/servers.ts'

/** A package may name an https address itself; the person saw its host when they installed it. */
export const namedByPackage = (uri: string, at: Date): ServiceRow | null => {
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

/** How a service is started and what it wrote is for its owner, who finds it in its state, and not for models and packages. */
export const forCallers = (thrown: unknown): unknown => {
  if (!(thrown instanceof SatchelError) || typeof thrown.details !== 'object' || thrown.details === null)
    return thrown
  const hidden = new Set(['command', 'stderr', 'searchPath'])
  const details = Object.fromEntries(Object.entries(thrown.details).filter(([name]) => !hidden.has(name)))
  return new SatchelError(thrown.code, { params: thrown.params, details, cause: thrown })
}

/** What a person gives to connect a service. Errors: `invalid_request`. */
export const parseService = (uri: string, definition: unknown): ServiceDefinition => {
  const parsed = z
    .object({ uri: serviceUriSchema, definition: serviceDefinitionSchema })
    .safeParse({ uri, definition })
  if (!parsed.success) throw toSatchelError(parsed.error)
  return parsed.data.definition
}

/** What a server describes a tool with may be nested beyond what can be read. */
export const readable = <T>(service: string, read: () => T): T => {
  try {
    return read()
  } catch (cause) {
    throw new SatchelError('service_misbehaved', {
      params: { service, problem: 'unreadable_tool' satisfies ReasonCode },
      cause,
    })
  }
}

/** Why a tool that its owner switched off is not called. */
export const toolOff = (service: string, tool: string): SatchelError =>
  new SatchelError('service_tool_off', { params: { service, tool }, details: { service, tool } })
