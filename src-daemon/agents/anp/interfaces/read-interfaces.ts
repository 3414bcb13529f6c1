import type { ContactProblem, ContactReading } from '../../../contract/agent-contacts.ts'
import { isRecord } from '../../../platform/is-record.ts'
import { memberOf, type JsonObject } from '../../descriptions/read-description.ts'
import type { LinkedFiles } from '../files/linked-files.ts'
import type { Collected } from './collected.ts'
import { readEndpoints } from './endpoints.ts'
import type { InterfaceFile } from './interface-file.ts'
import { readJsonRpc } from './json-rpc.ts'
import { readOpenApi } from './openapi.ts'
import { readOpenRpc } from './openrpc.ts'
import { listOf, recordOf, textOf, textOrNull } from './values.ts'

const MAX_INTERFACES = 50

/** Reads the interfaces of a description: each by what its file says, not by the word for its protocol (anp.md 4). */
export const readInterfaces = async (
  description: JsonObject,
  url: string,
  files: LinkedFiles,
  collected: Collected,
): Promise<ContactReading['servers']> => {
  const listed = listOf(memberOf(description, 'interfaces'))
  if (listed.length > MAX_INTERFACES) collected.problem('interfaces', 'too_many', String(MAX_INTERFACES))
  const servers: ContactReading['servers'] = []
  const opened = listed
    .slice(0, MAX_INTERFACES)
    .map((one, index) =>
      isRecord(one)
        ? open(one, { place: `interfaces[${String(index)}]`, url, description, files, collected })
        : null,
    )
  // Loaded at once, read one after the other: ids and problems are in the order of the description.
  for (const opening of opened) {
    const found = await opening
    if (found === null) continue
    if ('code' in found) collected.problem(found.place, found.code, found.detail)
    else if ('server' in found) servers.push(found.server)
    else await readFile(found)
  }
  return servers
}

type Opened = InterfaceFile | ContactProblem | { readonly server: ContactReading['servers'][number] }

const open = async (
  written: JsonObject,
  {
    place,
    url,
    description,
    files,
    collected,
  }: Pick<InterfaceFile, 'place' | 'url' | 'files' | 'collected'> & {
    readonly description: JsonObject
  },
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
    files,
    collected,
  }
  // An endpoint that speaks MCP has no file: it answers who greets it.
  if (/^(?:mcp|model[ _-]?context[ _-]?protocol)\b/i.test(protocol ?? '') && link !== null)
    return { server: { name: textOrNull(memberOf(written, 'name')) ?? new URL(link).host, url: link } }
  const embedded = memberOf(written, 'content') ?? memberOf(written, 'definition')
  if (isRecord(embedded)) return { ...about, url, json: withServers(embedded, description) }
  if (link === null) return { place, code: 'address_missing', detail: address }
  const loaded = await files.load(link, textOrNull(memberOf(written, 'digestSRI')))
  if (loaded.ok) return { ...about, place: `${place} ${link}`, url: loaded.url, json: loaded.value }
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
