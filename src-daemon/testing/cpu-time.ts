/**
 * Milliseconds this thread has computed so far. What a test holds to a bound is the work, which a busy machine makes no more of.
 */
export const cpuTime = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
