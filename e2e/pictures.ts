/** Takes the pictures of the README and the guide from the real app: `npm run pictures`, or `npm run pictures -- NAME...` for some. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { chromiumFlags, findTestChromium } from '../scripts/find-chromium.mjs'
import { MODELS } from './ollama-server/models.ts'
import { startOllamaServer } from './ollama-server/server.ts'
import { startRegistry, useRegistry } from './support/dev-registry.ts'
import { createSatchel, type Satchel } from './support/satchel.ts'

const folder = join(import.meta.dirname, '..', 'docs', 'images')
const wanted = process.argv.slice(2)
const NOTES = 'did:nuwa:state:note#v1'
const SENTENCES = [
  'add a task to water the plants by friday',
  'add note about the spare key, it is with Ana',
  'add note about buying milk tomorrow',
]
const PLAN =
  'Here is the way from wish to result:\n\n```mermaid\ngraph LR\n  A[Wish] --> B[Plan] --> C[Review] --> D[Done]\n```\n'
const ROME = {
  first:
    'Rome was founded on **21 April 753 BC**, as the Romans told it.\n\nArchaeologists find settlements on the Palatine from the 10th century BC.',
  second:
    'Tradition says **753 BC**.\n\n| Source | Year |\n| --- | --- |\n| Varro | 753 BC |\n| Fabius Pictor | 748 BC |',
}

interface Stage {
  readonly page: Page
  readonly satchel: Satchel
  /** Goes to a page of the app. */
  readonly go: (path: string) => Promise<void>
  readonly say: (text: string) => Promise<void>
  /** Takes the picture of what is on screen, once it is at rest. */
  readonly take: (name: string, theme?: 'light' | 'dark') => Promise<void>
}

/** A conversation with the built-in planner, what it made, and who answers for it. */
const planned = async ({ page, satchel, go, take }: Stage) => {
  await satchel.json('settings', 'set', 'model', 'planner')
  for (const name of ['note', 'tasks']) await satchel.json('cap', 'install', name, '--yes')
  for (const sentence of SENTENCES) await satchel.json('chat', sentence)
  await satchel.open(page)
  await page.getByRole('link', { name: 'add note about buying milk' }).click()
  await page.getByText('Added to Note').waitFor()
  await take('chat')
  await go(`/state?schema=${encodeURIComponent(NOTES)}`)
  await page.getByRole('button', { name: /^buying milk/ }).click()
  await take('state', 'dark')
  await go('/activity')
  await page.getByRole('heading', { name: 'Activity', level: 1 }).waitFor()
  await take('activity')
  await go('/identity')
  await page.getByRole('heading', { name: 'Your DID' }).waitFor()
  await take('identity')
  await satchel.json('share', 'expose', 'Editor', 'acp:note/*', '--yes')
  await go('/sharing')
  await page.getByText('Editor').first().waitFor()
  await take('sharing')
}

/** Models on this computer. */
const withModels = async ({ page, satchel, go, say, take }: Stage) => {
  await satchel.open(page)
  await page.getByRole('radio', { name: /^Ollama/, checked: true }).waitFor()
  await page.getByRole('checkbox', { name: /Units/ }).waitFor()
  await page.getByText('Looking for models').waitFor({ state: 'hidden' })
  await take('first-steps')
  await satchel.json('cap', 'install', 'note', '--yes')
  await satchel.json('settings', 'set', 'model', 'ollama:qwen3:8b')
  for (const name of ['Editor', 'Tutor'])
    await satchel.json(
      'personas',
      'add',
      name,
      '--instructions',
      name === 'Editor' ? 'Correct my text. Change nothing else.' : 'Explain step by step, and ask me back.',
      ...(name === 'Editor' ? ['--capabilities', 'note'] : []),
    )
  await satchel.json('prompts', 'add', 'Thank-you letter', 'Thank {{name}} for {{what}}.')
  await satchel.json('prompts', 'add', 'Summary', 'Sum up in three sentences: {{text}}')
  await go('/chat')
  await page.reload()
  await say('Plan how a wish becomes a result.')
  await page.getByRole('button', { name: 'Show diagram' }).click()
  await page.locator('iframe').contentFrame().locator('svg').first().waitFor()
  await take('preview')
  await go('/chat/')
  await say('When was Rome founded?')
  const answer = page.getByRole('article', { name: 'Satchel' })
  await answer.getByText('21 April').waitFor()
  await answer.getByRole('button', { name: 'Answer again with…' }).press('Enter')
  await page.getByRole('menuitem', { name: /gemma3/ }).click()
  await answer.getByText('Varro').waitFor()
  await answer.getByRole('button', { name: 'Compare versions' }).click()
  await page.getByRole('dialog').getByText('Fabius').waitFor()
  await take('compare')
  await page.keyboard.press('Escape')
  await go('/prompts')
  await page.locator('[data-test=prompt]').first().waitFor()
  await take('prompts')
  await go('/models')
  await page.getByRole('region', { name: 'Ollama' }).getByText('qwen3:8b').first().waitFor()
  await take('models')
}

/** A model that has a price. */
const billed = async ({ page, satchel, take }: Stage) => {
  await satchel.json('settings', 'set', 'model', 'ollama:qwen3:8b')
  await satchel.json('models', 'price', 'ollama:qwen3:8b', '--input', '2', '--output', '8')
  await satchel.json('settings', 'set', 'monthMoney', '0.02')
  for (const sentence of ['When was Rome founded?', 'And by whom?', 'And Carthage?'])
    await satchel.json('chat', sentence)
  await satchel.open(page, '/usage')
  await page.locator('[data-test=model-use]').first().waitFor()
  await take('usage', 'dark')
}

/** A registry on this computer. */
const onMarket = async ({ page, satchel, take }: Stage) => {
  const dev = await startRegistry(satchel)
  try {
    await useRegistry(satchel, dev)
    await satchel.json('registry', 'sources', 'add', 'dev', '--registry', 'dev', '--index', dev.mcpUrl)
    // What a source says of a capability is known whole once it was looked at.
    for (const name of ['recipes', 'vocabulary', 'reading-list', 'habits'])
      await satchel.json('registry', 'resolve', name)
    await satchel.open(page, '/marketplace')
    await page.getByRole('link', { name: /^Recipes/ }).waitFor()
    await take('marketplace')
  } finally {
    await dev.stop()
  }
}

/** A capability of one's own, about to be signed. */
const made = async ({ page, satchel, take }: Stage) => {
  await satchel.json('cap', 'install', 'note', '--yes')
  await satchel.open(page, '/make')
  await page.getByRole('button', { name: 'Start a new one' }).click()
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Books I read')
  await page.getByRole('textbox', { name: 'One of them is called' }).fill('book')
  await page.getByRole('button', { name: 'Suggest some' }).click()
  await page.getByRole('textbox', { name: 'Try a sentence' }).fill('put Dune on my book list')
  await page.getByText('Reaches it').nth(4).waitFor()
  await page.getByText('Draft kept').waitFor()
  await page.getByRole('heading', { name: 'How you’d ask for it' }).scrollIntoViewIfNeeded()
  await take('making')
}

const STAGES: readonly {
  readonly names: readonly string[]
  readonly play: (stage: Stage) => Promise<void>
}[] = [
  { names: ['chat', 'state', 'activity', 'identity', 'sharing'], play: planned },
  { names: ['first-steps', 'preview', 'compare', 'prompts', 'models'], play: withModels },
  { names: ['usage'], play: billed },
  { names: ['marketplace'], play: onMarket },
  { names: ['making'], play: made },
]

mkdirSync(folder, { recursive: true })
const executablePath = findTestChromium()
const browser = await chromium.launch({
  args: chromiumFlags,
  ...(executablePath === undefined ? {} : { executablePath }),
})
const ollama = await startOllamaServer({
  models: MODELS,
  script: {
    about: 'the answers of the pictures',
    turns: [
      { when: { user: 'Plan' }, reply: { chunks: [{ content: PLAN }] } },
      { when: { model: 'gemma3:1b' }, reply: { chunks: [{ content: ROME.second }] } },
      { reply: { chunks: [{ content: ROME.first }] } },
    ],
  },
})
try {
  for (const { names, play } of STAGES) {
    const isWanted = (name: string) => wanted.length === 0 || wanted.includes(name)
    if (!names.some(isWanted)) continue
    const satchel = createSatchel({
      keychain: false,
      // As a server elsewhere, whose models have a price.
      env:
        play === billed
          ? { OLLAMA_HOST: ollama.url.replace('127.0.0.1', '[::ffff:127.0.0.1]') }
          : { OLLAMA_HOST: ollama.url },
    })
    const page = await browser.newPage({
      viewport: { width: 1280, height: 800 },
      deviceScaleFactor: 2,
      reducedMotion: 'reduce',
    })
    const camera = await page.context().newCDPSession(page)
    try {
      await play({
        page,
        satchel,
        go: (path) =>
          page.evaluate((to) => {
            window.location.hash = to
          }, path),
        say: async (text) => {
          await page.getByRole('textbox', { name: 'Message', exact: true }).fill(text)
          await page.keyboard.press('Enter')
        },
        take: async (name, colorScheme = 'light') => {
          if (!isWanted(name)) return
          await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
          await page.mouse.move(0, 0)
          await page.waitForTimeout(800)
          // WebP takes a fifth of a PNG.
          const { data } = await camera.send('Page.captureScreenshot', { format: 'webp', quality: 80 })
          writeFileSync(join(folder, `${name}.webp`), Buffer.from(data, 'base64'))
        },
      })
    } finally {
      await page.close()
      await satchel.dispose()
    }
  }
} finally {
  await ollama.close()
  await browser.close()
}
