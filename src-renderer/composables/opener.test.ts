import { afterEach, describe, expect, it } from 'vitest'
import { openerOf } from './opener.ts'

afterEach(() => {
  document.body.innerHTML = ''
})

describe('where the focus goes back to', () => {
  it('is what had it', () => {
    document.body.innerHTML = '<button id="a"></button>'
    const button = document.getElementById('a')
    expect(openerOf(button)).toBe(button)
  })

  it('is the button of the menu an entry was chosen from', () => {
    document.body.innerHTML =
      '<button id="trigger"></button><div role="menu" aria-labelledby="trigger"><div id="entry" role="menuitem"></div></div>'
    expect(openerOf(document.getElementById('entry'))?.id).toBe('trigger')
  })

  it('is nothing where nothing had it', () => {
    expect(openerOf(null)).toBeNull()
    expect(openerOf(document.body)).toBeNull()
  })
})
