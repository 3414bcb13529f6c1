import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { identitiesSchema } from '../check/vectors.ts'

const textOf = (name: string): string => readFileSync(new URL(`vectors/${name}`, import.meta.url), 'utf8')

/** Vectors made by ANP's reference SDK (make-vectors.py), with keys for tests only. */
export const sdkVectors = {
  authentication: textOf('authentication.json'),
  identities: textOf('identities.json'),
  adProof: textOf('ad-proof.json'),
  headers: z
    .object({
      time: z.iso.datetime(),
      audience: z.string(),
      headers: z.array(
        z.object({ identity: z.string(), version: z.string().nullable(), header: z.string() }),
      ),
    })
    .parse(JSON.parse(textOf('didwba-headers.json'))),
}

/** Their DID documents, by the name of the identity. */
export const sdkDocuments = Object.fromEntries(
  Object.entries(identitiesSchema.parse(JSON.parse(sdkVectors.identities)).identities).map(
    ([name, { document }]) => [name, document],
  ),
)
