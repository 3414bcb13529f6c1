import { z } from 'zod'
import { isModuleCid } from '../../packages/index.ts'
import { parseCid, sha256OfCid } from '../../platform/cid.ts'
import { SatchelError } from '../../platform/errors.ts'
import { sha256Hex } from '../../platform/sha256.ts'
import type { ModuleRun, ModuleRunner } from './run-module.ts'
import { firstProblem } from '../../platform/first-problem.ts'

/** A `wasm` binding (acp.md 8, an extension). */
export const wasmBindingSchema = z.object({
  type: z.literal('wasm'),
  /** The module in base64, or its CID. */
  module: z.string().min(1),
  function: z
    .string()
    .regex(/^[A-Za-z_][\w.-]{0,99}$/)
    .default('run'),
  /** Hosts it may call; none by default. */
  hosts: z.array(z.string()).max(20).default([]),
  /** Memory limit, in MiB. */
  memory: z.int().min(1).max(256).default(32),
  /** Time limit, in seconds. */
  timeout: z.int().min(1).max(30).default(10),
})
export type WasmBinding = z.infer<typeof wasmBindingSchema>

/** Gets bytes by their CID; the caller verifies them. Errors: `wasm_module_unavailable`. */
export type FetchBlob = (
  cid: string,
  options: { signal?: AbortSignal | undefined },
) => Uint8Array | Promise<Uint8Array>

/**
 * Runs a `wasm` binding: arguments and result are JSON (a result that is not an object is put under `value`).
 * Errors: `binding_invalid`, `wasm_module_differs`, `wasm_answer_unusable`, and those of `FetchBlob` and
 * `ModuleRunner.run`.
 */
export const runWasmBinding = async (input: {
  binding: unknown
  arguments: Readonly<Record<string, unknown>>
  runner: ModuleRunner
  fetchBlob: FetchBlob
  signal?: AbortSignal | undefined
  /** Null if the package may not have texts read. */
  extract?: ModuleRun['extract']
}): Promise<Record<string, unknown>> => {
  const parsed = wasmBindingSchema.safeParse(input.binding)
  if (!parsed.success) throw invalid(firstProblem(parsed.error, 'binding'))
  const binding = parsed.data
  const text = await input.runner.run({
    bytes: await moduleBytes(binding.module, input),
    entry: binding.function,
    input: JSON.stringify(input.arguments),
    memoryBytes: binding.memory * 1024 * 1024,
    timeoutMs: binding.timeout * 1000,
    hosts: binding.hosts,
    signal: input.signal,
    extract: input.extract ?? null,
  })
  return toOutput(text)
}

const moduleBytes = async (
  module: string,
  { fetchBlob, signal }: { fetchBlob: FetchBlob; signal?: AbortSignal | undefined },
): Promise<Uint8Array> => {
  if (!isModuleCid(module)) {
    const bytes = Buffer.from(module, 'base64')
    if (bytes.toString('base64') !== module) throw invalid('module is neither base64 nor a CID')
    return bytes
  }
  const sha256 = sha256OfCid(parseCid(module))
  if (sha256 === null) throw invalid('the CID is not one of raw bytes with SHA-256')
  const bytes = await fetchBlob(module, { signal })
  if (sha256Hex(bytes) !== sha256) {
    const params = { cid: module }
    throw new SatchelError('wasm_module_differs', { params, details: params })
  }
  return bytes
}

const toOutput = (text: string): Record<string, unknown> => {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw new SatchelError('wasm_answer_unusable', { details: { beginning: text.slice(0, 200) }, cause })
  }
  const object = z.record(z.string(), z.unknown()).safeParse(value)
  return object.success ? object.data : { value }
}

const invalid = (problem: string): SatchelError =>
  new SatchelError('binding_invalid', { params: { problem }, details: { problem } })
