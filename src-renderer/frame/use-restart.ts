import { ref } from 'vue'
import { shell } from '../rpc/bridge.ts'
import { connection } from '../rpc/client.ts'

/** Stops an incompatible or unresponsive daemon, if the shell can do it. */
export const useRestart = () => {
  const restarting = ref(false)
  const problem = ref<string | null>(null)
  const bridge = shell()

  const restart = async (): Promise<void> => {
    if (bridge === null) return
    restarting.value = true
    problem.value = null
    try {
      const failure = await bridge.restartDaemon()
      problem.value = failure === null ? null : String(failure.params['problem'] ?? failure.code)
    } catch (cause) {
      problem.value = cause instanceof Error ? cause.message : String(cause)
    } finally {
      restarting.value = false
      connection.retry()
    }
  }

  return { canRestart: bridge !== null, restarting, problem, restart }
}
