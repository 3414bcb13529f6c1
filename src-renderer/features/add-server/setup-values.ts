import type { SetupField, SetupValues } from '../../../src-daemon/contract/server-setup.ts'

/** Whether everything that is needed was given; whether it is right is for the daemon to say. */
export const isSetUp = (
  fields: readonly SetupField[],
  values: SetupValues,
  kept: readonly string[],
): boolean =>
  fields.every(
    ({ key, required, preset }) =>
      !required || kept.includes(key) || (values[key] ?? preset).some((value) => value !== ''),
  )
