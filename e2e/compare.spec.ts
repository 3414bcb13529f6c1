/** Another model answers the same message, and both answers are read side by side. */
import { MODELS } from './ollama-server/models.ts'
import { startOllamaServer } from './ollama-server/server.ts'
import { expectAccessible, tooWide } from './support/checks.ts'
import { sendMessage } from './support/chat.ts'
import { createSatchel, expect, test } from './support/satchel.ts'

test('the answers of two models are compared, and one is kept', async ({ page }) => {
  const model = await startOllamaServer({
    models: MODELS.flatMap((one) => [one, { ...one, name: `second-${one.name}` }]),
    script: {
      about: 'answers twice',
      turns: [
        { reply: { chunks: [{ content: 'Rome was **founded** long ago.' }] } },
        { when: { model: 'second-qwen3:8b' }, reply: { chunks: [{ content: 'It was 753 BC.' }] } },
      ],
    },
  })
  const satchel = createSatchel({ env: { OLLAMA_HOST: model.url } })
  try {
    await satchel.open(page)
    await sendMessage(page, 'When was Rome founded?')
    const answer = page.getByRole('article', { name: 'Satchel' })
    await expect(answer).toContainText('long ago')
    await expect(answer.getByRole('button', { name: 'Compare versions' })).toHaveCount(0)

    await answer.getByRole('button', { name: 'Answer again with…' }).press('Enter')
    await page.getByRole('menuitem', { name: /second-qwen3/ }).click()
    await expect(answer).toContainText('753 BC')
    await answer.getByRole('button', { name: 'Compare versions' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Compare versions' })
    const columns = dialog.getByRole('listitem')
    await expect(columns).toHaveCount(2)
    await expect(columns.nth(0)).toContainText('founded long ago')
    await expect(columns.nth(1).getByRole('heading', { name: /second-qwen3/ })).toBeVisible()
    await expect(columns.nth(1).getByRole('button', { name: 'Shown now' })).toBeVisible()
    await expectAccessible(page, 'two versions')
    await page.setViewportSize({ width: 420, height: 700 })
    expect(await tooWide(page)).toEqual([])

    await columns.nth(0).getByRole('button', { name: 'Keep this one' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(answer).toContainText('long ago')
  } finally {
    await satchel.dispose()
    await model.close()
  }
})
