/** How much memory a model has on this computer's graphics card, before the program that runs models is here to say it. */
import { readdirSync, readFileSync } from 'node:fs'
import { tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import type { ModelBuild } from '../../contract/model-builds.ts'
import { runToEnd } from '../../platform/processes.ts'

/** What of a computer is looked at. */
export interface GraphicsMachine {
  /** Bytes. */
  readonly memory: number
  /** Names in a folder; none if it isn't there. */
  readonly list: (folder: string) => readonly string[]
  /** A file's text; null if it isn't there. */
  readonly read: (path: string) => string | null
  /** What a program prints; null if it isn't there or fails. */
  readonly run: (command: string, args: readonly string[]) => Promise<string | null>
}

/** Of memory that processor and graphics share, what macOS lets graphics have: two thirds to three quarters. */
const SHARE_OF_UNIFIED = 0.66
const MIB = 1024 * 1024
const RUN_MS = 5000
const CARDS = '/sys/class/drm'

/** Bytes of the largest card: 0 for a build without graphics, null if the system doesn't say. */
export const graphicsMemory = async (
  build: ModelBuild,
  machine: GraphicsMachine = HERE,
): Promise<number | null> => {
  switch (build) {
    case 'cpu':
      return 0
    case 'metal':
      return Math.floor(machine.memory * SHARE_OF_UNIFIED)
    case 'cuda':
      return ofNvidia(machine)
    case 'vulkan':
      return ofAmd(machine) ?? (await ofNvidia(machine))
  }
}

/** NVIDIA's driver brings a program that says it, a card a line. */
const ofNvidia = async ({ run }: GraphicsMachine): Promise<number | null> => {
  const said = await run('nvidia-smi', ['--query-gpu=memory.total', '--format=csv,noheader,nounits'])
  const largest = largestOf((said ?? '').split('\n'))
  return largest === null ? null : largest * MIB
}

/** AMD's driver writes it into a file of each card. */
const ofAmd = ({ list, read }: GraphicsMachine): number | null =>
  largestOf(
    list(CARDS)
      .filter((name) => /^card\d+$/.test(name))
      .map((name) => read(join(CARDS, name, 'device', 'mem_info_vram_total')) ?? ''),
  )

const largestOf = (texts: readonly string[]): number | null => {
  const numbers = texts.map((text) => text.trim()).filter((text) => /^\d+$/.test(text))
  return numbers.length === 0 ? null : Math.max(...numbers.map(Number))
}

const orNull = <T>(look: () => T): T | null => {
  try {
    return look()
  } catch {
    return null
  }
}

const HERE: GraphicsMachine = {
  memory: totalmem(),
  list: (folder) => orNull(() => readdirSync(folder)) ?? [],
  read: (path) => orNull(() => readFileSync(path, 'utf8')),
  run: async (command, args) => {
    const variables = Object.entries(process.env).flatMap(([name, value]) =>
      /^(?:PATH|SystemRoot)$/i.test(name) && value !== undefined ? [[name, value] as const] : [],
    )
    const { problem, output } = await runToEnd(
      { command, args: [...args], env: Object.fromEntries(variables), cwd: tmpdir() },
      { timeoutMs: RUN_MS },
    )
    return problem === null ? output : null
  },
}
