import { z } from 'zod'
import { deviceInfoSchema } from '../../contract/devices.ts'
import {
  anchorCheckSchema,
  anchorPlanSchema,
  anchorSchema,
  consistencyProofSchema,
  inclusionProofSchema,
  objectProofSchema,
  proofVerdictSchema,
  snapshotSchema,
} from '../../contract/state-proofs.ts'
import {
  asmQuerySchema,
  changeRecordSchema,
  changeRefSchema,
  countResultSchema,
  jsonObjectSchema,
  queryExplanationSchema,
  scopeSummarySchema,
  stateObjectSchema,
  visibilitySchema,
} from '../../contract/state.ts'
import { objectLinkSchema, searchResultSchema } from '../../contract/state-search.ts'
import {
  clockStatusSchema,
  expirySchema,
  purgeReportSchema,
  scopeUsageSchema,
} from '../../contract/state-lifecycle.ts'
import {
  exportReportSchema,
  formerNameSchema,
  importPlanSchema,
  importReportSchema,
  viewCheckSchema,
} from '../../contract/state-sync.ts'
import {
  fieldDifferenceSchema,
  revertReportSchema,
  revertTargetSchema,
} from '../../contract/state-history.ts'
import { byOwner, router } from '../core/trpc.ts'

const objectInput = z.strictObject({ schemaUri: z.string(), id: z.string() })
const deviceInput = z.strictObject({ replica: z.string().max(128) })
/** By name; may be left out if there is only one. */
const registry = z.string().max(40).optional()
const scopeInput = z.object({ owner: z.string(), scope: z.string() })
const changedSchema = z.object({ object: stateObjectSchema, change: changeRefSchema })
const ownerQuery = asmQuerySchema.required({ from: true })
/** Maximum offset: as many rows as one query may read. */
const MAX_PASSED = 1_000_000

/** The owner's state: reading, editing by hand, explaining, moving, proving. Concurrent changes share a transaction. */
export const stateRouter = router({
  scopes: byOwner.output(z.array(scopeSummarySchema)).query(({ ctx }) => [...ctx.daemon.state.scopes()]),

  /**
   * `from` is required here: there is no capability whose schema could be meant. `offset` is for a table scrolled to a
   * distant row: the page starts there, and its cursor continues from it. It replaces a cursor, isn't part of ASM-QL,
   * and skipped rows count as read (100,000 take some milliseconds in the order of an indexed field, some hundred
   * otherwise).
   */
  query: byOwner
    .input(ownerQuery.extend({ offset: z.int().min(0).max(MAX_PASSED).optional() }))
    .output(
      z.object({
        items: z.array(stateObjectSchema),
        /** For a query with groups, which has no items. */
        groups: z.array(jsonObjectSchema).optional(),
        cursor: z.string().nullable(),
        explain: queryExplanationSchema.optional(),
      }),
    )
    .query(async ({ ctx, input: { offset, ...input } }) => {
      const { state } = ctx.daemon
      const found = await state.query(state.ownerAccess(input.from, ctx.caller), input, { offset })
      const { groups } = found
      return { ...found, items: [...found.items], groups: groups && [...groups] }
    }),

  count: byOwner
    .input(z.strictObject({ from: z.string(), where: jsonObjectSchema.optional() }))
    .output(countResultSchema)
    .query(({ ctx, input }) => {
      const { state } = ctx.daemon
      return state.count(state.ownerAccess(input.from, ctx.caller), input)
    }),

  get: byOwner
    .input(objectInput)
    .output(stateObjectSchema)
    .query(({ ctx, input }) => ctx.daemon.state.get(input)),

  /** Full-text search over everything kept. */
  search: byOwner
    .input(z.object({ words: z.string().max(200), limit: z.int().min(1).max(200).default(50) }))
    .output(searchResultSchema)
    .query(({ ctx, input }) => ctx.daemon.state.search(input)),

  /** The objects that texts of an object are the ids of. */
  links: byOwner
    .input(objectInput)
    .output(z.array(objectLinkSchema))
    .query(({ ctx, input }) => [...ctx.daemon.state.links(input)]),

  /** The owner of a schema, and who else may use its objects. */
  schemaFacts: byOwner
    .input(z.object({ schemaUri: z.string() }))
    .output(z.object({ owner: z.string(), scope: z.string(), visibility: visibilitySchema }))
    .query(({ ctx, input }) => ctx.daemon.state.schemaFacts(input.schemaUri)),

  /** Registers a schema of the owner's own; `name`, such as `Recipe#v1`, replaces its `$id`. */
  registerSchema: byOwner
    .input(
      z.object({
        schema: jsonObjectSchema,
        scope: z.string().regex(/^sc:[a-z0-9_-]{1,64}$/),
        name: z.string().max(200).optional(),
      }),
    )
    .output(z.object({ uri: z.string() }))
    .mutation(({ ctx, input }) => ctx.daemon.state.registerOwn(input)),

  /** Removes a schema of the owner's own, with its objects. */
  removeSchema: byOwner.input(z.object({ schemaUri: z.string() })).mutation(({ ctx, input }) => {
    ctx.daemon.state.removeOwn(input.schemaUri)
  }),

  /** Newest first. */
  history: byOwner
    .input(objectInput)
    .output(z.array(changeRecordSchema))
    .query(({ ctx, input }) => [...ctx.daemon.state.history.changes(input)]),

  at: byOwner
    .input(objectInput.extend({ version: z.string() }))
    .output(stateObjectSchema)
    .query(({ ctx, input }) => {
      const { state } = ctx.daemon
      return state.onceLoaded(() => state.history.at(input))
    }),

  difference: byOwner
    .input(objectInput.extend({ from: z.string().nullable(), to: z.string() }))
    .output(z.array(fieldDifferenceSchema))
    .query(({ ctx, input }) => {
      const { state } = ctx.daemon
      return state.onceLoaded(() => [...state.history.difference(input)])
    }),

  create: byOwner
    .input(z.strictObject({ schemaUri: z.string(), object: jsonObjectSchema }))
    .output(changedSchema)
    .mutation(({ ctx, input }) => {
      const { state } = ctx.daemon
      return state.together(() => state.create(state.ownerAccess(input.schemaUri, ctx.caller), input))
    }),

  update: byOwner
    .input(objectInput.extend({ patch: z.unknown(), ifVersion: z.string().optional() }))
    .output(changedSchema)
    .mutation(({ ctx, input }) => {
      const { state } = ctx.daemon
      return state.together(() => state.update(state.ownerAccess(input.schemaUri, ctx.caller), input))
    }),

  delete: byOwner
    .input(objectInput.extend({ mode: z.enum(['soft', 'hard']).default('soft') }))
    .output(changeRefSchema)
    .mutation(({ ctx, input }) => {
      const { state } = ctx.daemon
      return state.together(() => state.delete(state.ownerAccess(input.schemaUri, ctx.caller), input))
    }),

  /** A dry run returns what would be done. */
  revert: byOwner
    .meta({ readsOnly: true })
    .input(z.object({ target: revertTargetSchema, dryRun: z.boolean() }))
    .output(revertReportSchema)
    .mutation(({ ctx, input }) => {
      const { state } = ctx.daemon
      return state.onceLoaded(() => state.history.revert({ ...input, via: ctx.caller }))
    }),

  devices: byOwner
    .output(z.array(deviceInfoSchema))
    .query(({ ctx }) => [...ctx.daemon.state.sync.devices.list()]),

  nameDevice: byOwner
    .input(deviceInput.extend({ name: z.string() }))
    .output(deviceInfoSchema)
    .mutation(({ ctx, input }) => ctx.daemon.state.sync.devices.name(input)),

  removeDevice: byOwner
    .input(deviceInput)
    .output(deviceInfoSchema)
    .mutation(({ ctx, input }) => ctx.daemon.state.sync.devices.remove(input)),

  /** One part, base64; `next`: the `after` of the following part, null with the last. */
  export: byOwner
    .input(
      z.object({
        scopes: z.array(z.string()).nullable(),
        since: z.unknown(),
        after: z
          .string()
          .regex(/^\d{1,15}\.\d{1,15}$/)
          .nullable()
          .default(null),
      }),
    )
    .output(exportReportSchema.extend({ file: z.string(), next: z.string().nullable() }))
    .query(async ({ ctx, input }) => {
      const { sync } = ctx.daemon.state
      // Once for a file: parts after the first are signed as the first one was.
      if (input.after === null) await sync.devices.prepare()
      const { bytes, report, next } = sync.export(input)
      return { ...report, next, file: Buffer.from(bytes).toString('base64') }
    }),

  import: byOwner
    .input(z.object({ file: z.base64() }))
    .output(importReportSchema)
    .mutation(({ ctx, input }) => ctx.daemon.state.sync.import(Buffer.from(input.file, 'base64'))),

  /** What `import` of the file would do; changes nothing. */
  planImport: byOwner
    .input(z.object({ file: z.base64() }))
    .output(importPlanSchema)
    .mutation(({ ctx, input }) => ctx.daemon.state.sync.planImport(Buffer.from(input.file, 'base64'))),

  vectors: byOwner.output(z.unknown()).query(({ ctx }) => ctx.daemon.state.sync.vectors()),

  formerNames: byOwner
    .output(z.array(formerNameSchema))
    .query(({ ctx }) => [...ctx.daemon.state.formerNames()]),

  /** `check` changes nothing. */
  rebuild: byOwner
    .meta({ readsOnly: true })
    .input(z.object({ check: z.boolean() }))
    .output(viewCheckSchema)
    .mutation(({ ctx, input }) =>
      input.check ? ctx.daemon.state.sync.check() : ctx.daemon.state.sync.rebuild(),
    ),

  usage: byOwner
    .output(z.array(scopeUsageSchema))
    .query(({ ctx }) => [...ctx.daemon.state.lifecycle.usage()]),

  expiries: byOwner
    .output(z.array(expirySchema))
    .query(({ ctx }) => [...ctx.daemon.state.lifecycle.expiries()]),

  /** `evicted`: also what evictions keep so that they can be undone. */
  purge: byOwner
    .input(z.object({ evicted: z.boolean() }).optional())
    .output(purgeReportSchema)
    .mutation(({ ctx, input }) => ctx.daemon.state.lifecycle.purge(input)),

  clock: byOwner.output(clockStatusSchema).query(({ ctx }) => ctx.daemon.state.lifecycle.clock()),

  /** This computer's clock is right, although it jumped. */
  confirmClock: byOwner
    .output(clockStatusSchema)
    .mutation(({ ctx }) => ctx.daemon.state.lifecycle.confirmClock()),

  setLimit: byOwner.input(scopeInput.extend({ limit: z.int().positive() })).mutation(({ ctx, input }) => {
    ctx.daemon.state.lifecycle.setLimit(input)
  }),

  snapshot: byOwner
    .input(scopeInput)
    .output(snapshotSchema)
    .query(({ ctx, input }) => ctx.daemon.state.proofs.snapshot(input)),

  anchor: byOwner
    .input(scopeInput)
    .output(anchorSchema)
    .mutation(({ ctx, input }) => ctx.daemon.state.proofs.anchor(input)),

  anchors: byOwner
    .input(scopeInput.optional())
    .output(z.array(anchorSchema))
    .query(async ({ ctx, input }) => [...(await ctx.daemon.state.proofs.anchors(input))]),

  /** An anchor of the scope, and the cost of putting it on a chain. May take long, like every request to a chain. */
  planChainAnchor: byOwner
    .input(scopeInput.extend({ registry }))
    .output(anchorPlanSchema)
    .mutation(({ ctx, input }) => ctx.daemon.chainAnchors.plan(input)),

  sendChainAnchor: byOwner
    .input(z.object({ number: z.int().positive(), registry }))
    .output(anchorSchema)
    .mutation(({ ctx, input }) => ctx.daemon.chainAnchors.send(input)),

  verifyAnchors: byOwner
    .output(z.array(anchorCheckSchema))
    .meta({ readsOnly: true })
    .mutation(async ({ ctx }) => [...(await ctx.daemon.chainAnchors.verify())]),

  verifyProofOnChain: byOwner
    .input(z.object({ proof: z.unknown() }))
    .output(proofVerdictSchema.shape.steps.element)
    .meta({ readsOnly: true })
    .mutation(({ ctx, input }) => ctx.daemon.chainAnchors.verifyProof(input.proof)),

  prove: byOwner
    .input(z.object({ change: z.string() }))
    .output(inclusionProofSchema)
    .query(({ ctx, input }) => ctx.daemon.state.proofs.inclusion(input)),

  proveObject: byOwner
    .input(objectInput)
    .output(objectProofSchema)
    .query(({ ctx, input }) => ctx.daemon.state.proofs.object(input)),

  proveConsistency: byOwner
    .input(scopeInput.extend({ fromSize: z.int().positive() }))
    .output(consistencyProofSchema)
    .query(({ ctx, input }) => ctx.daemon.state.proofs.consistency(input)),

  verifyProof: byOwner
    .input(z.object({ proof: z.unknown(), expected: z.string().optional() }))
    .output(proofVerdictSchema)
    .query(({ ctx, input }) => ctx.daemon.state.proofs.verify(input.proof, input.expected)),
})
