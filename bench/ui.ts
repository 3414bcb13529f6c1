import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startOllamaServer } from '../e2e/ollama-server/server.ts'
import type { Benchmark, Frame } from './frame.ts'
import { createHome, fillWithObjects, startDaemon, type RunningDaemon } from './startup/daemon.ts'
import { FIRST_LOAD, openPages } from './startup/pages.ts'
import { median } from './statistics.ts'
import { longAnswer, PIECE_MS } from './ui/answer.ts'
import { openBrowser, type Watched } from './ui/browser.ts'
import { openDaily } from './ui/daily.ts'
import { CONVERSATIONS, importYears, LONG } from './ui/years.ts'

/** What a person notices of the window: while a fast model writes a long answer, and after years of use. */
export const ui: Benchmark = async (frame, options) => {
  await streaming(frame, options)
  await afterYears(frame, options)
}

/** Beside the same text rendered anew for each piece. */
const streaming: Benchmark = async (frame, { quick }) => {
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
    const ours: (Watched & { readonly heapAnew: number })[] = []
    const reference: Watched[] = []
    for (let run = 0; run < (quick ? 1 : 3); run += 1) {
      ours.push(await browser.watchChat(await daemon.webLink()))
    }
    // Once: it takes minutes.
    reference.push(await browser.watchRenderingAnew(pieces, PIECE_MS))
    const row = async (what: string, unit: string, of: keyof Watched, atMost: number): Promise<void> => {
      const of_ = (all: readonly Watched[]) => () => median(all.map((one) => one[of]))
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
    await row('JavaScript heap at most', 'MB', 'heapMost', 100)
    await frame.compare({
      what: 'JavaScript heap in use after it came (reference: the same answer opened anew)',
      unit: 'MB',
      ours: () => median(ours.map((one) => one.heapAfter)),
      reference: () => median(ours.map((one) => one.heapAnew)),
      bar: { atMostTimesReference: 1.2 },
      runs: 1,
    })
  } finally {
    await browser.close()
    await daemon.stop()
    await models.close()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
}

/** Answers of one or two sentences, one a minute. */
const ANSWERS_IN_AN_HOUR = 60

const afterYears: Benchmark = async (frame, { quick }) => {
  const [objects, messages, answers] = quick ? [2000, 1000, 5] : [100_000, LONG.messages, ANSWERS_IN_AN_HOUR]
  const folder = mkdtempSync(join(tmpdir(), 'satchel-bench-'))
  const short = Array.from({ length: 40 }, (_, at) => `word${String(at)} `)
  const models = await startOllamaServer({
    script: {
      about: 'short answers',
      turns: [{ reply: { chunks: short.map((content) => ({ content, delayMs: PIECE_MS })) } }],
    },
  })
  const daemon = await startDaemon(createHome(join(folder, 'home')))
  try {
    await daemon.client.api.settings.set.mutate({ ollamaUrl: models.url, model: 'ollama:qwen3:8b' })
    await importYears(daemon.client.api, messages)
    await fillWithObjects(daemon, objects)
    await daily(frame, daemon, { objects, messages, answers })
  } finally {
    await daemon.stop()
    await models.close()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
}

const daily = async (
  frame: Frame,
  daemon: RunningDaemon,
  { objects, messages, answers }: { objects: number; messages: number; answers: number },
): Promise<void> => {
  const one = (what: string, unit: string, atMost: number, value: number) =>
    frame.compare({ what, unit, ours: () => value, bar: { atMost }, runs: 1 })
  const pages = await openPages()
  try {
    await frame.compare({
      what: `page with ${String(CONVERSATIONS)} conversations and ${String(objects)} objects: from opening to usable (reference: an empty page)`,
      unit: 'ms',
      ours: async () => pages.timeUsable(await daemon.webLink()),
      reference: () => pages.timeEmpty(),
      bar: { atMost: 1200 },
    })
    await one(FIRST_LOAD, 'kB', 300, await pages.kilobytesAtRest(await daemon.webLink()))
  } finally {
    await pages.close()
  }
  const window = await openDaily(await daemon.webLink())
  try {
    const opened = await window.openConversation(LONG.title, LONG.last)
    await one(`a conversation of ${String(messages)} messages, from the click to its end`, 'ms', 500, opened)
    const { droppedFrames } = await window.scroll()
    await one('scrolling through it: frames left out', '%', 2, droppedFrames)
    await one('from a click in the rail to another page, median', 'ms', 100, await window.switchPages())
    for (let at = 0; at < answers; at += 1) await window.say(`And number ${String(at)}?`)
    await one(
      `memory of the page's own process after ${String(answers)} answers there and a pause`,
      'MB',
      250,
      await window.megabytes(),
    )
  } finally {
    await window.close()
  }
}
