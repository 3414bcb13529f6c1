/** What an answer can hold besides words: code in colour, formulas, tables, task lists and footnotes, and how they are copied. */
import { startOllamaServer, type OllamaServer } from './ollama-server/server.ts'
import { expectAccessible, tooWide } from './support/checks.ts'
import { sendMessage } from './support/chat.ts'
import { createSatchel, expect, test as base, type Satchel } from './support/satchel.ts'

const ANSWER = `Here it is[^1], with $E = mc^2$ for $5:

\`\`\`ts
export const greet = (name: string): string => \`Hello, \${name}\` // ${'a long comment '.repeat(12)}
\`\`\`

$$
\\int_0^1 x^2\\,dx = \\tfrac13
$$

| Thing | Sum |
|---|---|
| Milk, fresh | =1+1 |

- [x] bought
- [ ] drunk

[^1]: As of today.
`

const test = base.extend<{ model: OllamaServer; talking: Satchel }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's dependencies from this pattern
  model: async ({}, use) => {
    const chunks = (ANSWER.match(/[^]{1,12}/gu) ?? []).map((content) => ({ content, delayMs: 2 }))
    const server = await startOllamaServer({
      script: { about: 'writes a rich answer', turns: [{ reply: { chunks } }] },
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

test('an answer shows code, formulas, tables and notes, and each is copied', async ({
  page,
  talking,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
  await talking.open(page)
  await sendMessage(page, 'Show me everything.')
  const answer = page.getByRole('article', { name: 'Satchel' })
  await expect(answer.locator('.code-keyword').first()).toHaveText('export')
  await expect(answer.locator('.katex')).toHaveCount(2)
  await expect(answer.getByText('☑ bought')).toBeVisible()
  await expect(answer).toContainText('for $5')

  // A formula can place its parts anywhere, but never over what isn't part of the answer.
  const words = answer.locator('.markdown').first()
  expect(await words.evaluate((box) => getComputedStyle(box).overflow)).toBe('clip')

  // Wide code scrolls by keyboard.
  const code = answer.getByRole('group', { name: 'Code: ts' })
  await code.focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => code.evaluate((box) => box.scrollLeft)).toBeGreaterThan(0)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(answer.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await clipboard()).toMatch(/^export const greet = .*comment $/m)

  await answer.getByRole('group', { name: 'Table' }).hover()
  await answer.getByRole('button', { name: 'Copy as CSV' }).click()
  expect(await clipboard()).toBe('Thing,Sum\r\n"Milk, fresh",\'=1+1\r\n')
  await answer.getByRole('button', { name: 'Copy message' }).click()
  await expect.poll(clipboard).toBe(ANSWER)

  // A note and its mark lead to each other.
  await answer.getByRole('link', { name: '1', exact: true }).click()
  await expect(answer.getByRole('link', { name: '↩' })).toBeFocused()
  expect(page.url()).toContain('#/chat/')

  await expectAccessible(page, 'a rich answer')
  await page.setViewportSize({ width: 420, height: 700 })
  expect(await tooWide(page)).toEqual([])
})

test('an answer is read aloud with a voice of this computer', async ({ page, talking }) => {
  // Chromium has no voices here: these record what they are given, and one of them is elsewhere.
  await page.addInitScript(() => {
    const said: string[] = []
    let last: SpeechSynthesisUtterance | null = null
    const speech = Object.assign(new EventTarget(), {
      getVoices: () => [
        { name: 'far', lang: 'en-US', localService: false },
        { name: 'near', lang: 'en-GB', localService: true },
      ],
      speak: (utterance: SpeechSynthesisUtterance) => {
        said.push(`${utterance.lang}: ${utterance.text}`)
        last = utterance
      },
      cancel: () => last?.dispatchEvent(new Event('error')),
    })
    Object.defineProperty(window, 'speechSynthesis', { value: speech })
    Object.defineProperty(window, 'SpeechSynthesisUtterance', {
      value: class extends EventTarget {
        text: string
        lang = ''
        voice: unknown = null
        onend: (() => void) | null = null
        constructor(text: string) {
          super()
          this.text = text
          setTimeout(() => this.onend?.(), 1500)
        }
      },
    })
    Object.assign(window, { said })
  })
  await talking.open(page)
  await sendMessage(page, 'Show me everything.')
  const answer = page.getByRole('article', { name: 'Satchel' })
  await answer.getByRole('button', { name: 'Read aloud' }).click()
  await expect(answer.getByRole('button', { name: 'Stop reading' })).toBeVisible()
  const said = await page.evaluate(() => (window as unknown as { said: string[] }).said)
  expect(said[0]).toMatch(/^en-GB: Here it is/)
  expect(said.join(' ')).not.toContain('export const')
  await expect(answer.getByRole('button', { name: 'Read aloud' })).toBeVisible()
})
