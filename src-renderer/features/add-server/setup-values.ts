import type { SetupField, SetupValues } from '../../../src-daemon/contract/server-setup.ts'

/** Whether every required value was given; the daemon decides whether it is valid. */
export const isSetUp = (
  fields: readonly SetupField[],
  values: SetupValues,
  kept: readonly string[],
): boolean =>
  fields.every(
    ({ key, required, preset }) =>
      !required || kept.includes(key) || (values[key] ?? preset).some((value) => value !== ''),
  )
