import { Declined } from './declined.ts'
import type { Output } from './output.ts'

/** Ends with the result, or because the user declined. */
export const finish = <T>(output: Output, result: T | null, human: (result: T) => void): void => {
  if (result === null) {
    output.say('cli_declined')
    throw new Declined()
  }
  output.result(result, () => {
    human(result)
  })
}
