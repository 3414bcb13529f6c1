import { errorViewSchema } from './errors.ts'
import { modelEndpointSchema } from './settings.ts'
import { z } from 'zod'

export const modelInfoSchema = z.object({
  /** `planner`, `ollama:<name>` or `openai:<endpoint id>:<model>`. */
  id: z.string(),
  name: z.string(),
  /** `planner`, `ollama` or `openai:<endpoint id>`. */
  provider: z.string(),
  contextWindow: z.int().positive().nullable(),
  /** Whether the model takes tools natively. */
  tools: z.boolean(),
  /** Whether it sees images. */
  vision: z.boolean(),
  /** Whether it can think before it answers. */
  thinking: z.boolean(),
  /** It makes vectors of texts, and does not chat. */
  embedding: z.boolean(),
  /** What is said to it goes to another machine. */
  leavesMachine: z.boolean(),
  sizeBytes: z.int().nullable(),
})
export type ModelInfo = z.infer<typeof modelInfoSchema>

/** A model that is in its server's memory now. */
export const loadedModelSchema = z.object({
  id: z.string(),
  name: z.string(),
  sizeBytes: z.int().nullable(),
  /** How much of it is in the memory of a graphics card. */
  vramBytes: z.int().nullable(),
  /** When the server means to drop it; null where it says nothing. */
  until: z.iso.datetime().nullable(),
})
export type LoadedModel = z.infer<typeof loadedModelSchema>

export const modelProviderStatusSchema = z.object({
  /** As `provider` of its models. */
  id: z.string(),
  kind: z.enum(['planner', 'ollama', 'openai']),
  name: z.string(),
  reachable: z.boolean(),
  url: z.string().nullable(),
  /** Why it is not reachable, in words; null when it is. */
  problem: z.string().nullable(),
  /** What is said to its models goes to another machine. */
  leavesMachine: z.boolean(),
  /** Whether a key is kept for it. */
  hasKey: z.boolean(),
  /** Milliseconds its list of models took, when it was last asked. */
  latencyMs: z.int().nonnegative().nullable(),
  version: z.string().nullable(),
  loaded: z.array(loadedModelSchema),
  /** What failed last while one of its models was used, in words; null since the start of the daemon. */
  lastError: z.object({ code: z.string(), message: z.string(), at: z.iso.datetime() }).nullable(),
  models: z.array(modelInfoSchema),
})
export type ModelProviderStatus = z.infer<typeof modelProviderStatusSchema>

/** A model being fetched by its server, or the attempt that ended without it. */
export const modelPullSchema = z.object({
  /** As Ollama names it, e.g. `qwen3:8b`. */
  model: z.string(),
  /** `interrupted`: Satchel ended meanwhile. All but `running` can be resumed: the server keeps what it has. */
  state: z.enum(['running', 'interrupted', 'stopped', 'failed']),
  completedBytes: z.int().nonnegative().nullable(),
  totalBytes: z.int().nonnegative().nullable(),
  /** What it failed with, in words. */
  problem: z.string().nullable(),
  startedAt: z.iso.datetime(),
})
export type ModelPull = z.infer<typeof modelPullSchema>

/** How one model meets the requirements; best first in a list of them. */
export const modelFitSchema = z.object({
  model: modelInfoSchema,
  /** A hard requirement is not met: it will be refused. */
  blocked: z.boolean(),
  unmet: z.array(
    z.object({
      requirement: z.enum(['context_window', 'model_family', 'feature']),
      /** Hard ones block, the others are worth a warning. */
      hard: z.boolean(),
      text: z.string(),
    }),
  ),
})
export type ModelFit = z.infer<typeof modelFitSchema>

/** What an installed capability asks of a model, and how each model there is meets it, best first. */
export const capabilityNeedsSchema = z.object({
  capability: z.string(),
  title: z.string(),
  minContextWindow: z.int().positive().nullable(),
  modelFamily: z.array(z.string()),
  requiredFeatures: z.array(z.string()),
  fits: z.array(modelFitSchema),
})
export type CapabilityNeeds = z.infer<typeof capabilityNeedsSchema>

/** What a message would be answered by now. */
export const modelInUseSchema = z.object({
  model: modelInfoSchema.nullable(),
  /** Why nothing would answer; null where something would. */
  problem: errorViewSchema.nullable(),
})
export type ModelInUse = z.infer<typeof modelInUseSchema>

/** A model to answer with instead of one that failed. The choice is the user's. */
export const modelAlternativeSchema = z.object({
  model: modelInfoSchema,
  /** The conversation would go to another machine, and did not with the model that failed. */
  crossesBoundary: z.boolean(),
})
export type ModelAlternative = z.infer<typeof modelAlternativeSchema>

/** An endpoint as it is shown. */
export const endpointViewSchema = modelEndpointSchema.extend({
  hasKey: z.boolean(),
  leavesMachine: z.boolean(),
})
export type EndpointView = z.infer<typeof endpointViewSchema>

/** What asking an endpoint for its models came to. */
export const endpointTestSchema = z.object({
  reachable: z.boolean(),
  problem: z.string().nullable(),
  latencyMs: z.int().nonnegative(),
  models: z.int().nonnegative(),
})
export type EndpointTest = z.infer<typeof endpointTestSchema>
