/** Size of a page of WebAssembly memory. */
export const PAGE_BYTES = 65_536
/** Maximum entries of a module's tables of function pointers together: to fill many large ones takes the engine minutes, in which nothing can end it. */
const MAX_TABLE_ENTRIES = 100_000

/** Why we refuse to run a module. */
export class ModuleRefused extends Error {
  override readonly name = 'ModuleRefused'
}

const SECTION = { types: 1, imports: 2, tables: 4, memories: 5, exports: 7 } as const
const FUNCTION = 0

/** The module name under which Extism provides host functions. */
export const MODULE_HOST = 'extism:host/env'

/** Every host function a module may call. */
export const HOST_FUNCTIONS: ReadonlySet<string> = new Set([
  ...['alloc', 'free', 'length', 'length_unsafe', 'load_u8', 'load_u64', 'store_u8', 'store_u64'],
  ...['input_offset', 'input_length', 'input_load_u8', 'input_load_u64', 'output_set', 'error_set'],
  ...['config_get', 'var_get', 'var_set', 'http_request', 'http_status_code'],
  ...['log_warn', 'log_info', 'log_debug', 'log_error'],
  // Satchel's own.
  'model_extract',
])

/**
 * Writes an upper limit into a module's memory and tables, which its instructions then cannot exceed. Refuses modules
 * that could take memory elsewhere: objects on the engine's heap (the GC proposal), shared and 64-bit memories.
 *
 * @param maxPages most pages of 64 KiB its memory may have
 * @throws ModuleRefused if it isn't a module, or needs more than that
 */
export const limitModule = (bytes: Uint8Array, maxPages: number): Uint8Array<ArrayBuffer> => {
  const reader = createReader(bytes)
  if (Buffer.from(reader.take(8)).toString('hex') !== '0061736d01000000')
    throw new ModuleRefused('it is no WebAssembly module')
  const parts: Uint8Array[] = [bytes.subarray(0, 8)]
  let memories = 0
  while (!reader.atEnd()) {
    const start = reader.at()
    const id = reader.byte()
    const content = reader.take(reader.u32())
    if (id === SECTION.types) checkTypes(content)
    if (id === SECTION.tables) parts.push(section(id, limitTables(content)))
    else if (id === SECTION.memories) {
      memories += 1
      parts.push(section(id, limitMemory(content, maxPages)))
    } else parts.push(bytes.subarray(start, reader.at()))
  }
  if (memories > 1) throw new ModuleRefused('it has more than one memory')
  return new Uint8Array(Buffer.concat(parts))
}

/**
 * Why a call of `entry` cannot start, found without compiling: not a module, more memory than allowed, an import that
 * modules do not get, no such function. Null if it can.
 */
export const moduleProblem = (
  bytes: Uint8Array,
  { entry, maxPages }: { entry: string; maxPages: number },
): string | null => {
  try {
    limitModule(bytes, maxPages)
    const { imports, exports } = interfaceOf(bytes)
    const foreign = imports.find(
      ({ module, name, kind }) => module !== MODULE_HOST || kind !== FUNCTION || !HOST_FUNCTIONS.has(name),
    )
    if (foreign !== undefined)
      return `it needs ${foreign.module}.${foreign.name}, which is not given to modules`
    return exports.some(({ name, kind }) => name === entry && kind === FUNCTION)
      ? null
      : `it has no function ${entry}`
  } catch (thrown) {
    if (thrown instanceof ModuleRefused) return thrown.message
    throw thrown
  }
}

interface Import {
  readonly module: string
  readonly name: string
  readonly kind: number
}

/** A module's imports, up to the first that is not a function, and its exports. */
const interfaceOf = (bytes: Uint8Array): { imports: Import[]; exports: Omit<Import, 'module'>[] } => {
  const reader = createReader(bytes)
  const imports: Import[] = []
  const exports: Omit<Import, 'module'>[] = []
  reader.take(8)
  while (!reader.atEnd()) {
    const id = reader.byte()
    const section = createReader(reader.take(reader.u32()))
    if (id === SECTION.imports)
      for (let left = section.u32(); left > 0; left -= 1) {
        const one = { module: section.text(), name: section.text(), kind: section.byte() }
        imports.push(one)
        // The encoding of other kinds varies; a single one is enough to refuse the module.
        if (one.kind !== FUNCTION) break
        section.u32()
      }
    if (id === SECTION.exports)
      for (let left = section.u32(); left > 0; left -= 1) {
        exports.push({ name: section.text(), kind: section.byte() })
        section.u32()
      }
  }
  return { imports, exports }
}

/** Allows only functions over numbers and references: arrays and structures would be outside the memory we limit. */
const checkTypes = (content: Uint8Array): void => {
  const reader = createReader(content)
  for (let left = reader.u32(); left > 0; left -= 1) {
    if (reader.byte() !== 0x60) throw new ModuleRefused('it uses objects outside of its memory')
    for (const _side of ['parameters', 'results'])
      for (let values = reader.u32(); values > 0; values -= 1)
        if (![0x7f, 0x7e, 0x7d, 0x7c, 0x7b, 0x70, 0x6f].includes(reader.byte()))
          throw new ModuleRefused('it uses a kind of value that is not known here')
  }
}

const limitTables = (content: Uint8Array): number[] => {
  const reader = createReader(content)
  const count = reader.u32()
  const written = u32(count)
  const most = Math.floor(MAX_TABLE_ENTRIES / Math.max(1, count))
  for (let left = count; left > 0; left -= 1) {
    const kind = reader.byte()
    if (kind !== 0x70 && kind !== 0x6f)
      throw new ModuleRefused('it uses a kind of table that is not known here')
    written.push(kind, ...limits(reader, most, 'table'))
  }
  return written
}

const limitMemory = (content: Uint8Array, maxPages: number): number[] => {
  const reader = createReader(content)
  const count = reader.u32()
  if (count > 1) throw new ModuleRefused('it has more than one memory')
  return count === 0 ? u32(0) : [...u32(1), ...limits(reader, maxPages, 'memory')]
}

const limits = (reader: Reader, most: number, what: string): number[] => {
  const flags = reader.byte()
  if (flags > 1) throw new ModuleRefused(`its ${what} is shared or has 64 bits`)
  const least = reader.u32()
  const declared = flags === 1 ? reader.u32() : most
  if (least > most) throw new ModuleRefused(`its ${what} begins with more than it may have`)
  return [1, ...u32(least), ...u32(Math.min(declared, most))]
}

const section = (id: number, content: readonly number[]): Uint8Array =>
  Uint8Array.from([id, ...u32(content.length), ...content])

/** LEB128. */
const u32 = (value: number): number[] => {
  const bytes: number[] = []
  let left = value
  do {
    const more = left > 0x7f
    bytes.push((left % 0x80) | (more ? 0x80 : 0))
    left = Math.floor(left / 0x80)
  } while (left > 0)
  return bytes
}

type Reader = ReturnType<typeof createReader>

const createReader = (bytes: Uint8Array) => {
  let position = 0

  const byte = (): number => {
    const value = bytes[position]
    if (value === undefined) throw new ModuleRefused('it ends in the middle')
    position += 1
    return value
  }

  const take = (length: number): Uint8Array => {
    if (position + length > bytes.length) throw new ModuleRefused('it ends in the middle')
    position += length
    return bytes.subarray(position - length, position)
  }

  const number = (): number => {
    let value = 0
    for (let shift = 0; shift < 35; shift += 7) {
      const next = byte()
      value += (next & 0x7f) * 2 ** shift
      if (next < 0x80) return value
    }
    throw new ModuleRefused('a number in it is too long')
  }

  return {
    at: () => position,
    atEnd: () => position >= bytes.length,
    byte,
    u32: number,
    take,
    /** A name. Invalid UTF-8 is fine: such a name matches nothing we look for. */
    text: (): string => Buffer.from(take(number())).toString(),
  }
}
