import type { Page } from '@playwright/test'
import { expect } from './satchel.ts'

/** After connecting a server in the window: uses the tools that nothing speaks against. */
export const useTools = async (page: Page): Promise<void> => {
  const sheet = page.getByRole('dialog', { name: 'Read what its tools say' })
  await sheet.getByRole('button', { name: /^Use \d+ tools?$/ }).click()
  await expect(sheet).toBeHidden()
}
