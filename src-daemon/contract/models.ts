import { errorViewSchema } from './errors.ts'
import { knownPriceSchema } from './spending.ts'
import { modelEndpointSchema } from './settings.ts'
import { z } from 'zod'
import { MODEL_BUILDS } from './model-builds.ts'

export const modelInfoSchema = z.object({
  /** `planner`, `ollama:<name>`, `inside:<id>` or `<protocol>:<endpoint id>:<model>`, of protocol `openai`, `anthropic` or `gemini`. */
  id: z.string(),
  name: z.string(),
  /** `planner`, `ollama`, `inside` or `<protocol>:<endpoint id>`. */
  provider: z.string(),
  contextWindow: z.int().positive().nullable(),
  /** Whether the model supports tools natively. */
  tools: z.boolean(),
  /** Whether it accepts images. */
  vision: z.boolean(),
  /** Whether it accepts sound; absent if unknown. */
  audio: z.boolean().optional(),
  /** How many parameters it has; absent if its server doesn't say and its name doesn't tell. */
  parameters: z.int().positive().optional(),
  /** Whether it is guided: it chooses one tool at a time, and fills in its arguments apart. Absent: it isn't. */
  guided: z.boolean().optional(),
  /** Whether it can reason before it answers. */
  thinking: z.boolean(),
  /** It computes embeddings, and doesn't chat. */
  embedding: z.boolean(),
  /** Messages to it are sent to another computer. */
  leavesMachine: z.boolean(),
  sizeBytes: z.int().nullable(),
  /** What it costs; absent if unknown, and in lists. */
  price: knownPriceSchema.optional(),
  /** Tokens a second of its last answer here; absent if it hasn't answered since the daemon started. */
  tokensPerSecond: z.number().positive().optional(),
})
export type ModelInfo = z.infer<typeof modelInfoSchema>

/** A model that is loaded in its server's memory. */
export const loadedModelSchema = z.object({
  id: z.string(),
  name: z.string(),
  sizeBytes: z.int().nullable(),
  /** How much of it is in graphics memory. */
  vramBytes: z.int().nullable(),
  /** When the server will unload it; null if it doesn't say. */
  until: z.iso.datetime().nullable(),
})
export type LoadedModel = z.infer<typeof loadedModelSchema>

export const modelProviderStatusSchema = z.object({
  /** As `provider` of its models. */
  id: z.string(),
  kind: z.enum(['planner', 'ollama', 'inside', 'openai', 'anthropic', 'gemini']),
  name: z.string(),
  reachable: z.boolean(),
  url: z.string().nullable(),
  /** Why it isn't reachable, in words; null if it is. */
  problem: z.string().nullable(),
  /** Messages to its models are sent to another computer. */
  leavesMachine: z.boolean(),
  /** Whether a key is stored for it. */
  hasKey: z.boolean(),
  /** Milliseconds its last list of models took. */
  latencyMs: z.int().nonnegative().nullable(),
  version: z.string().nullable(),
  loaded: z.array(loadedModelSchema),
  /** The last error while one of its models was used, in words; null if none since the daemon started. */
  lastError: z.object({ code: z.string(), message: z.string(), at: z.iso.datetime() }).nullable(),
  models: z.array(modelInfoSchema),
})
export type ModelProviderStatus = z.infer<typeof modelProviderStatusSchema>

/** A well-known model server that runs on this computer and isn't set up yet. */
export const localServerSchema = z.object({
  /** Of `models.presets`. */
  preset: z.string(),
  name: z.string(),
  /** Chat models it lists. */
  models: z.int().positive(),
})
export type LocalServer = z.infer<typeof localServerSchema>

export const GOOD_AT = ['tiny', 'small', 'everyday', 'strong', 'large', 'largest', 'search'] as const

/** A model that is worth downloading: of Ollama's library, or to run inside Satchel. */
export const recommendedModelSchema = z.object({
  /** By which it is downloaded. */
  id: z.string(),
  name: z.string(),
  sizeBytes: z.number().positive(),
  licence: z.string(),
  goodAt: z.enum(GOOD_AT),
  /** This computer's memory holds it. */
  fits: z.boolean(),
  /** The largest one for conversation that fits. */
  best: z.boolean(),
})
export type RecommendedModel = z.infer<typeof recommendedModelSchema>

/** Whether models run inside Satchel, and which. */
export const insideStatusSchema = z.object({
  /** What they can run on here, the best first, with the bytes to download for it. Empty: nothing fits this computer. */
  builds: z.array(z.object({ id: z.enum(MODEL_BUILDS), sizeBytes: z.number().nonnegative() })),
  /** Bytes of the graphics memory that models can use; 0 without, null if unknown. */
  graphicsBytes: z.number().nonnegative().nullable(),
  /** The program for it is here. */
  isReady: z.boolean(),
  recommended: z.array(recommendedModelSchema),
})
export type InsideStatus = z.infer<typeof insideStatusSchema>

/** A model its server is downloading, or a download that ended early. */
export const modelPullSchema = z.object({
  /** As Ollama names it, e.g. `qwen3:8b`; or the id of a model inside Satchel, `inside:runtime` for the program alone. */
  model: z.string(),
  /** `interrupted`: Satchel stopped meanwhile. All but `running` can be resumed: the server keeps what it has. */
  state: z.enum(['running', 'interrupted', 'stopped', 'failed']),
  completedBytes: z.int().nonnegative().nullable(),
  totalBytes: z.int().nonnegative().nullable(),
  /** Why it failed, in words. */
  problem: z.string().nullable(),
  startedAt: z.iso.datetime(),
})
export type ModelPull = z.infer<typeof modelPullSchema>

/** How one model meets the requirements; lists have the best first. */
export const modelFitSchema = z.object({
  model: modelInfoSchema,
  /** A hard requirement isn't met: the model will be refused. */
  blocked: z.boolean(),
  unmet: z.array(
    z.object({
      requirement: z.enum(['context_window', 'model_family', 'feature']),
      /** Hard ones block, the others cause a warning. */
      hard: z.boolean(),
      text: z.string(),
    }),
  ),
})
export type ModelFit = z.infer<typeof modelFitSchema>

/** An installed capability's model requirements, and how each available model meets them, best first. */
export const capabilityNeedsSchema = z.object({
  capability: z.string(),
  title: z.string(),
  minContextWindow: z.int().positive().nullable(),
  modelFamily: z.array(z.string()),
  requiredFeatures: z.array(z.string()),
  fits: z.array(modelFitSchema),
})
export type CapabilityNeeds = z.infer<typeof capabilityNeedsSchema>

/** The model that would answer a message now. */
export const modelInUseSchema = z.object({
  model: modelInfoSchema.nullable(),
  /** Why no model would answer; null if one would. */
  problem: errorViewSchema.nullable(),
})
export type ModelInUse = z.infer<typeof modelInUseSchema>

/** A model to use instead of one that failed. The choice is the user's. */
export const modelAlternativeSchema = z.object({
  model: modelInfoSchema,
  /** The conversation would go to another computer, and didn't with the model that failed. */
  crossesBoundary: z.boolean(),
})
export type ModelAlternative = z.infer<typeof modelAlternativeSchema>

/** An endpoint as it is shown. */
export const endpointViewSchema = modelEndpointSchema.extend({
  hasKey: z.boolean(),
  leavesMachine: z.boolean(),
})
export type EndpointView = z.infer<typeof endpointViewSchema>

/** The result of requesting an endpoint's models. */
export const endpointTestSchema = z.object({
  reachable: z.boolean(),
  problem: z.string().nullable(),
  latencyMs: z.int().nonnegative(),
  models: z.int().nonnegative(),
})
export type EndpointTest = z.infer<typeof endpointTestSchema>
