import { serviceAllowanceSchema } from '../contract/server-allowance.ts'
import { serviceUriSchema, serviceViewSchema } from '../contract/servers.ts'
import { z } from 'zod'
import { byOwner } from './trpc.ts'

/** What the owner lets a connected server have. */
export const serviceAllowanceProcedures = {
  allow: byOwner
    .input(z.object({ uri: serviceUriSchema, ...serviceAllowanceSchema.partial().shape }))
    .output(serviceViewSchema)
    .mutation(({ ctx, input: { uri, sampling, logLevel } }) =>
      ctx.services.connectedServices.allow({
        uri,
        ...(sampling === undefined ? {} : { sampling }),
        ...(logLevel === undefined ? {} : { logLevel }),
      }),
    ),
}
