/** Programs that are connected over a pipe (`satchel mcp`), each known by the name it gives. */
import type { McpServer } from '@modelcontextprotocol/server'
import type { SharedClient } from '../contract/sharing.ts'
import { nameFrom, type SharedClients } from './clients.ts'
import type { FaceDeps, McpLibrary, Said } from './face.ts'
import type { SharingService } from './types.ts'
import { serveWire } from './wire.ts'

export interface ProgramsDeps {
  readonly clients: Pick<SharedClients, 'find' | 'seen'>
  readonly load: () => Promise<McpLibrary>
  readonly faceFor: (mcp: McpLibrary, client: FaceDeps['client']) => McpServer
  readonly report: (err: unknown) => void
  readonly now: () => Date
  readonly changed: () => void
}

export interface Programs {
  readonly serve: SharingService['serve']
  /** How many connections a program has. */
  connections(name: string): number
  close(): Promise<void>
}

export const createPrograms = (deps: ProgramsDeps): Programs => {
  const { clients, load, faceFor, report, now, changed } = deps
  const connections = new Map<string, number>()
  const open = new Set<{ close(): Promise<void> }>()

  const serve: SharingService['serve'] = async (wire, { as }) => {
    const mcp = await load()
    /** Its name, once it has given one. */
    const program: { name: string | null } = { name: null }

    const clientOf: FaceDeps['client'] = (said) => {
      const name = nameFrom(as ?? said?.name ?? '')
      if (program.name === null) {
        program.name = name
        connections.set(name, (connections.get(name) ?? 0) + 1)
        clients.seen(name, said === null ? null : softwareOf(said))
        changed()
      }
      return clients.find(name) ?? stranger(name, now())
    }
    const handle = await serveWire({ library: mcp, wire, face: () => faceFor(mcp, clientOf), report })
    open.add(handle)
    await wire.closed
    open.delete(handle)
    if (program.name === null) return
    const left = (connections.get(program.name) ?? 1) - 1
    if (left === 0) connections.delete(program.name)
    else connections.set(program.name, left)
    changed()
  }

  return {
    serve,
    connections: (name) => connections.get(name) ?? 0,
    close: async () => {
      await Promise.all([...open].map((handle) => handle.close()))
    },
  }
}

/** An unknown program without a record. */
export const stranger = (name: string, at: Date): SharedClient => ({
  name,
  status: 'asked',
  surface: 'auto',
  exposed: [],
  tokenAt: null,
  software: null,
  firstSeenAt: at.toISOString(),
  lastSeenAt: null,
  calls: 0,
})

/** What a program says it is. */
export const softwareOf = ({ name, version }: Said): string => `${name} ${version}`.trim().slice(0, 200)
