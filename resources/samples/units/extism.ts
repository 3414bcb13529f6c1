/** What a module may ask of its host, as Extism defines it. A block is a piece of memory on the host's side. */
@external("extism:host/env", "input_length")
declare function input_length(): u64
@external("extism:host/env", "input_load_u8")
declare function input_load_u8(offset: u64): u32
@external("extism:host/env", "alloc")
declare function alloc(length: u64): u64
@external("extism:host/env", "store_u8")
declare function store_u8(offset: u64, value: u32): void
@external("extism:host/env", "output_set")
declare function output_set(offset: u64, length: u64): void
@external("extism:host/env", "error_set")
declare function error_set(offset: u64): void

/** The input, UTF-8. */
export function readInput(): string {
  const length = <i32>input_length()
  const bytes = new Uint8Array(length)
  for (let at = 0; at < length; at++) bytes[at] = <u8>input_load_u8(<u64>at)
  return String.UTF8.decode(bytes.buffer)
}

/** Sets the output. */
export function writeOutput(text: string): void {
  const bytes = Uint8Array.wrap(String.UTF8.encode(text))
  output_set(store(bytes), <u64>bytes.length)
}

/** Ends the call as a failure, with words. */
export function fail(words: string): void {
  error_set(store(Uint8Array.wrap(String.UTF8.encode(words))))
}

function store(bytes: Uint8Array): u64 {
  const block = alloc(<u64>bytes.length)
  for (let at = 0; at < bytes.length; at++) store_u8(block + <u64>at, bytes[at])
  return block
}
