import { api } from '../../../rpc/client.ts'
import type { Offer } from './offer-list.ts'
import { takenOfPrompt, takenOfResource, type Taken } from './taken.ts'

/** Has the server `uri` read out what it offers, with `values` for what it asks first. Errors are the daemon's. */
export const takeOffer = async (
  uri: string,
  offer: Offer,
  values: Readonly<Record<string, string>>,
): Promise<Taken> =>
  offer.kind === 'prompt'
    ? takenOfPrompt(
        uri,
        await api.servers.prompt.mutate({ uri, name: offer.address, arguments: { ...values } }),
      )
    : takenOfResource(
        uri,
        offer.title,
        await api.servers.readResource.mutate({
          uri,
          resource: offer.address,
          ...(offer.kind === 'template' ? { variables: { ...values } } : {}),
        }),
      )
