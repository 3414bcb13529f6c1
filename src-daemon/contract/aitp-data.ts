import { z } from 'zod'
import { strict, uriIn, type Dialect } from './aitp-dialect.ts'

export const DATA_FIELD_TYPES = ['text', 'number', 'email', 'textarea', 'select', 'combobox', 'tel'] as const

/** Values that only the requester can read; never written by Satchel, and kept as they are. */
const encryptionIn = () => z.record(z.string(), z.unknown())

/** A text; others' options are read as `{label, value}`, too (aitp.md 2). */
const optionIn = (d: Dialect) =>
  d === strict
    ? z.string()
    : z.union([z.string(), z.looseObject({ label: z.string().optional(), value: z.string() })])

/** The messages of AITP-03 (`aitp-03-data-request`, v1.0.0). */
export const dataMessages = (d: Dialect) => ({
  request_data: d.object({
    id: d.id,
    title: z.string().optional(),
    description: z.string(),
    fillButtonLabel: z.string().optional(),
    form: d.object({
      fields: z
        .array(
          d.object({
            id: d.id,
            label: z.string().optional(),
            description: z.string().optional(),
            default_value: z.string().optional(),
            type: d.or(d.choice(DATA_FIELD_TYPES), 'text'),
            options: z.array(optionIn(d)).optional(),
            required: d.or(z.boolean(), false),
            autocomplete: z.string().optional(),
            encryption: encryptionIn().optional(),
          }),
        )
        .min(1)
        .optional(),
      json_url: uriIn(d).optional(),
    }),
  }),
  data: d.object({
    request_data_id: d.id.optional(),
    /** `declined` refuses (aitp.md 5). */
    status: d.choice(['declined']).optional(),
    fields: z
      .array(
        d.object({
          id: d.id,
          label: z.string().optional(),
          value: z.string().optional(),
          encryption: encryptionIn().optional(),
        }),
      )
      .min(1),
  }),
})

type DataMessages = ReturnType<typeof dataMessages>
export type RequestData = z.output<DataMessages['request_data']>
export type DataField = NonNullable<RequestData['form']['fields']>[number]
export type Data = z.output<DataMessages['data']>
