import type { z } from 'zod'
import { attestationMessages } from '../../contract/aitp-attestations.ts'
import { controlMessages } from '../../contract/aitp-control.ts'
import { dataMessages } from '../../contract/aitp-data.ts'
import { decisionMessages } from '../../contract/aitp-decisions.ts'
import { strict, tolerant } from '../../contract/aitp-dialect.ts'
import { fiatMessages } from '../../contract/aitp-fiat.ts'
import { healthMessages } from '../../contract/aitp-health.ts'
import { legacyPaymentMessages, paymentMessages } from '../../contract/aitp-payments.ts'
import { evmMessages, nearMessages, solanaMessages } from '../../contract/aitp-wallets.ts'
import type { Capability } from './capabilities.ts'

const BUILDERS = {
  'aitp-01-payments': paymentMessages,
  'aitp-02-decisions': decisionMessages,
  'aitp-03-data-request': dataMessages,
  'aitp-04-near-wallet': nearMessages,
  'aitp-05-evm-wallet': evmMessages,
  'aitp-06-solana-wallet': solanaMessages,
  'aitp-07-health-checks': healthMessages,
  'aitp-08-human-in-the-loop': attestationMessages,
  'aitp-09-fiat-payments': fiatMessages,
  'x01-control': controlMessages,
  'legacy-payments': legacyPaymentMessages,
} as const satisfies Record<Capability, unknown>

type Schemas<C extends Capability> = ReturnType<(typeof BUILDERS)[C]>
export type TypeName<C extends Capability> = keyof Schemas<C> & string
/** What is read of a message: with defaults, without what was left out. */
export type Body<C extends Capability, T extends TypeName<C>> = z.output<Schemas<C>[T] & z.ZodType>
/** What is written. */
export type Written<C extends Capability, T extends TypeName<C>> = z.input<Schemas<C>[T] & z.ZodType>

type Built = Readonly<Record<string, z.ZodType<Record<string, unknown>>>>
const built = { strict: new Map<Capability, Built>(), tolerant: new Map<Capability, Built>() }

/** The schema of a type, made on first use: all together take some milliseconds. Undefined for an unknown type. */
export const schemaOf = (
  dialect: 'strict' | 'tolerant',
  capability: Capability,
  type: string,
): z.ZodType<Record<string, unknown>> | undefined => {
  const known = built[dialect].get(capability)
  const schemas: Built = known ?? BUILDERS[capability](dialect === 'strict' ? strict : tolerant)
  if (known === undefined) built[dialect].set(capability, schemas)
  return Object.hasOwn(schemas, type) ? schemas[type] : undefined
}
