/**
 * A process that publishes a file and is killed at a given moment: `node publish-process.ts <settings as
 * JSON>`. Without a moment it finishes and prints the result.
 */
import { readFileSync } from 'node:fs'
import type { NetworkGuard } from '../../../network/index.ts'
import type { ChainPlace } from '../../chain/place.ts'
import type { PublicationsDeps } from '../publications.ts'
import { MOMENTS, type Moment } from './moments.ts'
import { openPublisher } from './publisher.ts'

interface Told {
  readonly dir: string
  readonly place: ChainPlace
  readonly authorSeed: string
  readonly accountKey: string
  readonly file: string
  readonly moment: Moment | null
}

const told = JSON.parse(process.argv[2] ?? '{}') as Told
const dieAt = (moment: Moment): void => {
  if (told.moment === moment) process.kill(process.pid, 'SIGKILL')
}
if (told.moment !== null && !MOMENTS.includes(told.moment)) throw new Error(`no such moment: ${told.moment}`)

/** Runs `work` between two moments at which the process may be killed. */
const between = async <T>(before: Moment, after: Moment, work: () => Promise<T>): Promise<T> => {
  dieAt(before)
  const done = await work()
  dieAt(after)
  return done
}

const around = (deps: PublicationsDeps): PublicationsDeps => ({
  ...deps,
  packages: { sign: (input) => between('before signing', 'after signing', () => deps.packages.sign(input)) },
  ipfs: {
    ...deps.ipfs,
    add: (bytes) => between('before adding', 'after adding', () => deps.ipfs.add(bytes)),
  },
})

/** Wraps the requests to the chain's node, to see what is sent and what is settled. */
const guarded = (guard: NetworkGuard): Pick<NetworkGuard, 'fetch' | 'fetchFor'> => ({
  fetch: guard.fetch,
  fetchFor: (destination) => {
    const fetch = guard.fetchFor(destination)
    return async (input, init) => {
      const body = typeof init?.body === 'string' ? init.body : ''
      if (body.includes('eth_sendRawTransaction'))
        return between('before sending', 'after sending', () => fetch(input, init))
      const response = await fetch(input, init)
      if (
        body.includes('eth_getTransactionReceipt') &&
        (await response.clone().text()).includes('"status":"0x1"')
      )
        dieAt('once settled')
      return response
    }
  },
})

const bytes = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex, 'hex'))
const publisher = openPublisher({
  dir: told.dir,
  place: told.place,
  authorSeed: bytes(told.authorSeed),
  accountKey: bytes(told.accountKey),
  around,
  guard: guarded,
})
const input = { fileName: 'diary.acp.yaml', bytes: new Uint8Array(readFileSync(told.file)), requester: 'cli' }
const { id } = await publisher.publications.start(input)
dieAt('after beginning')
const published = await publisher.publications.settled(id)
process.stdout.write(`${JSON.stringify(published)}\n`)
await publisher.close()
