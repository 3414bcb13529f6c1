import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startOllamaServer } from '../e2e/ollama-server/server.ts'
import type { Benchmark } from './frame.ts'
import { createHome, startDaemon } from './startup/daemon.ts'
import { median } from './statistics.ts'
import { longAnswer, PIECE_MS } from './ui/answer.ts'
import type { Smoothness } from './ui/probe.ts'
import { openBrowser } from './ui/browser.ts'

/** The window while a fast model writes a long answer, beside the same text rendered anew for each piece. */
export const ui: Benchmark = async (frame, { quick }) => {
  const pieces = longAnswer(quick ? 6000 : undefined)
  const folder = mkdtempSync(join(tmpdir(), 'satchel-bench-'))
  const models = await startOllamaServer({
    script: {
      about: 'a long answer by a fast model',
      turns: [{ reply: { chunks: pieces.map((content) => ({ content, delayMs: PIECE_MS })) } }],
    },
  })
  const daemon = await startDaemon(createHome(join(folder, 'home')))
  const browser = await openBrowser()
  try {
    await daemon.client.api.settings.set.mutate({ ollamaUrl: models.url, model: 'ollama:qwen3:8b' })
    const ours: Smoothness[] = []
    const reference: Smoothness[] = []
    for (let run = 0; run < (quick ? 1 : 3); run += 1) {
      ours.push(await browser.watchChat(await daemon.webLink()))
      reference.push(await browser.watchRenderingAnew(pieces, PIECE_MS))
    }
    const row = async (what: string, unit: string, of: keyof Smoothness, atMost: number): Promise<void> => {
      const of_ = (all: readonly Smoothness[]) => () => median(all.map((one) => one[of]))
      await frame.compare({
        what: `an answer of ${String(pieces.join('').length)} characters at 200 tokens/s: ${what} (reference: markdown-it and innerHTML for each piece)`,
        unit,
        ours: of_(ours),
        reference: of_(reference),
        bar: { atMost },
        runs: 1,
      })
    }
    await row('longest task', 'ms', 'longestTask', 50)
    await row('delay of a key, p99', 'ms', 'inputDelay', 50)
    await row('frames left out', '%', 'droppedFrames', 2)
  } finally {
    await browser.close()
    await daemon.stop()
    await models.close()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
}
