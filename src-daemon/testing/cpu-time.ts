/**
 * CPU time of this thread in milliseconds, so that tests can limit work independently of how busy the machine is.
 */
export const cpuTime = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
