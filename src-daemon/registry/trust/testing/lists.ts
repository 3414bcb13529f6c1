/** Signed lists for tests: real keys, real files. */
import { writeFileSync } from 'node:fs'
import { createMemorySigner } from '../../../identity/index.ts'
import type { Signer } from '../../../identity/types.ts'
import { trustBytes, trustContent, trustDraftSchema, type TrustList } from '../format.ts'

export const listPublisher = createMemorySigner(new Uint8Array(32).fill(21))

export const signedList = async (
  draft: object = {},
  {
    by = listPublisher,
    time = '2026-01-01T00:00:00.000Z',
    until,
  }: { by?: Signer; time?: string; until?: string } = {},
): Promise<TrustList> => {
  const content = trustContent(trustDraftSchema.parse({ name: 'Careful people', ...draft }), {
    did: by.did,
    time,
    ...(until === undefined ? {} : { valid_until: until }),
  })
  const signature = Buffer.from(await by.sign(trustBytes(content))).toString('base64url')
  return { signed: content, key_id: by.keyId, signature }
}

export const writeList = async (path: string, ...input: Parameters<typeof signedList>): Promise<void> => {
  writeFileSync(path, JSON.stringify(await signedList(...input)))
}
