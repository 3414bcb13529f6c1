import { z } from 'zod'
import { triggerSchema, type AcpPackage } from '../contract/packages.ts'

const jsonObject = z.record(z.string(), z.unknown())
const texts = z.array(z.string())

/** A parsed package as it is kept beside its hash, so that starting needs neither YAML nor signatures again. */
export const acpPackageSchema: z.ZodType<AcpPackage> = z.object({
  sha256: z.string(),
  name: z.string(),
  capUri: z.string(),
  version: z.string(),
  title: z.string(),
  description: z.string(),
  author: z.object({ did: z.string(), keyId: z.string() }),
  triggers: z.array(triggerSchema),
  examples: texts,
  memoryScope: z.string(),
  permissions: z.object({ require: texts, option: texts }),
  llmRequirements: z.object({
    modelFamily: texts,
    minContextWindow: z.number().nullable(),
    requiredFeatures: texts,
  }),
  schema: jsonObject,
  schemaUri: z.string(),
  prompt: z.string(),
  tools: z.array(z.object({ name: z.string(), description: z.string(), parameters: jsonObject })),
  bindings: z.record(z.string(), z.looseObject({ type: z.string() })),
})
