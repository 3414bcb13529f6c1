/**
 * What is used of AssemblyScript's compiler. Its own declarations bring the compiler's standard library along, which declares
 * `Array` and others anew for everything that is checked with it.
 */
declare const asc: {
  compileString(
    source: string,
    options: Readonly<Record<string, unknown>>,
  ): Promise<{ readonly error: Error | null; readonly binary: Uint8Array | null }>
}
export default asc
