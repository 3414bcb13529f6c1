/** An answer that streams: what is selected stays so, and the view follows it until the reader scrolls away. */
import { startOllamaServer, type OllamaServer } from './ollama-server/server.ts'
import { sendMessage } from './support/chat.ts'
import { createSatchel, expect, test as base, type Satchel } from './support/satchel.ts'

const PARTS = 120
const part = (at: number) => `## Part ${String(at)}\n\nSome **words** about it.\n\n- one\n- two\n\n`
const pieces = Array.from({ length: PARTS }, (_, at) => part(at + 1).match(/[^]{1,6}/gu) ?? []).flat()

const test = base.extend<{ model: OllamaServer; talking: Satchel }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's dependencies from this pattern
  model: async ({}, use) => {
    const chunks = pieces.map((content) => ({ content, delayMs: 5 }))
    const server = await startOllamaServer({
      script: { about: 'writes a long answer', turns: [{ reply: { chunks } }] },
    })
    await use(server)
    await server.close()
  },
  talking: async ({ model }, use) => {
    const satchel = createSatchel({ env: { OLLAMA_HOST: model.url } })
    await use(satchel)
    await satchel.dispose()
  },
})

test('keeps a selection, follows the text, stays where the reader goes, and comes back with one click', async ({
  page,
  talking,
}) => {
  test.setTimeout(120_000)
  await talking.open(page)
  await sendMessage(page, 'Tell me all of it.')
  const scroller = page.locator('[tabindex="-1"].overflow-y-auto')
  const top = () => scroller.evaluate((box) => box.scrollTop)
  const toEnd = () => scroller.evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight)
  const heading = (at: number) => page.getByRole('heading', { name: `Part ${String(at)}`, exact: true })

  await heading(3).waitFor()
  await page.evaluate(() => {
    const [first] = document.querySelectorAll('.markdown p')
    if (first !== undefined) getSelection()?.selectAllChildren(first)
  })
  const selected = () => page.evaluate(() => getSelection()?.toString())
  expect(await selected()).toBe('Some words about it.')

  // It follows, though text grows between a scroll and its event.
  const back = page.getByRole('button', { name: 'Go to latest message' })
  const isFollowed = async () => {
    await expect.poll(toEnd).toBeLessThan(48)
    await expect(back).toBeHidden()
  }
  await heading(30).waitFor()
  await isFollowed()

  await scroller.hover()
  await page.mouse.wheel(0, -600)
  await back.waitFor()
  const left = await top()
  await heading(60).waitFor()
  expect(await top()).toBe(left)

  await back.click()
  await isFollowed()
  await heading(PARTS).waitFor()
  await isFollowed()
  expect(await selected()).toBe('Some words about it.')
})
