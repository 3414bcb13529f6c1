import type { Page } from '@playwright/test'

/** An input method, as Chinese or Japanese is typed with: the browser's own composition in the field that has the focus. */
export interface InputMethod {
  /** Begins or goes on with a composition: what stands underlined in the field. */
  compose(text: string): Promise<void>
  /** A key that belongs to it: the page is told of it, as code 229, and the input method does the rest. */
  press(key: string): Promise<void>
  /** Ends the composition with these words in the field, as Enter does. */
  commit(text: string): Promise<void>
}

export const inputMethodOf = async (page: Page): Promise<InputMethod> => {
  const session = await page.context().newCDPSession(page)
  const press = async (key: string): Promise<void> => {
    await session.send('Input.dispatchKeyEvent', {
      type: 'rawKeyDown',
      key,
      code: key,
      windowsVirtualKeyCode: 229,
    })
  }
  return {
    press,
    compose: async (text) => {
      await session.send('Input.imeSetComposition', {
        text,
        selectionStart: text.length,
        selectionEnd: text.length,
      })
    },
    commit: async (text) => {
      await press('Enter')
      await session.send('Input.insertText', { text })
      // By then the composition has ended, so this one says nothing of it.
      await session.send('Input.dispatchKeyEvent', {
        type: 'keyUp',
        key: 'Enter',
        code: 'Enter',
        windowsVirtualKeyCode: 13,
      })
    },
  }
}
