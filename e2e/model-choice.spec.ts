/** Which model answers: what a capability asks for and the model lacks, and what happens when no model answers. By rule and keyboard. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { startOllamaServer } from './ollama-server/server.ts'
import { expectAccessible, looksOfRun, tabTo, tooWide } from './support/checks.ts'
import { DIARY_1_0_0, diaryText, signedText } from './support/diary.ts'
import { sendMessage as send } from './support/chat.ts'
import { expect, test } from './support/satchel.ts'

const NEEDS = `  llm_requirements:
    model_family: ["claude"]
    min_context_window: 16000
    required_features: ["vision"]
`
const SIZES = [
  [1280, 800],
  [900, 600],
] as const

/** Looks at the page in both sizes and both themes. */
const look = async (page: Page, name: string) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const [width, height] of looksOfRun(SIZES)) {
    await page.setViewportSize({ width, height })
    expect(await tooWide(page)).toEqual([])
  }
  await expectAccessible(page, name)
}

test('the page says what a model lacks, and the planner replaces silent models only by consent', async ({
  page,
  satchel,
}) => {
  test.setTimeout(180_000)
  const ollama = await startOllamaServer({
    script: { about: 'talks', turns: [{ reply: { chunks: [{ content: 'It rained all day.' }] } }] },
  })
  try {
    satchel.env['OLLAMA_HOST'] = ollama.url
    await satchel.json('daemon', 'start')
    const file = join(satchel.paths.dataDir, 'diary.acp.yaml')
    writeFileSync(file, await signedText(diaryText({ ...DIARY_1_0_0, metadata: NEEDS })))
    await satchel.json('cap', 'install', file, '--yes')

    await satchel.open(page)
    await send(page, 'diary: rain')
    const unmet = page.locator('[data-test=unmet]')
    await expect(unmet).toContainText('qwen3:8b doesn’t have everything Diary asks for')
    await expect(page.getByText('It rained all day.')).toBeVisible()
    await look(page, 'unmet')
    await send(page, 'diary: sun')
    await expect(page.getByText('It rained all day.')).toHaveCount(2)
    await expect(unmet).toHaveCount(1)

    await unmet.getByRole('link', { name: 'Manage models' }).click()
    const needs = page.getByRole('region', { name: 'What capabilities need' })
    await expect(needs).toContainText('reads 16,000 tokens at once · made for claude · uses vision')
    await expect(needs).toContainText('Met in part')
    await needs.getByRole('button', { name: 'Diary' }).focus()
    await page.keyboard.press('Enter')
    await expect(needs.locator('[data-test="ollama:qwen3:8b"]')).toContainText(
      'doesn’t know whether the model supports: vision',
    )
    await needs.scrollIntoViewIfNeeded()
    await look(page, 'needs')
    await page.goto(new URL('/#/capabilities/diary', page.url()).href)
    await expect(page.locator('[data-test=model-needs]')).toContainText('made for claude')
    await look(page, 'overview')

    await ollama.close()
    await expect
      .poll(async () => JSON.stringify(await satchel.json('models', 'list')), { timeout: 20_000 })
      .toContain('"reachable":false')
    await page.goto(new URL('/#/chat', page.url()).href)
    await expect(page.getByRole('button', { name: 'Model: No model is responding' })).toBeVisible()
    await look(page, 'silent')
    await send(page, 'hello')
    const failed = page.getByRole('alert')
    await expect(failed).toContainText('Ollama, which has your models, isn’t responding')
    await look(page, 'consent')
    await tabTo(page, failed.getByRole('button', { name: 'Let the planner answer this' }))
    await page.keyboard.press('Enter')
    await expect(page.getByText('What can I do for you')).toBeVisible()
    await send(page, 'hi')
    await failed.getByRole('button', { name: 'Always, while no model responds' }).click()
    await expect(page.getByText('What can I do for you')).toHaveCount(2)
    await expect(page.getByRole('button', { name: 'Model: Built-in planner' })).toBeVisible()
    expect(await satchel.json('settings', 'get')).toMatchObject({ plannerInstead: true })
  } finally {
    await ollama.close()
  }
})
