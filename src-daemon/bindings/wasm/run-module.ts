import { SatchelError, toSatchelError } from '../../platform/errors.ts'
import { MessageChannel, receiveMessageOnPort, startWorkerThread } from '../../platform/worker-threads.ts'
import type { NetworkGuard } from '../../network/index.ts'
import type { WasmAnswer, WasmExtract, WasmMessage, WasmRequest, WasmStart } from './messages.ts'
import { limitModule, ModuleRefused, PAGE_BYTES } from '../../platform/wasm-module.ts'
import { onAbort } from '../../platform/abortable.ts'

export interface ModuleRun {
  readonly bytes: Uint8Array
  /** Name of the exported function. */
  readonly entry: string
  /** JSON. */
  readonly input: string
  /** Limit of the module's own memory, in bytes; the same again for what it passes to the host. */
  readonly memoryBytes: number
  readonly timeoutMs: number
  /** The only hosts its requests may go to. */
  readonly hosts: readonly string[]
  readonly signal?: AbortSignal | undefined
  /** Has a text read into fields by the owner's model, while its time stands still; null if it may not. */
  readonly extract?: ((text: string, schema: unknown) => Promise<unknown>) | null
}

/** Runs WebAssembly modules, each call in a thread of its own that ends with it. */
export interface ModuleRunner {
  /**
   * The output as text, at most 1 MiB. Errors: `wasm_failed` with the reason, `wasm_timeout`,
   * `wasm_answer_unusable`, and those of the network guard if a request of the module failed.
   */
  run(input: ModuleRun): Promise<string>
}

const MAX_OUTPUT_BYTES = 1024 * 1024
/** A module that makes more requests is stuck or malicious. */
const MAX_REQUESTS = 16
/** Each costs the owner an answer of their model. */
const MAX_EXTRACTS = 4
/** In UTF-16 units: it is read on the thread that serves everybody. */
const LONGEST_SCHEMA = 20_000
/** Threads at once: each may use all the memory it is allowed. */
const MAX_RUNNING = 2
/** Heap of the thread itself; a module's own memory comes on top. */
const THREAD_LIMITS = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8, stackSizeMb: 4 }

export const createModuleRunner = ({
  guard,
}: {
  readonly guard: Pick<NetworkGuard, 'fetch'>
}): ModuleRunner => {
  let running = 0
  const waiting: (() => void)[] = []

  const run = async (input: ModuleRun): Promise<string> => {
    const module = limited(input)
    await turn(input.signal)
    try {
      return decode(await runInThread(input, module))
    } finally {
      running -= 1
      waiting.shift()?.()
    }
  }

  /** Resolves when there is room for one more thread. */
  const turn = async (signal: AbortSignal | undefined): Promise<void> => {
    while (running >= MAX_RUNNING) {
      await new Promise<void>((go) => {
        waiting.push(go)
        onAbort(signal, go)
      })
      signal?.throwIfAborted()
    }
    running += 1
  }

  const runInThread = (input: ModuleRun, module: Uint8Array): Promise<Uint8Array> =>
    new Promise((done, fail) => {
      const { port1: port, port2 } = new MessageChannel()
      const signal = new Int32Array(new SharedArrayBuffer(4))
      const data: WasmStart = {
        port: port2,
        signal,
        module,
        entry: input.entry,
        input: input.input,
        hostBytes: input.memoryBytes,
        maxOutputBytes: MAX_OUTPUT_BYTES,
      }
      const worker = startWorkerThread('wasm-worker', { data, transfer: [port2], limits: THREAD_LIMITS })
      const ending = new AbortController()
      let requests = 0
      const { extract = null } = input
      let extracts = 0
      let forget = (): void => undefined
      /** The guard's refusal of a request: the real reason, even if the module reports another. */
      let refusal: unknown = null

      const end = (settle: () => void): void => {
        clearTimeout(timer)
        forget()
        ending.abort()
        port.close()
        void worker.terminate()
        settle()
      }
      const stop = (): void => {
        end(() => fail(toError(input.signal?.reason)))
      }
      const timeOut = (): void => {
        const seconds = input.timeoutMs / 1000
        end(() => fail(new SatchelError('wasm_timeout', { params: { seconds }, details: { seconds } })))
      }
      let [left, since] = [input.timeoutMs, performance.now()]
      let timer = setTimeout(timeOut, left)

      const answer = async (request: WasmRequest): Promise<WasmAnswer> => {
        try {
          requests += 1
          if (requests > MAX_REQUESTS) throw failed(`it made more than ${String(MAX_REQUESTS)} requests`)
          const { url, method, headers, body } = request
          const response = await guard.fetch(
            url,
            { method, headers, body: body === null ? null : Buffer.from(body), signal: ending.signal },
            { kind: 'package_host', hosts: input.hosts },
          )
          return { status: response.status, body: new Uint8Array(await response.arrayBuffer()) }
        } catch (thrown) {
          refusal = toSatchelError(thrown)
          return null
        }
      }

      const extracted = async ({ text, schema }: WasmExtract): Promise<WasmAnswer> => {
        // Its time is its own; the model's isn't.
        clearTimeout(timer)
        left = Math.max(0, left - (performance.now() - since))
        try {
          extracts += 1
          if (extract === null) throw failed('it may not have texts read by a model (model.extract)')
          if (extracts > MAX_EXTRACTS) throw failed(`it had more than ${String(MAX_EXTRACTS)} texts read`)
          const fields = await extract(text, schemaFrom(schema))
          return { status: 200, body: new TextEncoder().encode(JSON.stringify(fields)) }
        } catch (thrown) {
          refusal = thrown
          return null
        } finally {
          since = performance.now()
          if (!ending.signal.aborted) timer = setTimeout(timeOut, left)
        }
      }

      const receive = (message: WasmMessage): void => {
        if (message.kind === 'output') end(() => done(message.bytes))
        else if (message.kind === 'failed') end(() => fail(toError(refusal ?? failed(message.problem))))
        else
          void (message.kind === 'extract' ? extracted(message.extract) : answer(message.request)).then(
            (answered) => {
              port.postMessage(answered)
              Atomics.add(signal, 0, 1)
              Atomics.notify(signal, 0)
            },
          )
      }
      port.on('message', receive)
      worker.on('error', (error: Error) => end(() => fail(failed(error.message, error))))
      worker.on('exit', () => {
        if (ending.signal.aborted) return
        // The end of a thread may overtake its last message, which is still in the port.
        const last: { readonly message: WasmMessage } | undefined = receiveMessageOnPort(port)
        if (last !== undefined) receive(last.message)
        end(() => fail(failed('it ended without an answer')))
      })
      forget = onAbort(input.signal, stop)
    })

  return { run }
}

const limited = ({ bytes, memoryBytes }: ModuleRun): Uint8Array => {
  try {
    return limitModule(bytes, Math.floor(memoryBytes / PAGE_BYTES))
  } catch (thrown) {
    throw thrown instanceof ModuleRefused ? failed(thrown.message, thrown) : thrown
  }
}

const schemaFrom = (text: string): unknown => {
  if (text.length > LONGEST_SCHEMA) throw failed('the schema that it wants a text read into is too long')
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw failed('the schema that it wants a text read into is no JSON', cause)
  }
}

const decode = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw failed('its output is no text', cause)
  }
}

const failed = (problem: string, cause?: unknown): SatchelError =>
  new SatchelError('wasm_failed', { params: { problem }, details: { problem }, cause })

const toError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)))
