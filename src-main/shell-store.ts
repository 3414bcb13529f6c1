import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import { LANGUAGES } from '../src-daemon/contract/language.ts'

const memorySchema = z.object({
  /** Place and size of the window in device-independent pixels. */
  window: z
    .object({
      x: z.int().optional(),
      y: z.int().optional(),
      width: z.int().min(1).max(100_000),
      height: z.int().min(1).max(100_000),
      maximized: z.boolean(),
    })
    .optional(),
  theme: z.enum(['system', 'light', 'dark']).optional(),
  language: z.enum(LANGUAGES).optional(),
})
export type ShellMemory = z.infer<typeof memorySchema>

/**
 * What the shell must know before the daemon answers: the window's position, and the last theme and language. It is a
 * cache, not settings: unreadable content is ignored, which costs the user one window position.
 */
export const createShellStore = (path: string) => {
  let memory = read(path)

  const remember = (change: Partial<ShellMemory>): void => {
    const next = { ...memory, ...change }
    if (JSON.stringify(next) === JSON.stringify(memory)) return
    memory = next
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    const temporary = `${path}.${String(process.pid)}.tmp`
    writeFileSync(temporary, JSON.stringify(memory), { mode: 0o600 })
    renameSync(temporary, path)
  }

  return { recall: (): ShellMemory => memory, remember }
}

export type ShellStore = ReturnType<typeof createShellStore>

const read = (path: string): ShellMemory => {
  try {
    const parsed = memorySchema.safeParse(JSON.parse(readFileSync(path, 'utf8')))
    return parsed.success ? parsed.data : {}
  } catch {
    return {}
  }
}
