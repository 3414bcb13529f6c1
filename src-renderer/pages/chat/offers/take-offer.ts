import { api } from '../../../rpc/client.ts'
import type { Offer } from '../../../features/offers/offer-list.ts'
import { takenOfPrompt, takenOfResource, type Taken } from './taken.ts'

/** Reads an offer of server `uri` with `values` as its arguments. Errors are the daemon's. */
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
