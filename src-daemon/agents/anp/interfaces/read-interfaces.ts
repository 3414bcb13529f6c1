import type { ContactProblem, ContactReading } from '../../../contract/agent-contacts.ts'
import { isRecord } from '../../../platform/is-record.ts'
import { THREADS_PROTOCOL } from '../../core/thread-api.ts'
import { memberOf, type JsonObject } from '../../descriptions/read-description.ts'
import type { LinkedFiles } from '../files/linked-files.ts'
import type { ListedTools, ListTools } from '../tools/tool-server.ts'
import type { Collected } from './collected.ts'
import { readEndpoints } from './endpoints.ts'
import type { InterfaceFile } from './interface-file.ts'
import { readJsonRpc } from './json-rpc.ts'
import { readOpenApi } from './openapi.ts'
import { readOpenRpc } from './openrpc.ts'
import { readTools } from './tools.ts'
import { listOf, recordOf, textOf, textOrNull } from './values.ts'

const MAX_INTERFACES = 50

interface Sources {
  readonly files: LinkedFiles
  readonly listTools: ListTools
  readonly collected: Collected
}

/** Reads the interfaces of a description: each by what its file says, not by the word for its protocol (anp.md 4). */
export const readInterfaces = async (
  description: JsonObject,
  url: string,
  { files, listTools, collected }: Sources,
): Promise<Pick<ContactReading, 'servers' | 'threads'>> => {
  const listed = listOf(memberOf(description, 'interfaces'))
  if (listed.length > MAX_INTERFACES) collected.problem('interfaces', 'too_many', String(MAX_INTERFACES))
  const servers: ContactReading['servers'] = []
  let threads: string | undefined
  const opened = listed.slice(0, MAX_INTERFACES).map((one, index) =>
    isRecord(one)
      ? open(one, {
          ...{ place: `interfaces[${String(index)}]`, url, description },
          ...{ files, listTools, collected },
        })
      : null,
  )
  // Loaded at once, read one after the other: ids and problems are in the order of the description.
  for (const opening of opened) {
    const found = await opening
    if (found === null) continue
    if ('code' in found) collected.problem(found.place, found.code, found.detail)
    else if ('threads' in found) threads ??= found.threads
    else if ('listed' in found) {
      const { about, name, listed } = found
      const before = collected.operations.length
      if (listed.ok) readTools(about, listed.tools)
      else collected.problem(about.place, listed.problem.code, listed.problem.detail)
      // It may offer more than tools, or want an account of the owner's.
      if (collected.operations.length === before) servers.push({ name, url: about.url })
    } else await readFile(found)
  }
  return { servers, ...(threads === undefined ? {} : { threads }) }
}

/** An endpoint that speaks MCP has no file: it answers who greets it. */
interface OpenedServer {
  readonly about: Omit<InterfaceFile, 'json' | 'files'>
  readonly name: string
  readonly listed: ListedTools
}

/** Where conversations are held: their protocol is the same everywhere. */
interface OpenedThreads {
  readonly threads: string
}

type Opened = InterfaceFile | ContactProblem | OpenedServer | OpenedThreads

const open = async (
  written: JsonObject,
  {
    place,
    url,
    description,
    files,
    listTools,
    collected,
  }: Pick<InterfaceFile, 'place' | 'url'> & Sources & { readonly description: JsonObject },
): Promise<Opened> => {
  const protocol = textOrNull(memberOf(written, 'protocol'))
  const address = textOrNull(memberOf(written, 'url')) ?? textOrNull(written['@id'])
  const link = address === null ? null : files.addressOf(address)
  const about = {
    place,
    kind: textOf([written['@type'], written['type']].flat()[0]).replace(/^ad:/, ''),
    protocol,
    description: textOf(memberOf(written, 'description')),
    asksAlways: memberOf(written, 'humanAuthorization') === true,
    collected,
  }
  if (/^(?:mcp|model[ _-]?context[ _-]?protocol)\b/i.test(protocol ?? '') && link !== null)
    return {
      about: { ...about, place: `${place} ${link}`, url: link },
      name: textOrNull(memberOf(written, 'name')) ?? new URL(link).host,
      listed: await listTools(link),
    }
  if (protocol?.toUpperCase() === THREADS_PROTOCOL && link !== null) return { threads: link }
  const embedded = memberOf(written, 'content') ?? memberOf(written, 'definition')
  if (isRecord(embedded)) return { ...about, files, url, json: withServers(embedded, description) }
  if (link === null) return { place, code: 'address_missing', detail: address }
  const loaded = await files.load(link, textOrNull(memberOf(written, 'digestSRI')))
  if (loaded.ok) return { ...about, files, place: `${place} ${link}`, url: loaded.url, json: loaded.value }
  return { place: `${place} ${link}`, ...loaded.problem }
}

/** An embedded file may leave its servers to the description. */
const withServers = (json: JsonObject, description: JsonObject): JsonObject => ({
  ...('servers' in description ? { servers: description['servers'] } : {}),
  ...json,
})

const readFile = async (file: InterfaceFile): Promise<void> => {
  const { json, place, collected } = file
  if (typeof json['openrpc'] === 'string') readOpenRpc(file)
  else if (/^3\./.test(textOf(json['openapi']))) await readOpenApi(file)
  else if (Array.isArray(recordOf(json['interface'])['endpoints'])) readEndpoints(file)
  else if (Array.isArray(json['methods']) || (json['jsonrpc'] !== undefined && 'method' in json))
    readJsonRpc(file)
  else collected.problem(place, 'interface_unknown', Object.keys(json).slice(0, 5).join(', '))
}
