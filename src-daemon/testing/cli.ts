import { spawn } from 'node:child_process'
import { Readable, Writable } from 'node:stream'
import { z } from 'zod'
import type { Io } from '../cli/console/io.ts'
import { runCli as run } from '../cli/run.ts'
import { cliEntry } from './entries.ts'

interface Ran {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs the `satchel` command in this process, without a terminal. */
export const runCli = (env: NodeJS.ProcessEnv, ...args: string[]): Promise<Ran> =>
  runCliWithInput(env, '', ...args)

/** The same with something on its standard input. */
export const runCliWithInput = async (
  env: NodeJS.ProcessEnv,
  input: string,
  ...args: string[]
): Promise<Ran> => {
  const [stdout, stderr] = [collect(), collect()]
  const io: Io = {
    argv: [process.execPath, cliEntry, ...args],
    env,
    stdin: Readable.from(input === '' ? [] : [input]),
    stdout: stdout.stream,
    stderr: stderr.stream,
  }
  await run(io)
  return { code: Number(io.exitCode ?? 0), stdout: stdout.text(), stderr: stderr.text() }
}

const collect = (): { readonly stream: Writable; readonly text: () => string } => {
  const chunks: Buffer[] = []
  const stream = new Writable({
    decodeStrings: true,
    write: (chunk: Buffer, _encoding, done) => {
      chunks.push(chunk)
      done()
    },
  })
  return { stream, text: () => Buffer.concat(chunks).toString('utf8') }
}

/** Runs it as a separate process, which each command needs only once, to test its start, streams and exit code. */
export const spawnCli = (env: NodeJS.ProcessEnv, input: string, ...args: string[]): Promise<Ran> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [cliEntry, ...args], { env, stdio: ['pipe', 'pipe', 'pipe'] })
    child.stdin.on('error', () => undefined) // a command that reads nothing may have ended already
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

/** The code of the error on a command's standard error, as JSON or text. */
export const errorCodeIn = (stderr: string): string | null =>
  stderr.startsWith('{')
    ? z.object({ code: z.string() }).parse(JSON.parse(stderr)).code
    : (/^.*\((\w+)\)$/mu.exec(stderr)?.[1] ?? null)
