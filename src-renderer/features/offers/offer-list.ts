import type {
  CompletionTarget,
  ServerPrompts,
  ServerResources,
} from '../../../src-daemon/contract/server-offers.ts'

/** Something a server offers for a message. */
export interface Offer {
  readonly key: string
  readonly kind: 'resource' | 'template' | 'prompt'
  readonly title: string
  /** URI of the resource or template, or the prompt's name. */
  readonly address: string
  readonly description: string
  /** The text that is searched. */
  readonly words: string
  /** Arguments to ask for; `target` is what the server completes them for. */
  readonly fields: readonly { name: string; title: string | null; description: string; required: boolean }[]
  readonly target: CompletionTarget | null
}

/** Prompts come first: they are few, and conversations start with them. */
export const offersOf = (
  { resources, templates }: Pick<ServerResources, 'resources' | 'templates'>,
  { prompts }: Pick<ServerPrompts, 'prompts'>,
): Offer[] => [
  ...prompts.map((one) =>
    offer('prompt', one.title ?? one.name, one.name, one.description, one.arguments, {
      kind: 'prompt',
      name: one.name,
    }),
  ),
  ...templates.map((one) =>
    offer(
      'template',
      one.title ?? one.name,
      one.uriTemplate,
      one.description,
      one.variables.map((name) => ({ name, title: null, description: '', required: true })),
      { kind: 'template', uriTemplate: one.uriTemplate },
    ),
  ),
  ...resources.map((one) => offer('resource', one.title ?? one.name, one.uri, one.description, [], null)),
]

const offer = (
  kind: Offer['kind'],
  title: string,
  address: string,
  description: string,
  fields: Offer['fields'],
  target: CompletionTarget | null,
): Offer => ({
  key: `${kind} ${address}`,
  kind,
  title,
  address,
  description,
  words: `${title} ${address} ${description}`,
  fields,
  target,
})
