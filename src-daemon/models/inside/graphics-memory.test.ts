import { describe, expect, it } from 'vitest'
import { createGraphics } from './graphics.ts'
import { graphicsMemory, type GraphicsMachine } from './graphics-memory.ts'
import { recommendedFiles, recommendedInside } from './recommended.ts'

const GB = 1_000_000_000

/** A computer with these files and these answers of its programs. */
const machine = (
  files: Readonly<Record<string, string>> = {},
  programs: Readonly<Record<string, string>> = {},
  memory = 16 * GB,
): GraphicsMachine => ({
  memory,
  read: (path) => files[path] ?? null,
  list: (folder) => [
    ...new Set(
      Object.keys(files).flatMap((path) =>
        path.startsWith(`${folder}/`) ? (path.slice(folder.length + 1).split('/')[0] ?? []) : [],
      ),
    ),
  ],
  run: (command) => Promise.resolve(programs[command] ?? null),
})

describe('graphics memory', () => {
  it('is what the driver says of the largest card', async () => {
    const nvidia = machine({}, { 'nvidia-smi': '4096\n24564\n' })
    expect(await graphicsMemory('cuda', nvidia)).toBe(24564 * 1024 * 1024)
    expect(await graphicsMemory('vulkan', nvidia)).toBe(24564 * 1024 * 1024)
    const amd = machine({
      '/sys/class/drm/card0/device/mem_info_vram_total': '536870912\n',
      '/sys/class/drm/card1/device/mem_info_vram_total': '17163091968\n',
      '/sys/class/drm/card1-DP-1/device/mem_info_vram_total': '99163091968\n',
      '/sys/class/drm/version': 'drm 1.1.0',
    })
    expect(await graphicsMemory('vulkan', amd)).toBe(17163091968)
  })

  it('is shared with the processor on a Mac, none without graphics, and unknown where nothing says it', async () => {
    expect(await graphicsMemory('metal', machine())).toBe(0.66 * 16 * GB)
    expect(await graphicsMemory('cpu', machine({}, { 'nvidia-smi': '24564' }))).toBe(0)
    expect(await graphicsMemory('cuda', machine())).toBeNull()
    expect(await graphicsMemory('vulkan', machine({}, { 'nvidia-smi': '[N/A]\n' }))).toBeNull()
    expect(await graphicsMemory('vulkan')).toBeNull()
  })
})

describe('the model that suits a computer best', () => {
  const bestOf = (memory: number, graphics: number | null) => {
    const all = recommendedInside({ memory: memory * GB, graphics: graphics && graphics * GB })
    return all.find(({ best }) => best)?.id ?? null
  }

  it('is the largest that its graphics memory holds, or that a processor answers with soon enough', () => {
    expect(bestOf(32, 0)).toBe('inside:qwen3-4b')
    expect(bestOf(32, 4)).toBe('inside:qwen3-4b')
    expect(bestOf(32, 8)).toBe('inside:qwen3-8b')
    expect(bestOf(32, 16)).toBe('inside:gpt-oss-20b')
    // A card may hold more than the computer's own memory.
    expect(bestOf(8, 16)).toBe('inside:gpt-oss-20b')
    // A card of unknown memory is not counted on.
    expect(bestOf(32, null)).toBe('inside:qwen3-4b')
    expect(bestOf(4, 0)).toBe('inside:qwen3-1.7b')
    expect(bestOf(2, 0)).toBeNull()
  })

  it('is never one for search, and what fits does not depend on speed', () => {
    for (const graphics of [0, 8 * GB, null]) {
      const all = recommendedInside({ memory: 32 * GB, graphics })
      expect(all.every(({ fits }) => fits)).toBe(true)
      expect(all.find(({ best }) => best)?.goodAt).not.toBe('search')
      expect(all).toHaveLength(recommendedFiles().length)
    }
  })
})

describe('what is known of it', () => {
  it('is looked at once, told when it is there, and measured when the program that runs models is here', async () => {
    const told: (number | null)[] = []
    let isHere = false
    let looked = 0
    const graphics = createGraphics({
      isHere: () => isHere,
      measure: () => Promise.resolve(7 * GB),
      look: () => {
        looked += 1
        return Promise.resolve(8 * GB)
      },
      changed: () => told.push(graphics.bytes('vulkan')),
    })
    expect(graphics.bytes('cpu')).toBe(0)
    expect(graphics.bytes('vulkan')).toBeNull()
    expect(graphics.bytes('vulkan')).toBeNull()
    await expect.poll(() => told).toEqual([8 * GB])
    isHere = true
    expect(graphics.bytes('vulkan')).toBe(8 * GB)
    await expect.poll(() => told).toEqual([8 * GB, 7 * GB])
    expect([graphics.bytes('vulkan'), looked]).toEqual([7 * GB, 1])
  })
})
