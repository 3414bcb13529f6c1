import { api } from '../../../rpc/client.ts'

/** A picture of a package as a data URL, checked by its hash; null if it can't be had. `source`: where the package is looked at. */
export const loadPackagePicture = async (cid: string, source: string): Promise<string | null> => {
  try {
    const { mediaType, base64 } = await api.marketplace.picture.mutate({ cid, source })
    return `data:${mediaType};base64,${base64}`
  } catch {
    return null
  }
}
