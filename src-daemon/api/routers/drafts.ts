import { z } from 'zod'
import { draftCheckSchema, draftFormSchema, draftSchema, openApiOfferSchema } from '../../contract/drafts.ts'
import { readOpenApi } from '../../packages/index.ts'
import { byOwner, router } from '../core/trpc.ts'

/** Base64 length of slightly more than is read, so that a larger one is refused with a proper error. */
const MAX_DOCUMENT = Math.ceil((1024 * 1024) / 3) * 4 + 4

const content = draftSchema.pick({ form: true, text: true })
const idInput = draftSchema.pick({ id: true })

/** Capabilities in the making; the event `drafts` reports their changes. */
export const draftsRouter = router({
  /** The one changed last comes first. */
  list: byOwner.output(z.array(draftSchema)).query(({ ctx }) => [...ctx.daemon.drafts.list()]),

  /** `over`: the `changedAt` that it was made from; null for a new one. Errors: `draft_changed_elsewhere`. */
  save: byOwner
    .input(content.extend({ ...idInput.shape, over: draftSchema.shape.changedAt.nullable() }))
    .output(draftSchema)
    .mutation(({ ctx, input }) => ctx.daemon.drafts.save(input)),

  remove: byOwner.input(idInput).mutation(({ ctx, input }) => {
    ctx.daemon.drafts.remove(input.id)
  }),

  /**
   * Has the model of the settings fill in the form from a wish. Keeps nothing. A mutation only because models may take long. Errors:
   * `draft_no_model`, `draft_not_written`, and those of the model.
   */
  describe: byOwner
    .input(z.object({ wish: z.string().trim().min(1).max(2000) }))
    .output(z.object({ form: draftFormSchema, model: z.string() }))
    .mutation(({ ctx, input, signal }) =>
      ctx.daemon.writeDraft({ wish: input.wish, signal: signal ?? new AbortController().signal }),
    ),

  /** What an OpenAPI document offers as tools. It is only read, and nothing is fetched. Errors: `openapi_unusable`. */
  openApi: byOwner
    .input(z.object({ bytesBase64: z.base64().max(MAX_DOCUMENT) }))
    .output(openApiOfferSchema)
    .query(({ input }) => readOpenApi(Buffer.from(input.bytesBase64, 'base64'))),

  /**
   * Keeps a picture for a draft, without what it says beside what it shows. Errors: `picture_refused`.
   */
  attachPicture: byOwner
    .input(z.object({ bytesBase64: z.base64().max(MAX_DOCUMENT) }))
    .output(z.object({ cid: z.string() }))
    .mutation(({ ctx, input }) => ({
      cid: ctx.daemon.ownPictures.attach(Buffer.from(input.bytesBase64, 'base64')),
    })),

  /** What it would be as a package, and what is wrong with it. Changes nothing. */
  check: byOwner
    .input(content)
    .output(draftCheckSchema)
    .query(({ ctx, input }) => ctx.daemon.drafts.check(input)),
})
