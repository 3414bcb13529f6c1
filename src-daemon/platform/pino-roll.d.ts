/** pino-roll ships no types; this is the part Satchel uses. */
declare module 'pino-roll' {
  import type { DestinationStream } from 'pino'

  interface RollingStream extends DestinationStream {
    end(): void
    flushSync(): void
    once(event: 'close', listener: () => void): void
  }

  export default function roll(options: {
    file: string
    extension?: string
    size?: string
    limit?: { count: number; removeOtherLogFiles?: boolean }
    sync?: boolean
  }): Promise<RollingStream>
}
