/** Models in the app: a server of one's own with its key, fetching and deleting, a model for one conversation, another answer. */
import { expectAccessible, looksOfRun, tooWide } from './support/checks.ts'
import { expect, test } from './support/satchel.ts'
import { startOllamaServer } from './ollama-server/server.ts'
import { startOpenAiServer } from '../src-daemon/testing/openai-server.ts'

const KEY = 'sk-of-the-lab'

test('a model is fetched and deleted, a server added with its key, tested, used and removed', async ({
  page,
  satchel,
}) => {
  const ollama = await startOllamaServer()
  const lab = await startOpenAiServer({ key: KEY })
  try {
    satchel.env['OLLAMA_HOST'] = ollama.url
    await satchel.open(page, '/models')
    const server = page.getByRole('region', { name: 'Ollama' })
    await expect(server.getByText('qwen3:8b')).toBeVisible()
    await expect(server.getByText('version 0.17.7')).toBeVisible()

    await page.getByRole('textbox', { name: 'Download a model' }).fill('slow:1b')
    await page.getByRole('button', { name: 'Download', exact: true }).click()
    await expect(page.getByText(/203\.8.MB of 815\.3.MB/)).toBeVisible()
    await page.getByRole('button', { name: 'Stop' }).click()
    await expect(page.getByText('Stopped. What’s there is kept.')).toBeVisible()
    await page.getByRole('button', { name: 'Remove from list' }).click()
    await page.getByRole('textbox', { name: 'Download a model' }).fill('phi4:14b')
    await page.getByRole('button', { name: 'Download', exact: true }).click()
    const fetched = server.getByRole('listitem').filter({ hasText: 'phi4:14b' })
    await expect(fetched).toBeVisible()
    await fetched.getByRole('button', { name: 'Delete' }).click()
    await expect(fetched.getByRole('button', { name: 'Keep' })).toBeFocused()
    await fetched.getByRole('button', { name: 'Delete' }).click()
    await expect(fetched).toBeHidden()

    await page.getByRole('button', { name: 'Add a model server' }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByLabel('Name', { exact: true }).fill('Lab')
    await sheet.getByLabel('Address').fill('https://models.example/v1')
    await expect(sheet.getByText('goes to models.example')).toBeVisible()
    await sheet.getByLabel('Address').fill(lab.url)
    await expect(sheet.getByText('goes to')).toBeHidden()
    await sheet.getByLabel('Key', { exact: true }).fill(KEY)
    await sheet.getByRole('button', { name: 'Save' }).click()
    const card = page.getByRole('region', { name: 'Lab' })
    await expect(card.getByText('test-model')).toBeVisible()
    await card.getByRole('button', { name: 'Test', exact: true }).click()
    await expect(card.getByText(/It responds in \d+ ms, with 1 model\./)).toBeVisible()
    await expectAccessible(page, 'Models')
    for (const [width, height] of looksOfRun([
      [1280, 800],
      [900, 600],
    ] as const)) {
      await page.setViewportSize({ width, height })
      expect(await tooWide(page)).toEqual([])
    }
    expect(await page.content()).not.toContain(KEY)

    await card.getByRole('button', { name: 'Make default: test-model' }).click()
    await expect(card.getByText('Default')).toBeVisible()
    await card.getByRole('button', { name: 'Remove' }).click()
    await card.getByRole('button', { name: 'Remove' }).click()
    await expect(card).toBeHidden()
  } finally {
    await ollama.close()
    await lab.close()
  }
})

test('an answer that failed offers other models, and uses none automatically', async ({ page, satchel }) => {
  const ollama = await startOllamaServer({
    script: { about: 'fails', turns: [{ reply: { status: 500, error: 'out of memory' } }] },
  })
  try {
    satchel.env['OLLAMA_HOST'] = ollama.url
    await satchel.open(page, '/chat')
    await page.getByRole('textbox', { name: 'Message' }).fill('hello')
    await page.keyboard.press('Enter')
    await expect(page.getByText(/^There isn’t enough memory for/)).toBeVisible()
    await expect(page.getByText('out of memory')).toHaveCount(0)
    await page.getByRole('button', { name: 'What the server said' }).click()
    await expect(page.getByText('out of memory')).toBeVisible()
    const asked = ollama.chats().length
    await page.getByRole('button', { name: 'Answer with another model' }).click()
    await page.getByRole('menuitem', { name: 'Answer with Built-in planner instead' }).click()
    await expect(page.getByText('What can I do for you')).toBeVisible()
    expect(ollama.chats()).toHaveLength(asked)
  } finally {
    await ollama.close()
  }
})

test('guidance is switched for each model, and stays', async ({ page, satchel }) => {
  const ollama = await startOllamaServer()
  try {
    satchel.env['OLLAMA_HOST'] = ollama.url
    await satchel.open(page, '/models')
    const guided = page.getByRole('switch', { name: 'Guided: qwen3:8b' })
    await expect(guided).not.toBeChecked()
    await guided.click()
    await expect(guided).toBeChecked()
    await page.reload()
    await expect(guided).toBeChecked()
    await expect(page.getByRole('switch', { name: 'Guided: gemma3:1b' })).not.toBeChecked()
    await expectAccessible(page, 'Models')
    await guided.focus()
    await page.keyboard.press('Space')
    await expect(guided).not.toBeChecked()
    for (const [width, height] of looksOfRun([
      [1280, 800],
      [900, 600],
    ] as const)) {
      await page.setViewportSize({ width, height })
      expect(await tooWide(page)).toEqual([])
    }
  } finally {
    await ollama.close()
  }
})
