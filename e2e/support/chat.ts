import { expect, type Page } from '@playwright/test'

/** Sends a message once the turn before has ended: its text may be there a moment earlier, and until then Enter is refused. */
export const sendMessage = async (page: Page, text: string) => {
  const box = page.getByRole('textbox', { name: 'Message', exact: true })
  await box.fill(text)
  // While a turn runs, a stop button replaces this one.
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeEnabled()
  await box.press('Enter')
}
