import { z } from 'zod'
import {
  skillFolderSchema,
  skillLookSchema,
  skillOriginSchema,
  skillViewSchema,
  skillWordSchema,
} from '../../contract/skills.ts'
import { byOwner, router } from '../core/trpc.ts'

const idInput = z.object({ id: z.string().max(200) })

/** Agent Skills: the installed ones, and the consent to them (cap.md 6). */
export const skillsRouter = router({
  list: byOwner.output(z.array(skillViewSchema)).query(({ ctx }) => [...ctx.daemon.skills.list()]),

  /** The trusted folders, and the skills in them that wait for a review. */
  folders: byOwner.output(z.array(skillFolderSchema)).query(({ ctx }) => [...ctx.daemon.skills.folders()]),

  /** Skills found there, with everything the owner must know before agreeing. Changes nothing. */
  look: byOwner
    .input(skillOriginSchema)
    .output(skillLookSchema)
    .meta({ readsOnly: true })
    .mutation(({ ctx, input }) => ctx.daemon.skills.look(input)),

  /** Installs exactly what was reviewed; sending each `sha256` is the owner's consent to that review. */
  add: byOwner
    .input(
      z.object({
        origin: skillOriginSchema,
        skills: z
          .array(z.object({ folder: z.string().max(4096), sha256: z.string() }))
          .min(1)
          .max(200),
        /** Trusts the folder: changed and new skills in it will be offered for review. */
        trust: z.boolean(),
        word: skillWordSchema.optional(),
      }),
    )
    .output(z.array(skillViewSchema))
    .mutation(async ({ ctx, input }) => [...(await ctx.daemon.skills.add(input))]),

  setEnabled: byOwner
    .input(idInput.extend({ enabled: z.boolean() }))
    .output(skillViewSchema)
    .mutation(({ ctx, input }) => ctx.daemon.skills.setEnabled(input.id, input.enabled)),

  remove: byOwner.input(idInput).mutation(({ ctx, input }) => {
    ctx.daemon.skills.remove(input.id)
  }),

  /** Stops using the folder's skills. */
  untrust: byOwner.input(z.object({ word: skillWordSchema })).mutation(({ ctx, input }) => {
    ctx.daemon.skills.untrust(input.word)
  }),

  /** A text file of a skill. */
  file: byOwner
    .input(idInput.extend({ path: z.string().max(4096) }))
    .output(z.object({ text: z.string(), bytes: z.int() }))
    .query(({ ctx, input }) => ctx.daemon.skills.readText(input.id, input.path)),
})
