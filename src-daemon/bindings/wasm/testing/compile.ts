import asc from 'assemblyscript/asc'

/** The host's functions, to be prepended to sources. */
const HOST = `
@external("extism:host/env", "input_length") declare function input_length(): u64
@external("extism:host/env", "input_load_u8") declare function input_load_u8(offset: u64): u32
@external("extism:host/env", "alloc") declare function alloc(length: u64): u64
@external("extism:host/env", "length") declare function length(block: u64): u64
@external("extism:host/env", "load_u8") declare function load_u8(offset: u64): u32
@external("extism:host/env", "store_u8") declare function store_u8(offset: u64, value: u32): void
@external("extism:host/env", "output_set") declare function output_set(offset: u64, length: u64): void
@external("extism:host/env", "http_request") declare function http_request(request: u64, body: u64): u64
@external("extism:host/env", "model_extract") declare function model_extract(text: u64, schema: u64): u64
@external("extism:host/env", "http_status_code") declare function http_status_code(): i32
function toBlock(text: string): u64 {
  const bytes = Uint8Array.wrap(String.UTF8.encode(text))
  const block = alloc(<u64>bytes.length)
  for (let at = 0; at < bytes.length; at++) store_u8(block + <u64>at, bytes[at])
  return block
}
function output(text: string): void {
  const block = toBlock(text)
  output_set(block, length(block))
}
`

/** Compiles AssemblyScript that may use the host's functions, `toBlock` and `output`. */
export const compile = async (source: string, options: Record<string, unknown> = {}): Promise<Uint8Array> => {
  const { error, binary } = await asc.compileString(HOST + source, {
    optimizeLevel: 0,
    runtime: 'stub',
    use: ['abort='],
    ...options,
  })
  if (error !== null || binary === null) throw error ?? new Error('nothing was compiled')
  return binary
}
