import { expect, it } from 'vitest'
import { catalogueDir } from '../platform/app.ts'
import { firstCatalogue } from './first-catalogue.ts'

const warn = () => undefined

it('reviews the built-in catalogue before there are any data, in the language of choice', () => {
  const entries = firstCatalogue({ catalogueDir, language: 'es', log: { warn } })
  expect(
    entries.map(({ id, installed, review }) => [id, installed, review.author.trust, review.title]),
  ).toEqual([
    ['note', false, 'built_in', 'Notas'],
    ['tasks', false, 'built_in', expect.any(String)],
    ['units', false, 'built_in', 'Unidades'],
  ])
})

it('shows a sandboxed program without a network as the calmest of all', () => {
  const units = firstCatalogue({ catalogueDir, language: 'en', log: { warn } }).find(
    ({ id }) => id === 'units',
  )
  expect(units?.review.permissions).toMatchObject([{ key: 'wasm.module', risk: 'low' }])
})
