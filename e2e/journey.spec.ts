import { readFileSync, writeFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { sendMessage as send } from './support/chat.ts'
import { createSatchel, expect, sharedSatchel, test } from './support/satchel.ts'
import { startOllamaServer } from './ollama-server/server.ts'

const MILK = 'add note about buying milk tomorrow'

const installFromCatalogue = async (page: Page, title: string) => {
  await page.getByRole('link', { name: 'Capabilities', exact: true }).click()
  await page
    .getByRole('link', { name: new RegExp(`^${title}`) })
    .or(page.getByRole('button', { name: new RegExp(`^${title}`) }))
    .first()
    .click()
  await page.getByRole('button', { name: 'Review and install' }).first().click()
  const sheet = page.getByRole('dialog')
  await expect(sheet).toContainText('Built in')
  await expect(sheet).toContainText('Create “Note” objects')
  await expect(sheet).not.toContainText('did:nuwa:mcp:')
  await sheet.getByRole('button', { name: 'Install', exact: true }).click()
  await expect(sheet).toBeHidden()
}

test(
  'a person installs Note, says a sentence, finds the note, and finds it again after a crash',
  { tag: '@smoke' },
  async ({ page, satchel }) => {
    await satchel.open(page)
    await expect(page.getByRole('heading', { name: 'Welcome to Satchel' })).toBeVisible()
    await installFromCatalogue(page, 'Note')

    await page.getByRole('link', { name: 'Chat' }).click()
    await send(page, MILK)
    const answer = page.getByRole('article', { name: 'Satchel' })
    await expect(answer).toContainText('Note, matched by the words “add note about”')
    await expect(answer).toContainText('Added to Note: “buying milk tomorrow”.')

    const toolRow = answer.getByRole('button', { name: /buying milk tomorrow/ }).first()
    await toolRow.click()
    await expect(answer).toContainText('did:nuwa:state:note#v1')

    await answer.getByRole('link', { name: /Created/ }).click()
    await expect(page).toHaveURL(/#\/state\?/)
    await expect(page.getByRole('heading', { name: 'buying milk tomorrow' }).first()).toBeVisible()
    await page.getByRole('button', { name: 'History', exact: true }).click()
    await expect(page.getByText(/by Note 1\.0\.0/).first()).toBeVisible()
    await page.getByRole('link', { name: 'Open conversation' }).click()
    await expect(page.getByRole('article', { name: 'You' })).toContainText(MILK)

    await satchel.crash()
    await satchel.open(page, '/state?schema=did:nuwa:state:note%23v1')
    await expect(page.getByRole('button', { name: /^buying milk tomorrow/ })).toBeVisible()
  },
)

test('an Ollama model streams the same journey, and is told only about the tools of Note', async ({
  page,
}) => {
  const ollama = await startOllamaServer()
  const satchel = createSatchel({ env: { OLLAMA_HOST: ollama.url } })
  try {
    await satchel.json('cap', 'install', 'note', '--yes')
    await satchel.open(page)
    await send(page, MILK)
    const answer = page.getByRole('article', { name: 'Satchel' })
    await expect(answer).toContainText('I saved your note “Buy milk”.')
    await expect(page.getByRole('button', { name: 'Send' })).toBeVisible()
    const { items } = (await satchel.json('state', 'query', '--from', 'did:nuwa:state:note#v1')) as {
      items: unknown[]
    }
    expect(items).toHaveLength(1)
    const [first] = ollama.chats()
    expect(first?.options).toMatchObject({ num_ctx: 40_960 })
    expect(first?.tools?.map((tool) => tool.function.name)).toEqual([
      'state__create',
      'state__update',
      'state__query',
      'state__delete',
    ])
  } finally {
    await satchel.dispose()
    await ollama.close()
  }
})

test('an answer grows while it is said, and can be stopped', async ({ page }) => {
  const ollama = await startOllamaServer()
  const satchel = createSatchel({ env: { OLLAMA_HOST: ollama.url } })
  try {
    await satchel.open(page)
    await send(page, 'slow')
    const answer = page.getByRole('article', { name: 'Satchel' })
    const words = async () => ((await answer.textContent()) ?? '').length
    await expect(page.getByRole('button', { name: 'Stop' })).toBeVisible()
    const early = await words()
    await expect.poll(words).toBeGreaterThan(early + 5)
    await page.getByRole('button', { name: 'Stop' }).click()
    await expect(answer).toContainText('Stopped. The answer so far is kept.')
    await expect.poll(() => ollama.requests.at(-1)?.closedEarly).toBe(true)
  } finally {
    await satchel.dispose()
    await ollama.close()
  }
})

test('a damaged database is explained, kept, and set aside only when the user says so', async ({
  page,
  satchel,
}) => {
  await satchel.run('daemon', 'start')
  await satchel.run('daemon', 'stop')
  const damaged = Buffer.from('not a database at all'.repeat(100))
  writeFileSync(satchel.paths.database, damaged)
  await satchel.open(page)
  await expect(page.getByText('Satchel stopped before changing anything')).toBeVisible()
  expect(readFileSync(satchel.paths.database).equals(damaged)).toBe(true)
  await page.getByRole('button', { name: 'Set the damaged database aside' }).click()
  await page.getByRole('button', { name: 'Set it aside and start' }).click()
  await expect(page.getByText(/is kept, unchanged, at/).last()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Welcome to Satchel' })).toBeVisible()
})

test.describe('in which nothing is changed', () => {
  const shared = sharedSatchel()

  test('a link works once, and the page says where to get another', async ({ browser, page }) => {
    const satchel = shared()
    await satchel.open(page)
    const origin = new URL(page.url()).origin
    const stranger = await browser.newContext()
    const strange = await stranger.newPage()
    await strange.goto(`${origin}/#token=guessed`)
    await expect(strange.getByRole('heading', { name: 'This link was already used' })).toBeVisible()
    await expect(strange.getByText(/satchel web/)).toBeVisible()
    await stranger.close()
  })

  test('a new link works in a tab that already shows the app', async ({ page }) => {
    const satchel = shared()
    await satchel.open(page)
    await expect(page.getByRole('navigation')).toBeVisible()
    await satchel.open(page)
    // The page of before stays in sight until the link has been used.
    await expect(page).not.toHaveURL(/token/)
    await expect(page.getByRole('navigation')).toBeVisible()
  })

  test('the page asks nothing of any other origin', async ({ page }) => {
    const satchel = shared()
    const strange: string[] = []
    page.on('request', (request) => {
      const { hostname, protocol } = new URL(request.url())
      if (hostname !== '127.0.0.1' && protocol !== 'data:' && protocol !== 'blob:')
        strange.push(request.url())
    })
    await satchel.open(page)
    for (const name of ['Capabilities', 'State', 'Identity', 'Settings', 'Chat'])
      await page.getByRole('link', { name, exact: true }).click()
    expect(strange).toEqual([])
  })

  test('closing the page leaves the daemon running', async ({ page }) => {
    const satchel = shared()
    await satchel.open(page)
    const before = await satchel.pid()
    await page.close()
    expect(await satchel.pid()).toBe(before)
  })
})
