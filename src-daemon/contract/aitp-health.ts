import { z } from 'zod'
import { dateTimeSchema, errorResponseIn, uriIn, type Dialect } from './aitp-dialect.ts'

const STATUS = z.enum(['pass', 'warn', 'fail'])

/** The messages of AITP-07 (`aitp-07-health-checks`), proposed. */
export const healthMessages = (d: Dialect) => ({
  request_health: d.object({
    request_id: d.id,
    description: z.string().optional(),
    checks: z.array(z.string()).optional(),
    include_details: d.or(z.boolean(), false),
    echo: z.string().max(256).optional(),
    deadline: dateTimeSchema.optional(),
  }),
  health_response: d.object({
    request_id: d.id,
    status: STATUS,
    timestamp: dateTimeSchema,
    echo: z.string().max(256).optional(),
    agent: d
      .object({
        id: z.string().optional(),
        name: z.string().optional(),
        version: z.string().optional(),
        implementation: z.string().optional(),
      })
      .optional(),
    uptime_seconds: z.number().min(0).optional(),
    valid_for_seconds: z.int().min(0).optional(),
    checks: z
      .array(
        d.object({
          id: z.string(),
          component_type: d
            .choice(['component', 'datastore', 'system', 'model', 'wallet', 'upstream_agent'])
            .optional(),
          status: STATUS,
          observed_value: z.union([z.string(), z.number()]).optional(),
          observed_unit: z.string().optional(),
          time: dateTimeSchema.optional(),
          output: z.string().optional(),
        }),
      )
      .optional(),
    capabilities: z.array(uriIn(d)).optional(),
    load: d
      .object({
        active_threads: z.int().optional(),
        queue_depth: z.int().optional(),
        accepting: z.boolean().optional(),
      })
      .optional(),
    maintenance: d
      .object({
        from: dateTimeSchema.optional(),
        until: dateTimeSchema.optional(),
        message: z.string().optional(),
      })
      .optional(),
    via: z.array(z.string()).optional(),
  }),
  status_notification: d.object({
    notification_id: d.id,
    status: STATUS,
    timestamp: dateTimeSchema,
    message: z.string().optional(),
    affects: z.array(uriIn(d)).optional(),
    until: dateTimeSchema.optional(),
  }),
  error_response: errorResponseIn(d),
})
