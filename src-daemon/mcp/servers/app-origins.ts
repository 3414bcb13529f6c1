import { isPublicOrigin, type AppOrigins } from '../../contract/app-frame.ts'
import type { AppResource } from '../../contract/apps.ts'
import type { ServerDefinition } from '../../contract/servers.ts'

/**
 * What an interface may reach of what it declares: where its server may go itself (the hosts that its program was granted, or the
 * host that it is at), and what the owner allowed its interfaces. Everything else would be a way out that nobody granted.
 */
export const narrowed = (
  { connect, resource }: Pick<AppResource, 'connect' | 'resource'>,
  definition: ServerDefinition,
  allowed: readonly string[],
): { readonly origins: AppOrigins; readonly refused: readonly string[] } => {
  const granted = new Set([...hostsOf(definition).flatMap(originsAt), ...allowed])
  const mayReach = (declared: string): boolean => isPublicOrigin(declared) && granted.has(declared)
  return {
    origins: { connect: connect.map(plain).filter(mayReach), resource: resource.map(plain).filter(mayReach) },
    refused: [...new Set([...connect, ...resource].map(plain))].filter((one) => !mayReach(one)),
  }
}

const hostsOf = (definition: ServerDefinition): readonly string[] =>
  definition.kind === 'command' ? definition.grants.hosts : [URL.parse(definition.url)?.host ?? '']

const originsAt = (host: string): readonly string[] => [`https://${host}`, `wss://${host}`]

/** `https://CDN.example.org/` is the origin `https://cdn.example.org`. */
const plain = (declared: string): string => declared.toLowerCase().replace(/\/+$/u, '').replace(/:443$/u, '')
