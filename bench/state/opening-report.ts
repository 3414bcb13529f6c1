/** Prints what `openIn` reads, and ends the process. */
export const report = (started: number, found: number): never => {
  const milliseconds = performance.now() - started
  if (found === 0) throw new Error('The first query found nothing')
  globalThis.gc?.()
  process.stdout.write(JSON.stringify({ milliseconds, rssMiB: process.memoryUsage().rss / 2 ** 20 }))
  process.exit()
}
