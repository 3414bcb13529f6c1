import { z } from 'zod'
import { serviceDefinitionSchema, serviceUriSchema, serviceViewSchema } from '../contract/servers.ts'
import { serviceFetchSchema } from '../contract/server-pins.ts'
import { byOwner } from './trpc.ts'

/** What services run: what a command fetches before that, and accepting what it would run by now. */
export const servicePackageProcedures = {
  /** Null where it fetches nothing. */
  fetches: byOwner
    .input(z.object({ definition: serviceDefinitionSchema }))
    .output(serviceFetchSchema.nullable())
    .query(({ ctx, input }) => ctx.services.connectedServices.fetches(input.definition)),

  /** `sha256` says what was looked at (`package.found`). */
  acceptPackage: byOwner
    .input(z.object({ uri: serviceUriSchema, sha256: z.string().regex(/^[0-9a-f]{64}$/) }))
    .output(serviceViewSchema)
    .mutation(({ ctx, input }) => ctx.services.connectedServices.acceptPackage(input)),
}
