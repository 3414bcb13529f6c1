/** What models use and cost: in an answer, in a month, and a limit that stops new messages. */
import { sendMessage } from './support/chat.ts'
import { expectAccessible, looksOfRun, tooWide } from './support/checks.ts'
import { startOllamaServer } from './ollama-server/server.ts'
import { createSatchel, expect, test } from './support/satchel.ts'

test('an answer shows what it cost, the month what all did, and a limit stops the next message until it is raised', async ({
  page,
}) => {
  test.slow()
  const ollama = await startOllamaServer()
  // Loopback by a name that Satchel takes for another computer's.
  const satchel = createSatchel({
    env: { OLLAMA_HOST: ollama.url.replace('127.0.0.1', '[::ffff:127.0.0.1]') },
  })
  const MODEL = 'ollama:qwen3:8b'
  try {
    await satchel.run('settings', 'set', 'model', MODEL)
    await satchel.open(page, '/usage')
    await expect(page.getByText('No model was used')).toBeVisible()
    await expectAccessible(page, 'usage, empty')

    await page.goto(new URL('#/chat', page.url()).href)
    await sendMessage(page, 'hello there')
    const used = page.getByRole('button', { name: /tokens/ }).last()
    await expect(used).toBeVisible()
    // Nobody knows what this model costs, so no money is shown.
    await expect(used).not.toContainText('$')
    await page.goto(new URL('#/usage', page.url()).href)
    const row = page.locator('[data-test=model-use]')
    await expect(row).toContainText('price unknown')
    await row.getByRole('button', { name: /^Change the price of/ }).press('Enter')
    await page.getByLabel('$ per million read').fill('1000')
    await page.getByLabel('$ per million written').fill('2000')
    await expectAccessible(page, 'a price is changed')
    await page.getByRole('button', { name: 'Save' }).press('Enter')
    await expect(row).toContainText('your price')
    for (const width of looksOfRun([1280, 900, 420])) {
      await page.setViewportSize({ width, height: 800 })
      expect(await tooWide(page)).toEqual([])
    }
    await page.setViewportSize({ width: 1280, height: 800 })

    await page.goto(new URL('#/chat', page.url()).href)
    await sendMessage(page, 'hello again')
    await expect(used).toContainText('$')
    await used.click()
    await expect(page.getByText('This conversation')).toBeVisible()
    await expect(page.getByRole('link', { name: 'This month' })).toBeVisible()
    await expectAccessible(page, 'the cost of an answer')

    await satchel.run('settings', 'set', 'monthMoney', '0.01')
    await sendMessage(page, 'and once more')
    await expect(page.getByText(/This month’s limit of \$0\.01 is reached/)).toBeVisible()
    await expectAccessible(page, 'a limit is reached')
    const asked = ollama.chats().length
    await page.getByRole('button', { name: /^Raise the limit to \$/ }).press('Enter')
    await expect(page.getByText(/limit of .* is reached/)).toHaveCount(0)
    await expect.poll(() => ollama.chats().length).toBeGreaterThan(asked)

    await page.goto(new URL('#/usage', page.url()).href)
    await expect(page.locator('[data-test=limit]')).toContainText('of $')
    const listed = await satchel.run('models', 'usage')
    expect(listed.stdout).toContain(MODEL)
    expect(listed.stdout).toContain('$')
  } finally {
    await satchel.dispose()
    await ollama.close()
  }
})
