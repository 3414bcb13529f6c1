/** The part of WebAssembly that the worker uses: TypeScript has it only in the DOM types. */
declare namespace WebAssembly {
  interface ModuleImportDescriptor {
    kind: string
    module: string
    name: string
  }
  // oxlint-disable-next-line typescript/no-empty-object-type -- opaque, and merged with the DOM's where that is there
  interface Module {}
  const Module: { imports(module: Module): ModuleImportDescriptor[] }
  function compile(bytes: Uint8Array<ArrayBuffer>): Promise<Module>
}
