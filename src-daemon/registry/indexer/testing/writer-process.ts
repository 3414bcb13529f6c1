/** Waits to be elected and writes a block every few milliseconds, until it is killed. */
import { openPostgresIndex } from '../postgres/index.ts'
import { pageOf, publishedOf } from './events.ts'

const [, , url = '', name = ''] = process.argv
const store = await openPostgresIndex({ url })
process.stdout.write('waiting\n')
const { lost } = await store.elect(new AbortController().signal)
process.stdout.write('elected\n')
while (!lost.aborted) {
  const next = ((await store.position())?.number ?? 0) + 1
  await store.append(pageOf(next, next, [publishedOf({ name: `${name}-${String(next)}` }, next)]))
  await new Promise((resolve) => setTimeout(resolve, 10))
}
