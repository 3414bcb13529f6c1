import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { keepFocus } from './keep-focus.ts'

beforeAll(keepFocus)
afterEach(() => {
  document.body.replaceChildren()
})

const show = () => {
  document.body.innerHTML = `<section aria-label="Card"><button id="save">Save</button></section><button id="other"></button>`
  const save = document.querySelector<HTMLButtonElement>('#save')
  const other = document.querySelector<HTMLButtonElement>('#other')
  const region = document.querySelector('section')
  if (save === null || other === null || region === null) throw new Error('no page')
  save.focus()
  return { save, other, region }
}
/** As a browser does, which takes the focus from what is disabled. */
const disable = (button: HTMLButtonElement): void => {
  button.blur()
  button.disabled = true
}
const hasFocus = (element: Element): Promise<void> =>
  vi.waitFor(() => {
    expect(document.activeElement).toBe(element)
  }, 20_000)

it('gives the focus of a disabled control to its region, and back once it works again', async () => {
  const { save, region } = show()
  disable(save)
  await hasFocus(region)
  save.disabled = false
  await hasFocus(save)
})

it('leaves it to what has taken it meanwhile', async () => {
  const { save, other, region } = show()
  disable(save)
  await hasFocus(region)
  other.focus()
  save.disabled = false
  await new Promise((done) =>
    requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done))),
  )
  expect(document.activeElement).toBe(other)
})

it('gives it to the region of a control that is gone', async () => {
  const { save, region } = show()
  save.remove()
  await hasFocus(region)
})
