import { z } from 'zod'
import { ENDPOINT_PRESETS, endpointPresetSchema, recommendedModels } from '../../models/index.ts'
import {
  capabilityNeedsSchema,
  endpointTestSchema,
  endpointViewSchema,
  insideStatusSchema,
  localServerSchema,
  modelAlternativeSchema,
  modelFitSchema,
  modelInUseSchema,
  modelProviderStatusSchema,
  modelPullSchema,
  recommendedModelSchema,
} from '../../contract/models.ts'
import { modelPriceSchema, monthUseSchema } from '../../contract/spending.ts'
import { SatchelError } from '../../platform/errors.ts'
import { modelEndpointSchema } from '../../contract/settings.ts'
import { byOwner, router } from '../core/trpc.ts'

const modelInput = z.object({ model: z.string().min(1).max(300) })
/** A name, an address or a path. */
const pullInput = z.object({ model: z.string().min(1).max(4000) })
const endpointInput = z.object({ id: z.string().max(40) })

/** The models: providers, running downloads, and model servers with their keys. */
export const modelsRouter = router({
  providers: byOwner
    .output(z.array(modelProviderStatusSchema))
    .query(async ({ ctx }) => [...(await ctx.daemon.models.providers())]),

  /** The model that would answer a message now; `model`: the conversation's own choice. */
  inUse: byOwner
    .input(z.object({ model: z.string().min(1).max(300).nullable() }))
    .output(modelInUseSchema)
    .query(({ ctx, input }) => ctx.daemon.models.inUse(input.model ?? undefined)),

  /** How each model meets a capability's requirements, best first. */
  match: byOwner
    .input(z.object({ capability: z.string().max(200) }))
    .output(z.array(modelFitSchema))
    .query(async ({ ctx, input }) => {
      const acp = ctx.daemon.packages.get(input.capability)
      if (acp === null)
        throw new SatchelError('capability_not_installed', { params: { name: input.capability } })
      return [...((await ctx.daemon.models.match([acp.llmRequirements]))[0] ?? [])]
    }),

  /** The model requirements of installed capabilities that have any, and how each model meets them. */
  needs: byOwner.output(z.array(capabilityNeedsSchema)).query(async ({ ctx }) => {
    const { packages, models } = ctx.daemon
    const asking = packages
      .installed()
      .flatMap(({ name }) => packages.get(name) ?? [])
      .filter(({ llmRequirements: { minContextWindow, modelFamily, requiredFeatures } }) => {
        return minContextWindow !== null || modelFamily.length + requiredFeatures.length > 0
      })
    const fits = await models.match(asking.map(({ llmRequirements }) => llmRequirements))
    return asking.map(({ name, title, llmRequirements: needs }, index) => ({
      capability: name,
      title,
      minContextWindow: needs.minContextWindow,
      modelFamily: [...needs.modelFamily],
      requiredFeatures: [...needs.requiredFeatures],
      fits: [...(fits[index] ?? [])],
    }))
  }),

  /** Models that could answer instead of one that failed. */
  alternatives: byOwner
    .input(modelInput)
    .output(z.array(modelAlternativeSchema))
    .query(async ({ ctx, input }) => [...(await ctx.daemon.models.alternatives(input.model))]),

  pulls: byOwner.output(z.array(modelPullSchema)).query(({ ctx }) => [...ctx.daemon.models.pulls.list()]),

  /**
   * Makes the Ollama server download a model, or Satchel itself (`inside:<id>`, the address or the path of a GGUF file), or resumes a
   * download. Continues without a window.
   */
  pull: byOwner
    .input(pullInput)
    .output(modelPullSchema)
    .mutation(({ ctx, input }) => ctx.daemon.models.pulls.start(input.model)),

  stopPull: byOwner.input(modelInput).mutation(({ ctx, input }) => {
    ctx.daemon.models.pulls.stop(input.model)
  }),

  dismissPull: byOwner.input(modelInput).mutation(({ ctx, input }) => {
    ctx.daemon.models.pulls.dismiss(input.model)
  }),

  /**
   * Deletes a model of the Ollama server, or one inside Satchel. `confirm` repeats the id, as proof that the user was shown what is deleted.
   */
  remove: byOwner
    .input(modelInput.extend({ confirm: z.string() }).refine(({ model, confirm }) => model === confirm))
    .mutation(({ ctx, input }) => ctx.daemon.models.remove(input.model)),

  /** Guides a model, or not; null: by its size. */
  guide: byOwner.input(modelInput.extend({ guided: z.boolean().nullable() })).mutation(({ ctx, input }) => {
    ctx.daemon.models.guide(input.model, input.guided)
  }),

  unload: byOwner.input(modelInput).mutation(({ ctx, input }) => ctx.daemon.models.unload(input.model)),

  /** Well-known model servers that run on this computer and aren't set up yet. */
  localServers: byOwner
    .output(z.array(localServerSchema))
    .query(async ({ ctx }) => [...(await ctx.daemon.models.localServers())]),

  /** Models worth downloading, with whether this computer holds them. */
  recommended: byOwner.output(z.array(recommendedModelSchema)).query(() => [...recommendedModels()]),

  /** What models used in a month, by default this one. */
  spending: byOwner
    .input(
      z.object({
        month: z
          .string()
          .regex(/^\d{4}-\d{2}$/)
          .optional(),
      }),
    )
    .output(monthUseSchema)
    .query(({ ctx, input }) => ctx.daemon.models.spending.month(input.month)),

  /** The owner's own price of a model; null goes back to the list's. */
  setPrice: byOwner
    .input(modelInput.extend({ price: modelPriceSchema.nullable() }))
    .mutation(({ ctx, input }) => {
      ctx.daemon.models.spending.setPrice(input.model, input.price)
    }),
  /** Whether models run inside Satchel, and which are worth it. */
  inside: byOwner.output(insideStatusSchema).query(({ ctx }) => ctx.daemon.models.inside()),

  presets: byOwner.output(z.array(endpointPresetSchema)).query(() => [...ENDPOINT_PRESETS]),

  endpoints: byOwner
    .output(z.array(endpointViewSchema))
    .query(({ ctx }) => [...ctx.daemon.models.endpoints.list()]),

  addEndpoint: byOwner
    .input(modelEndpointSchema)
    .output(endpointViewSchema)
    .mutation(({ ctx, input }) => ctx.daemon.models.endpoints.add(input)),

  changeEndpoint: byOwner
    .input(modelEndpointSchema)
    .output(endpointViewSchema)
    .mutation(({ ctx, input }) => ctx.daemon.models.endpoints.change(input)),

  removeEndpoint: byOwner.input(endpointInput).mutation(({ ctx, input }) => {
    ctx.daemon.models.endpoints.remove(input.id)
  }),

  /** Sets a key; it is never returned. */
  setKey: byOwner
    .input(endpointInput.extend({ key: z.string().min(1).max(8192) }))
    .mutation(({ ctx, input }) => ctx.daemon.models.endpoints.setKey(input.id, input.key)),

  forgetKey: byOwner.input(endpointInput).mutation(({ ctx, input }) => {
    ctx.daemon.models.endpoints.forgetKey(input.id)
  }),

  testEndpoint: byOwner
    .input(endpointInput)
    .output(endpointTestSchema)
    .mutation(({ ctx, input }) => ctx.daemon.models.endpoints.test(input.id)),
})
