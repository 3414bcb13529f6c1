import { createHash } from 'node:crypto'
import type { AgentOffer, OfferFile, OfferItem, OperationForm } from '../../contract/agent-offer.ts'
import { THREADS_PATH, THREADS_PROTOCOL } from '../core/thread-api.ts'
import { CONTEXT, itemDocument, itemSummary } from './items.ts'
import { MCP_PLACES, mcpToolsOf } from './mcp-tools.ts'
import { openApiOf } from './open-api.ts'
import { openRpcOf } from './open-rpc.ts'
import type { OfferableTool } from './operations.ts'
import { purchaseInterface, questionInterface } from './yaml-interfaces.ts'

type JsonObject = Readonly<Record<string, unknown>>

/** The path of the list of descriptions of a host (anp.md 3, discovery). */
export const LIST_PATH = '.well-known/agent-descriptions'

/** Where things are: `web` is the origin of the files, `folder` a path below it, `calls` where the agent answers. */
export interface OfferPlaces {
  readonly web: string
  /** `''` or ends with a slash. */
  readonly folder: string
  readonly calls: string
}

/** What belongs to this version and no other. */
export interface OfferVersion {
  readonly version: string
  readonly created: string
  readonly modified: string | null
}

/** The description without its proof, and the files it links. */
export interface ComposedOffer {
  readonly url: string
  readonly path: string
  readonly document: JsonObject
  readonly linked: readonly OfferFile[]
}

/**
 * The description (anp.md 3): one document with the keys of both forms. Each linked file is named with its digest, so that
 * the signature covers it.
 */
export const composeOffer = (
  offer: AgentOffer,
  {
    places,
    tools,
    version: { version, created, modified },
  }: {
    readonly places: OfferPlaces
    readonly tools: readonly OfferableTool[]
    readonly version: OfferVersion
  },
): ComposedOffer => {
  const { did, name, description, owner } = offer
  const path = `${places.folder}ad.json`
  const url = `${places.web}/${path}`
  const interfaces = [
    ...operationInterfaces(offer, places, tools),
    ...questionInterfaces(offer, places),
    ...purchaseInterfaces(offer, places),
  ]
  const items = (kind: OfferItem['kind']) => linkedItems(offer, kind, places)
  const [products, services] = [items('product'), items('service')]
  const document = {
    '@context': CONTEXT,
    '@type': 'ad:AgentDescription',
    '@id': url,
    protocolType: 'ANP',
    protocolVersion: '1.0.0',
    type: 'AgentDescription',
    url,
    name,
    did,
    ...(owner === null
      ? {}
      : {
          owner: {
            '@type': owner.kind,
            type: owner.kind,
            name: owner.name,
            ...(owner.url === null ? {} : { '@id': owner.url, url: owner.url }),
          },
        }),
    description,
    version,
    created,
    ...(modified === null ? {} : { modified }),
    securityDefinitions: { didwba_sc: { scheme: 'didwba', in: 'header', name: 'Authorization' } },
    security: 'didwba_sc',
    products: products.map(({ member }) => member),
    services: services.map(({ member }) => member),
    interfaces: [...interfaces.map(({ member }) => member), ...threadInterfaces(offer, places)],
  }
  return {
    url,
    path,
    document,
    linked: [...interfaces, ...products, ...services].map(({ file }) => file),
  }
}

/** The list of a host's descriptions. */
export const descriptionList = (web: string, found: readonly { name: string; url: string }[]): OfferFile => ({
  path: LIST_PATH,
  mediaType: 'application/json',
  text: jsonText({
    '@context': CONTEXT,
    '@type': 'CollectionPage',
    url: `${web}/${LIST_PATH}`,
    items: found.map(({ name, url }) => ({ '@type': 'ad:AgentDescription', name, '@id': url })),
  }),
})

export const jsonText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

/** A file, and how the description names it. */
interface Linked {
  readonly member: JsonObject
  readonly file: OfferFile
}

const operationInterfaces = (
  offer: AgentOffer,
  places: OfferPlaces,
  tools: readonly OfferableTool[],
): readonly Linked[] =>
  [false, true].flatMap((humanAuthorization) => {
    const named = offer.operations.filter((one) => one.humanAuthorization === humanAuthorization)
    const offered = tools.filter(({ id }) => named.some(({ tool }) => tool === id))
    const forms = offered.length === 0 ? [] : offer.forms
    return forms.map((form) => {
      const { member, file } = FORMS[form]({ offer, places, tools: offered, humanAuthorization })
      return {
        file,
        member: {
          '@type': 'ad:APIInterface',
          type: 'StructuredInterface',
          protocol: form === 'mcp' ? 'MCP' : form,
          name: humanAuthorization ? 'Operations the owner agrees to each time' : 'Operations',
          description: offered.map(({ method }) => method).join(', '),
          ...(humanAuthorization ? { humanAuthorization } : {}),
          ...member,
        },
      }
    })
  })

interface Described {
  readonly offer: AgentOffer
  readonly places: OfferPlaces
  readonly tools: readonly OfferableTool[]
  readonly humanAuthorization: boolean
}

/** Each form of the same operations, and where it is. */
const FORMS: Readonly<Record<OperationForm, (described: Described) => Linked>> = {
  openrpc: ({ offer: { name, description }, places: { web, folder, calls }, tools, humanAuthorization }) =>
    linked(
      web,
      jsonFile(
        `${folder}${humanAuthorization ? 'authorized-interface' : 'api-interface'}.json`,
        openRpcOf({ name, description, url: `${calls}/rpc`, tools, humanAuthorization }),
      ),
      {},
    ),
  openapi: ({ offer: { name, description }, places: { web, folder, calls }, tools, humanAuthorization }) =>
    linked(
      web,
      jsonFile(
        `${folder}${humanAuthorization ? 'authorized-openapi' : 'openapi'}.json`,
        openApiOf({ name, description, url: calls, tools, humanAuthorization }),
      ),
      {},
    ),
  // The endpoint itself says which tools there are; it answers what was published.
  mcp: ({ places: { folder, calls }, tools, humanAuthorization }) => {
    const [place, authorized] = MCP_PLACES
    const { path, file } = humanAuthorization ? authorized : place
    const url = calls + path
    return { file: jsonFile(folder + file, mcpToolsOf(tools)), member: { '@id': url, url } }
  },
}

const jsonFile = (path: string, value: unknown): OfferFile => ({
  path,
  mediaType: 'application/json',
  text: jsonText(value),
})

const questionInterfaces = (
  { questions }: AgentOffer,
  { web, folder, calls }: OfferPlaces,
): readonly Linked[] => {
  if (!questions.enabled) return []
  const file = {
    path: `${folder}nl-interface.yaml`,
    mediaType: 'application/yaml',
    text: questionInterface(calls === web ? '/ask' : `${calls}/ask`),
  }
  return [
    linked(web, file, {
      '@type': 'ad:NaturalLanguageInterface',
      type: 'NaturalLanguageInterface',
      protocol: 'YAML',
      name: 'Questions',
      description: 'Ask this agent in your own words.',
    }),
  ]
}

/** As long as there is something to order. */
const purchaseInterfaces = (
  { orders, items }: AgentOffer,
  { web, folder, calls }: OfferPlaces,
): readonly Linked[] => {
  if (!orders.enabled || !items.some(({ kind }) => kind === 'product')) return []
  const file = {
    path: `${folder}purchase-interface.yaml`,
    mediaType: 'application/yaml',
    text: purchaseInterface(calls === web ? '/orders' : `${calls}/orders`),
  }
  return [
    linked(web, file, {
      '@type': 'ad:PurchaseInterface',
      type: 'StructuredInterface',
      protocol: 'YAML',
      name: 'Orders',
      description: 'Order the products of this agent.',
      humanAuthorization: true,
    }),
  ]
}

/** It has no file: the protocol says what is there. */
const threadInterfaces = ({ threads }: AgentOffer, { calls }: OfferPlaces): readonly JsonObject[] => {
  if (!threads.enabled) return []
  const url = calls + THREADS_PATH
  return [
    {
      '@type': 'ad:NaturalLanguageInterface',
      type: 'NaturalLanguageInterface',
      protocol: THREADS_PROTOCOL,
      name: 'Conversations',
      description: 'Conversations of structured messages.',
      '@id': url,
      url,
    },
  ]
}

const linkedItems = (
  { items }: AgentOffer,
  kind: OfferItem['kind'],
  { web, folder }: OfferPlaces,
): readonly Linked[] =>
  items
    .filter((item) => item.kind === kind)
    .map((item) => {
      const path = `${folder}${kind}s/${item.identifier}.json`
      const url = `${web}/${path}`
      const file = { path, mediaType: 'application/ld+json', text: jsonText(itemDocument(item, url)) }
      return { member: { ...itemSummary(item, url), url, 'ad:digestSRI': digestOf(file) }, file }
    })

const linked = (web: string, file: OfferFile, member: JsonObject): Linked => {
  const url = `${web}/${file.path}`
  return { file, member: { ...member, '@id': url, url, 'ad:digestSRI': digestOf(file) } }
}

/** As in the web's subresource integrity. */
const digestOf = ({ text }: OfferFile): string =>
  `sha256-${createHash('sha256').update(text).digest('base64')}`
