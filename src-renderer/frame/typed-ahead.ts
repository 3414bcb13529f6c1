import { nextTick } from 'vue'

/** What was typed into the palette before it was there: the text, and the steps and choices in its list after that. */
const typed: { text: string; keys: string[] } = { text: '', keys: [] }

export const KEYS = ['Enter', 'ArrowDown', 'ArrowUp', 'Escape']

export const keepText = (text: string): void => {
  typed.text = text
}

export const keepKey = (key: string): void => {
  typed.keys.push(key)
}

/** Gives a field what was typed ahead, once, as if it were typed now. */
export const giveTypedAhead = async (field: HTMLInputElement): Promise<void> => {
  const { text, keys } = typed
  Object.assign(typed, { text: '', keys: [] })
  if (text === '' && keys.length === 0) return
  field.focus()
  field.value = text
  field.dispatchEvent(new Event('input', { bubbles: true }))
  for (const key of keys) {
    // The list follows before the next key.
    await nextTick()
    field.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  }
}
