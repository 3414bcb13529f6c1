import { z } from 'zod'

const serviceSchema = z.object({
  id: z.string(),
  type: z.union([z.string(), z.array(z.string())]),
  serviceEndpoint: z.union([z.url(), z.object({ uri: z.url() }).transform(({ uri }) => uri)]),
})

/** Where a DID document says that the first service of one of these types is; null if it names none. */
export const serviceEndpoint = (
  document: Readonly<Record<string, unknown>>,
  types: readonly string[],
): URL | null => {
  const entries = z.array(z.unknown()).safeParse(document['service']).data ?? []
  for (const entry of entries) {
    const service = serviceSchema.safeParse(entry).data
    if (service === undefined || ![service.type].flat().some((type) => types.includes(type))) continue
    return new URL(service.serviceEndpoint)
  }
  return null
}
