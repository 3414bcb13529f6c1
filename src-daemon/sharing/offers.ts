import type {
  GetPromptResult,
  Prompt,
  ReadResourceResult,
  Resource,
  ResourceTemplateType,
} from '@modelcontextprotocol/server'
import { sourceNameOf, toolNameOf } from '../capabilities/index.ts'
import type { CapabilitiesService } from '../capabilities/types.ts'
import type { CapabilityManifest, InvokeError } from '../contract/capabilities.ts'
import type { ServerPrompt } from '../contract/server-offers.ts'
import type { ShareableOffers, SharedClient } from '../contract/sharing.ts'
import type { ServersService } from '../mcp/index.ts'
import { SatchelError } from '../platform/errors.ts'
import type { SkillsService } from '../skills/types.ts'
import { grantedOf, promptGrant, readOfferGrant, resourceGrant, type Granted } from './offer-grants.ts'
import { inwardUri, outwardUri, promptResult, resourceResult } from './offer-content.ts'

export interface SharedOffersDeps {
  readonly servers: Pick<
    ServersService,
    'list' | 'resources' | 'readResource' | 'prompts' | 'prompt' | 'onNotice'
  >
  readonly skills: Pick<SkillsService, 'readText'>
  readonly capabilities: Pick<CapabilitiesService, 'list' | 'read'>
  readonly log: { info(data: object, message: string): void }
  /** Whether a URI matches a template. */
  readonly matches: (uriTemplate: string, uri: string) => Promise<boolean>
}

/** Null if the program has no such thing. */
export type Given<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: InvokeError }
  | null

/** Resources and prompts of connected servers, and instructions of skills, as the programs they are shared with see them. */
export interface SharedOffers {
  /** The sources of resources and prompts: connected servers. */
  sources(): readonly string[]
  /** What a connected server offers, to choose from; it is started for that. Errors: `share_unknown_capability`, those of reaching it. */
  choices(source: string): Promise<ShareableOffers>
  /** Whether a grant names something that exists; null for the grant of a capability. */
  isKnown(exposure: string): boolean | null
  resources(
    client: SharedClient,
    signal: AbortSignal,
  ): Promise<{ readonly resources: readonly Resource[]; readonly templates: readonly ResourceTemplateType[] }>
  read(client: SharedClient, uri: string, signal: AbortSignal): Promise<Given<ReadResourceResult>>
  prompts(client: SharedClient, signal: AbortSignal): Promise<readonly Prompt[]>
  prompt(
    client: SharedClient,
    input: { readonly name: string; readonly arguments: Readonly<Record<string, string>> },
    signal: AbortSignal,
  ): Promise<Given<GetPromptResult>>
}

export const createSharedOffers = (deps: SharedOffersDeps): SharedOffers => {
  const { servers, skills, capabilities, log, matches } = deps

  const sourceOf = (uri: string): string => `mcp:${sourceNameOf(uri)}`
  const serverOf = (source: string): string | null =>
    servers.list().find(({ uri }) => sourceOf(uri) === source)?.uri ?? null
  const skillsOf = (granted: ReadonlyMap<string, Granted>): readonly CapabilityManifest[] =>
    capabilities.list({ kind: 'skill' }).filter(({ capability_id: id }) => granted.has(id))

  /** The answers of all reachable servers: an unreachable one must not hide the others. */
  const ofEach = async <T>(
    granted: ReadonlyMap<string, Granted>,
    ask: (server: string, source: string, given: Granted) => Promise<readonly T[]>,
  ): Promise<readonly T[]> => {
    const lists = await Promise.all(
      [...granted].map(async ([source, given]) => {
        const server = serverOf(source)
        if (server === null) return []
        return ask(server, source, given).catch((err: unknown) => {
          log.info({ err, source }, 'what a server offers could not be listed for a program')
          return []
        })
      }),
    )
    return lists.flat()
  }

  const resources: SharedOffers['resources'] = async (client, signal) => {
    const found = await ofEach(grantedOf(client, 'resource'), async (server, source, { address }) => {
      const listed = await servers.resources(server, { signal })
      return [
        {
          resources: listed.resources
            .filter(({ uri }) => address(uri))
            .map((one): Resource => ({
              ...described(one),
              uri: outwardUri(source, one.uri),
              name: one.name,
              ...sized(one),
            })),
          templates: listed.templates
            .filter(({ uriTemplate }) => address(uriTemplate))
            .map((one): ResourceTemplateType => ({
              ...described(one),
              uriTemplate: outwardUri(source, one.uriTemplate),
              name: one.name,
            })),
        },
      ]
    })
    const files = skillsOf(grantedOf(client, 'prompt')).flatMap(({ resources: all }) => all ?? [])
    return {
      resources: [...found.flatMap((one) => one.resources), ...files.map(({ uri, name }) => ({ uri, name }))],
      templates: found.flatMap((one) => one.templates),
    }
  }

  /** Whether it is a resource of a template that was shared. */
  const fitsAny = async (addresses: readonly string[], uri: string): Promise<boolean> => {
    for (const one of addresses) if (one.includes('{') && (await matches(one, uri))) return true
    return false
  }

  const read: SharedOffers['read'] = async (client, outward, signal) => {
    const file = skillsOf(grantedOf(client, 'prompt'))
      .flatMap(({ capability_id: id, resources: all }) => (all ?? []).map((one) => ({ id, ...one })))
      .find(({ uri }) => uri === outward)
    const reading = { client: client.name, method: 'resources/read', what: { uri: outward } } as const
    if (file !== undefined)
      return capabilities.read({ ...reading, source: file.id, target: null }, () =>
        Promise.resolve({ contents: [{ uri: outward, text: skills.readText(file.id, file.name).text }] }),
      )
    const inward = inwardUri(outward)
    const server = inward === null ? null : serverOf(inward.source)
    if (inward === null || server === null) return null
    const { source, uri } = inward
    const given = grantedOf(client, 'resource').get(source)
    if (given === undefined || !(given.address(uri) || (await fitsAny(given.addresses, uri)))) return null
    return capabilities.read({ ...reading, source, target: server }, async () =>
      resourceResult(source, await servers.readResource({ uri: server, resource: uri }, { signal })),
    )
  }

  const promptsOfServers = (client: SharedClient, signal: AbortSignal) =>
    ofEach(grantedOf(client, 'prompt'), async (server, source, { prompt: isGiven }) => {
      const listed = await servers.prompts(server, { signal })
      return listed.prompts
        .filter(({ name }) => isGiven(name))
        .map((one) => ({ server, source, prompt: one, name: toolNameOf(`${source}/${one.name}`) }))
    })

  const prompts: SharedOffers['prompts'] = async (client, signal) => [
    ...skillsOf(grantedOf(client, 'prompt')).map((skill) => ({
      name: toolNameOf(skill.capability_id),
      title: skill.name,
      description: skill.description,
      arguments: [{ name: TASK, description: 'What is to be done.', required: false }],
    })),
    ...(await promptsOfServers(client, signal)).map(({ name, prompt: one }) => promptOf(name, one)),
  ]

  const prompt: SharedOffers['prompt'] = async (client, { name, arguments: values }, signal) => {
    const reading = { client: client.name, method: 'prompts/get' } as const
    const skill = skillsOf(grantedOf(client, 'prompt')).find(
      ({ capability_id: id }) => toolNameOf(id) === name,
    )
    if (skill !== undefined)
      return capabilities.read(
        { ...reading, source: skill.capability_id, what: { arguments: values }, target: null },
        () => Promise.resolve(instructionsOf(skill, values[TASK] ?? '')),
      )
    const found = (await promptsOfServers(client, signal)).find((one) => one.name === name)
    if (found === undefined) return null
    const { server, source, prompt: one } = found
    const what = { name: one.name, arguments: values }
    return capabilities.read({ ...reading, source, what, target: server }, async () =>
      promptResult(source, await servers.prompt({ uri: server, ...what }, { signal })),
    )
  }

  return {
    sources: () => servers.list().map(({ uri }) => sourceOf(uri)),
    choices: async (source) => {
      const server = serverOf(source)
      if (server === null)
        throw new SatchelError('share_unknown_capability', {
          params: { id: source },
          details: { id: source },
        })
      const [listed, offered] = await Promise.all([servers.resources(server), servers.prompts(server)])
      return {
        resources: [
          ...listed.resources.map((one) => choiceOf(resourceGrant(source, one.uri), one, one.uri)),
          ...listed.templates.map((one) =>
            choiceOf(resourceGrant(source, one.uriTemplate), one, one.uriTemplate),
          ),
        ],
        prompts: offered.prompts.map((one) => choiceOf(promptGrant(source, one.name), one, one.description)),
        more: listed.more || offered.more,
      }
    },
    isKnown: (exposure) => {
      const grant = readOfferGrant(exposure)
      if (grant === null) return null
      return grant.item === null
        ? capabilities.list({ kind: 'skill' }).some(({ capability_id: id }) => id === grant.source)
        : serverOf(grant.source) !== null
    },
    resources,
    read,
    prompts,
    prompt,
  }
}

/** The argument of a skill's prompt. */
const TASK = 'task'
/** Characters of a description in the list of choices. */
const SHOWN = 300

interface Described {
  readonly title: string | null
  readonly description: string
  readonly mediaType: string | null
}

const described = ({ title, description, mediaType }: Described) => ({
  ...(title === null ? {} : { title }),
  ...(description === '' ? {} : { description }),
  ...(mediaType === null ? {} : { mimeType: mediaType }),
})

const sized = ({ size }: { readonly size: number | null }) => (size === null ? {} : { size })

const promptOf = (name: string, { title, description, arguments: all, name: own }: ServerPrompt): Prompt => ({
  name,
  title: title ?? own,
  description,
  arguments: all.map((one) => ({
    name: one.name,
    ...(one.title === null ? {} : { title: one.title }),
    description: one.description,
    required: one.required,
  })),
})

const choiceOf = (
  id: string,
  { name, title }: { readonly name: string; readonly title: string | null },
  description: string,
): ShareableOffers['prompts'][number] => ({
  id,
  name: (title ?? '') === '' ? name : String(title),
  description: description.slice(0, SHOWN).toWellFormed(),
})

/** A skill's instructions for another program's model, which follows them itself. */
const instructionsOf = (
  { description, prompt_template: instructions, resources }: CapabilityManifest,
  task: string,
): GetPromptResult => {
  const files = (resources ?? []).map(({ uri }) => `- ${uri}`)
  const parts = [
    instructions ?? '',
    ...(files.length === 0
      ? []
      : [['Files of these instructions, to be read as resources:', ...files].join('\n')]),
    ...(task === '' ? [] : [task]),
  ]
  return { description, messages: [{ role: 'user', content: { type: 'text', text: parts.join('\n\n') } }] }
}
