import { expect, it } from 'vitest'
import { mainArgument } from './main-argument.ts'

it('says what a call is about: its title, else a few short values, else its first text', () => {
  expect(mainArgument({ schema_uri: 'did:nuwa:state:note#v1', object: { body: 'b', title: 'Milk' } })).toBe(
    'Milk',
  )
  expect(mainArgument({ value: 5, from: 'mile', to: 'kilometre' })).toBe('5 mile → kilometre')
  expect(mainArgument({ from: 'did:nuwa:state:note#v1', order: 'title' })).toBe('title')
  expect(
    mainArgument({ place: 'Bergen', other: 'a text that is much too long to be one of a few short values' }),
  ).toBe('Bergen')
  expect(mainArgument({ id: 'x' })).toBeNull()
})
