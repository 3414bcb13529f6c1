/** A process of its own that reads a static registry and tells how long that took and how much memory it holds more. */
import { ask, openMarket } from '../../src-daemon/testing/market.ts'
import { publisher } from '../../src-daemon/registry/static/testing/web-space.ts'

const [dir = '', place = '', queries = '[]'] = process.argv.slice(2)
const small = [{ kind: 'builtin', name: 'builtin', trust: 'trusted' }] as const
const catalogue = { kind: 'static', name: 'shelf', trust: 'trusted', place, did: publisher.did } as const

/** What is in use; the resident memory also has what V8 keeps for later, which depends on the machine. */
const held = (): number => {
  for (let round = 0; round < 5; round += 1) globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 2 ** 20
}

// Everything that a search loads is there before, so that only the list counts.
const here = openMarket({ dir, catalogues: small })
await here.market.search(ask('note'))
const before = held()
here.settings.set({ catalogues: [...small, catalogue] })
const started = performance.now()
const { sources } = await here.market.search(ask(''))
const syncMs = performance.now() - started
const shelf = sources.find(({ source }) => source === 'shelf')
if (shelf?.status !== 'fresh') throw new Error(`not read: ${JSON.stringify(shelf)}`)
const taken: number[] = []
for (const query of JSON.parse(queries) as string[]) {
  const asked = performance.now()
  await here.market.search(ask(query))
  taken.push(performance.now() - asked)
}
const megabytes = held() - before
await here.close()
process.stdout.write(JSON.stringify({ syncMs, taken, megabytes }))
