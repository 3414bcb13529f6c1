import { basename } from 'node:path'
import { definitionHash } from '../records/definitions.ts'
import { namedByPackage } from '../records/rules.ts'
import type { Pins } from '../pins/pins.ts'
import type { ServerStore } from '../records/store.ts'
import type { ServersService } from './types.ts'
import { claimsClosedWorld, claimsReadOnly } from './views.ts'

/**
 * What is known about a server's tool before a call, from stored records only: the tool, how it is reached,
 * and what it runs.
 */
export const createToolFacts =
  (
    store: Pick<ServerStore, 'get' | 'tools'>,
    pins: Pick<Pins, 'acceptedHash'>,
    now: () => Date,
  ): ServersService['facts'] =>
  (serverUri, action) => {
    const row = store.get(serverUri) ?? namedByPackage(serverUri, now())
    if (row === null) return null
    const { definition, trusted } = row
    const tool = store.tools(serverUri).get(action)
    return {
      target:
        definition.kind === 'command'
          ? { kind: 'program', name: basename(definition.command) }
          : { kind: 'host', name: new URL(definition.url).host },
      readOnly: trusted && tool !== undefined && claimsReadOnly(tool),
      closedWorld: trusted && tool !== undefined && claimsClosedWorld(tool),
      sha256: [
        JSON.stringify(definition),
        pins.acceptedHash(serverUri),
        tool === undefined ? '' : definitionHash(tool),
      ]
        .filter((part) => part !== null)
        .join(' '),
    }
  }
