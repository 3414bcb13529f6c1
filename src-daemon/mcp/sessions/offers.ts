import type * as ClientLibrary from '@modelcontextprotocol/client'
import type { Client, RequestOptions } from '@modelcontextprotocol/client'
import type { LeftOutOfEntry, ListReading } from '../wire/listed.ts'
import { ask, followPages, type Exchange, type ExchangeOptions as Options, type WholeList } from './ask.ts'
import { promptOf, promptReadingOf, readingOf, resourceOf, templateOf } from './offer-bounds.ts'
import { SatchelError } from '../../platform/errors.ts'
import type { AppResource } from '../../contract/apps.ts'
import { readAppResource } from '../wire/app-resource.ts'
import { createResourceWatch, type ResourceWatch } from './resource-watch.ts'
import type {
  CompletionTarget,
  PromptReading,
  ResourceReading,
  ServerCompletion,
  ServerPrompts,
  ServerResources,
} from '../../contract/server-offers.ts'

type Values = Readonly<Record<string, string>>

/** What one server offers besides its tools, over one connection. What it does not offer is empty. */
export interface SessionOffers extends ResourceWatch {
  resources(options?: Options): Promise<ServerResources>
  read(resource: string, variables: Values | undefined, options?: Options): Promise<ResourceReading>
  /** An interface of its tools. Errors: `server_app_unusable`. */
  app(resource: string, options?: Options): Promise<AppResource>
  prompts(options?: Options): Promise<ServerPrompts>
  prompt(name: string, values: Values, options?: Options): Promise<PromptReading>
  complete(
    input: { target: CompletionTarget; argument: string; value: string; others?: Values | undefined },
    options?: Options,
  ): Promise<ServerCompletion>
}

const OFFERED_LIST = { maxPages: 32, maxEntries: 2000 }
const MAX_VALUE = 2000

type Library = typeof ClientLibrary

export const createOffers = (deps: {
  readonly server: string
  readonly client: Client
  readonly library: Pick<Library, 'UriTemplate'>
  readonly exchange: Exchange
  readonly onLeftOut?:
    | ((list: 'resources' | 'templates' | 'prompts', leftOut: readonly LeftOutOfEntry[]) => void)
    | undefined
}): SessionOffers => {
  const { server, client, library, exchange, onLeftOut } = deps
  const can = () => client.getServerCapabilities() ?? {}

  const variablesOf = (uriTemplate: string): readonly string[] => {
    try {
      return [...new Set(new library.UriTemplate(uriTemplate).variableNames)]
    } catch {
      return [] // not a template that can be filled in: it is read as it is, or not at all
    }
  }

  const listOf = <T>(
    what: string,
    options: Options,
    page: (params: { cursor?: string }, request: RequestOptions) => Promise<ListReading<T>>,
  ): Promise<WholeList<T>> =>
    followPages(OFFERED_LIST, (params) => exchange(what, options, (request) => page(params, request)))

  const resources: SessionOffers['resources'] = async (options = {}) => {
    if (can().resources === undefined) return { resources: [], templates: [], more: false }
    const listed = await listOf('resources/list', options, (page, request) =>
      ask(client, 'resources/list', page, request),
    )
    const patterns = await listOf('resources/templates/list', options, (page, request) =>
      ask(client, 'resources/templates/list', page, request),
    ).catch((thrown: unknown) => {
      // Many servers with resources do not support templates, and answer "unknown method".
      if (isUnknownMethod(thrown)) return { items: [], leftOut: [], more: false }
      throw thrown
    })
    onLeftOut?.('resources', listed.leftOut)
    onLeftOut?.('templates', patterns.leftOut)
    return {
      resources: listed.items.flatMap(resourceOf),
      templates: patterns.items.flatMap((one) => templateOf(one, variablesOf)),
      more: listed.more || patterns.more,
    }
  }

  const read: SessionOffers['read'] = async (resource, variables, options = {}) => {
    const uri =
      variables === undefined ? resource : new library.UriTemplate(resource).expand({ ...variables })
    const result = await exchange(uri, options, (request) => ask(client, 'resources/read', { uri }, request))
    return readingOf(result, { server, tool: uri })
  }

  const app: SessionOffers['app'] = async (resource, options = {}) => {
    const { contents } = await exchange(resource, options, (request) =>
      ask(client, 'resources/read', { uri: resource }, request),
    )
    const read = readAppResource(contents, resource)
    if ('fault' in read)
      throw new SatchelError('server_app_unusable', { params: { server, resource, fault: read.fault } })
    return read
  }

  const prompts: SessionOffers['prompts'] = async (options = {}) => {
    if (can().prompts === undefined) return { prompts: [], more: false }
    const { items, leftOut, more } = await listOf('prompts/list', options, (page, request) =>
      ask(client, 'prompts/list', page, request),
    )
    onLeftOut?.('prompts', leftOut)
    return { prompts: items.flatMap(promptOf), more }
  }

  const prompt: SessionOffers['prompt'] = async (name, values, options = {}) => {
    const result = await exchange(name, options, (request) =>
      ask(client, 'prompts/get', { name, arguments: { ...values } }, request),
    )
    return promptReadingOf(result, { server, tool: name })
  }

  const complete: SessionOffers['complete'] = async ({ target, argument, value, others }, options = {}) => {
    if (can().completions === undefined) return { values: [], more: false }
    const completion = await exchange('completion/complete', options, (request) =>
      ask(
        client,
        'completion/complete',
        {
          ref:
            target.kind === 'prompt'
              ? { type: 'ref/prompt', name: target.name }
              : { type: 'ref/resource', uri: target.uriTemplate },
          argument: { name: argument, value },
          ...(others === undefined ? {} : { context: { arguments: { ...others } } }),
        },
        request,
      ),
    )
    return {
      values: completion.values.map((one) => one.slice(0, MAX_VALUE)),
      more: completion.more,
    }
  }

  return {
    resources,
    read,
    app,
    prompts,
    prompt,
    complete,
    ...createResourceWatch(client, exchange),
  }
}

const METHOD_NOT_FOUND = -32_601

const isUnknownMethod = (thrown: unknown): boolean => {
  for (let one = thrown; one instanceof Error; one = one.cause)
    if ('code' in one && one.code === METHOD_NOT_FOUND) return true
  return false
}
