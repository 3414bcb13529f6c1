/** A Satchel that talks with a scripted model, and what is seen of its conversation. */
import type { Page } from '@playwright/test'
import { startOllamaServer, type OllamaServer } from '../ollama-server/server.ts'
import { createSatchel, test as base, type Satchel } from './satchel.ts'

export const test = base.extend<{ model: OllamaServer; talking: Satchel }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's dependencies from this pattern
  model: async ({}, use) => {
    const server = await startOllamaServer({
      script: {
        about: 'answers slowly, or at once',
        turns: [
          {
            when: { user: 'slowly' },
            reply: { chunks: [{ content: 'word ', delayMs: 50, repeat: 600 }, { content: 'The end.' }] },
          },
          {
            when: { user: 'at length' },
            reply: { chunks: [{ content: 'Yes.\n\n', repeat: 80 }, { content: 'A walnut cake at last.' }] },
          },
          { reply: { chunks: [{ content: 'The gardens open at nine.' }] } },
        ],
      },
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

export const field = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true })
export const answers = (page: Page) => page.getByRole('article', { name: 'Satchel' })
export const questions = (page: Page) => page.getByRole('article', { name: 'You' })
export const waiting = (page: Page) => page.getByRole('region', { name: 'Waiting messages' })
export const row = (page: Page, title: string) => page.getByRole('link', { name: title, exact: true })
