import { z } from 'zod'

/** A model server that speaks OpenAI's protocol, as the user described it. Its key is no part of it. */
export const modelEndpointSchema = z.object({
  /** Part of the ids of its models, so it never changes. */
  id: z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/),
  name: z.string().trim().min(1).max(80),
  /** Where `/models` and `/chat/completions` are, without a slash at the end. */
  baseUrl: z
    .url({ protocol: /^https?$/ })
    .max(500)
    .refine((url) => isPlainUrl(url), 'an address without a user name, a query or a fragment')
    .transform((url) => url.replace(/\/+$/, '')),
  /** Tokens its models read at once, where the server does not say. */
  contextWindow: z.int().min(512).max(10_000_000).nullable(),
  /** Whether its models take tools; `auto`: they are offered, and described in words where the server refuses them. */
  tools: z.enum(['auto', 'native', 'described']),
  /** Whether its models see images, where the server does not say. */
  vision: z.boolean(),
  /** Names to offer besides what the server lists. */
  models: z.array(z.string().trim().min(1).max(200)).max(50),
})
export type ModelEndpoint = z.infer<typeof modelEndpointSchema>

const isPlainUrl = (text: string): boolean => {
  const url = URL.parse(text)
  return url !== null && url.username === '' && url.password === '' && url.search === '' && url.hash === ''
}
