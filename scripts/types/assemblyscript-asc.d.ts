/**
 * The part of AssemblyScript's compiler that is used. Its own declarations include the compiler's standard library,
 * which redeclares `Array` and others for everything checked with it.
 */
declare const asc: {
  compileString(
    source: string,
    options: Readonly<Record<string, unknown>>,
  ): Promise<{ readonly error: Error | null; readonly binary: Uint8Array | null }>
}
export default asc
