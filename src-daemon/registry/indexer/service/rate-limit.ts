import { SatchelError } from '../../../platform/errors.ts'

const MINUTE_MS = 60_000

/** Lets so many requests of one caller through in a minute, in bursts of up to a tenth of them. */
export const createRateLimit = ({
  perMinute,
  now,
}: {
  readonly perMinute: number
  readonly now: () => number
}) => {
  const most = Math.max(1, perMinute / 10)
  let left = most
  let at = now()
  return {
    /** @throws SatchelError `index_busy` with the seconds to wait */
    take: (): void => {
      left = Math.min(most, left + ((now() - at) * perMinute) / MINUTE_MS)
      at = now()
      if (left < 1) {
        const seconds = Math.ceil((((1 - left) / perMinute) * MINUTE_MS) / 1000)
        throw new SatchelError('index_busy', { params: { limit: perMinute, seconds }, details: { seconds } })
      }
      left -= 1
    },
  }
}
