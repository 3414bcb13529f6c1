/**
 * The worker thread in which one call of a WebAssembly module runs. The module uses Extism's host interface
 * (`extism:host/env`): no WASI, no files, no clock; requests only go through the thread that started this
 * one.
 */
import { createPlugin, type CallContext } from '@extism/extism'
import { z } from 'zod'
import { HOST_FUNCTIONS, MODULE_HOST } from '../../platform/wasm-module.ts'
import { receiveMessageOnPort, workerData } from '../../platform/worker-side.ts'
import type { WasmAnswer, WasmMessage, WasmStart } from './messages.ts'

/** What each block costs the host in addition to its bytes. */
const BLOCK_BYTES = 256
/** In UTF-16 units. */
const LONGEST_TEXT = 100_000

const requestSchema = z.object({
  url: z.string().max(8192),
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD']).default('GET'),
  headers: z.record(z.string(), z.string()).default({}),
})

const serve = async (start: WasmStart): Promise<void> => {
  const { port, signal, entry, input, maxOutputBytes } = start
  let hostBytes = start.hostBytes
  let status = 0

  const say = (message: WasmMessage): void => {
    port.postMessage(message)
  }

  const charge = (bytes: number): void => {
    hostBytes -= bytes + BLOCK_BYTES
    if (!(bytes >= 0) || hostBytes < 0) throw new Error('it asked for more memory than it may have')
  }

  const ask = (context: CallContext, requestAt: bigint, bodyAt: bigint): bigint => {
    const request = requestSchema.parse(context.read(requestAt)?.json())
    const body = bodyAt === 0n ? null : Uint8Array.from(context.read(bodyAt)?.bytes() ?? [])
    return answerTo(context, { kind: 'request', request: { ...request, body } })
  }

  const extract = (context: CallContext, textAt: bigint, schemaAt: bigint): bigint => {
    const [text = '', schema = ''] = [textAt, schemaAt].map((at) => context.read(at)?.text())
    // No more of it is read; the other thread is to copy no more than that.
    const short = text.slice(0, LONGEST_TEXT).toWellFormed()
    return answerTo(context, { kind: 'extract', extract: { text: short, schema } })
  }

  /** Sleeps until the other thread has answered. */
  const answerTo = (context: CallContext, message: WasmMessage): bigint => {
    const answered = Atomics.load(signal, 0)
    say(message)
    Atomics.wait(signal, 0, answered)
    const received: { message: WasmAnswer } | undefined = receiveMessageOnPort(port)
    const answer = received?.message ?? null
    if (answer === null) throw new Error('its request was not made')
    status = answer.status
    if (answer.body.length === 0) return 0n
    charge(answer.body.length)
    return context.store(answer.body)
  }

  const nothing = (): void => undefined
  const functions = {
    alloc: (context: CallContext, size: bigint) => {
      charge(Number(size))
      return context.alloc(Number(size))
    },
    http_request: ask,
    model_extract: extract,
    http_status_code: () => status,
    log_warn: nothing,
    log_info: nothing,
    log_debug: nothing,
    log_error: nothing,
  }

  try {
    const module = await WebAssembly.compile(Uint8Array.from(start.module))
    const foreign = WebAssembly.Module.imports(module).find(
      ({ module: from, name, kind }) =>
        from !== MODULE_HOST || kind !== 'function' || !HOST_FUNCTIONS.has(name),
    )
    if (foreign !== undefined)
      throw new Error(`it needs ${foreign.module}.${foreign.name}, which is not given to modules`)
    const plugin = await createPlugin(
      { wasm: [{ module }] },
      {
        useWasi: false,
        runInWorker: false,
        functions: { [MODULE_HOST]: functions },
        // The module reads keys from it; it must not find the ones every object has. (`Object.create` has no type.)
        config: Object.create(null) as Record<string, string>,
        logger: silent,
      },
    )
    if (!(await plugin.functionExists(entry))) throw new Error(`it has no function ${entry}`)
    const output = await plugin.call(entry, input)
    if (output === null) throw new Error('it gave no output')
    const bytes = Uint8Array.from(output.bytes())
    if (bytes.length > maxOutputBytes) throw new Error('its output is too large')
    say({ kind: 'output', bytes })
  } catch (thrown) {
    const problem = thrown instanceof Error ? thrown.message : String(thrown)
    say({ kind: 'failed', problem: problem.slice(0, 500) })
  }
}

/**
 * Output of the module and of Extism is discarded: the standard streams belong to the daemon. What is not named here is
 * inherited, so it is a console.
 */
const silent: Console = Object.assign(Object.create(console) as Console, {
  log: () => undefined,
  info: () => undefined,
  debug: () => undefined,
  trace: () => undefined,
  warn: () => undefined,
  error: () => undefined,
})

// Only `run-module.ts` starts this thread.
if (workerData !== null && workerData !== undefined) await serve(workerData as WasmStart)
