/** A parser under test: which bytes it is fed, and what must hold of every answer. */
export interface Target {
  /** Longer inputs are cut. */
  readonly maxBytes?: number
  /** Inputs to begin with, from test fixtures or made by hand. */
  readonly seeds: () => readonly (string | Uint8Array)[] | Promise<readonly (string | Uint8Array)[]>
  /**
   * Feeds the parser and checks its answer. May throw errors meant for callers (`SatchelError`); anything else is a
   * finding.
   */
  readonly run: (input: Buffer) => unknown
  /** Removes what `run` opened. */
  readonly close?: () => void
}

/** The targets (`fuzz/targets/NAME.ts`), and the packages whose code guides the fuzzer beside ours. */
export const TARGETS = {
  package: ['yaml'],
  bundle: ['yauzl', 'jsonc-parser'],
  'bundle-manifest': ['jsonc-parser'],
  skill: ['yaml'],
  'skill-archive': ['yauzl'],
  'change-set': ['@ipld/dag-cbor', 'cborg'],
  'change-set-records': [],
  'model-stream': ['openai/core', 'openai/internal/decoders'],
  'mcp-stream': ['eventsource-parser'],
  'json-rpc-lines': [],
  links: ['jsonc-parser'],
  markdown: ['markdown-it', 'linkify-it'],
  terminal: [],
  'did-document': ['did-resolver'],
  'authorization-chain': [],
  'server-config': ['jsonc-parser', 'yaml', 'smol-toml'],
  'thread-message': [],
  form: [],
  'agent-request': [],
  'agent-description': ['canonicalize'],
  'model-list': [],
  asmql: [],
} as const satisfies Readonly<Record<string, readonly string[]>>
export type TargetName = keyof typeof TARGETS
export const isTargetName = (name: string | undefined): name is TargetName =>
  name !== undefined && Object.hasOwn(TARGETS, name)
export const targetNames = Object.keys(TARGETS).filter(isTargetName)

/** Loads a target: a separate file, so that only the code of its parser is counted. */
export const loadTarget = async (name: TargetName): Promise<Target> => {
  const { target } = (await import(`../targets/${name}.ts`)) as { target: Target } // each exports one
  return target
}
