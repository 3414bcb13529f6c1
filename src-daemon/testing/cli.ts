import { spawn } from 'node:child_process'
import { cliEntry } from './entries.ts'

interface Ran {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs the `satchel` command as a process of its own. */
export const runCli = (env: NodeJS.ProcessEnv, ...args: string[]): Promise<Ran> =>
  runCliWithInput(env, '', ...args)

/** The same with something on its standard input. */
export const runCliWithInput = (env: NodeJS.ProcessEnv, input: string, ...args: string[]): Promise<Ran> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [cliEntry, ...args], { env, stdio: ['pipe', 'pipe', 'pipe'] })
    child.stdin.on('error', () => undefined) // a command that reads nothing may be gone already
    child.stdin.end(input)
    let stdout = ''
    let stderr = ''
    child.stdout.on('data', (chunk) => (stdout += String(chunk)))
    child.stderr.on('data', (chunk) => (stderr += String(chunk)))
    child.once('error', reject)
    child.once('close', (code) => {
      resolve({ code, stdout, stderr })
    })
  })
