import { expect, it } from 'vitest'
import { cataloguesSchema } from '../contract/settings.ts'
import { firstCatalogues } from './first-catalogues.ts'

it('are what comes with Satchel, and the project’s registry once there is one', () => {
  expect(cataloguesSchema.parse(firstCatalogues())[0]).toMatchObject({ kind: 'builtin' })
  expect(firstCatalogues('{"place": "", "did": ""}')).toHaveLength(1)
  const own = { place: 'https://registry.example/', did: 'did:web:registry.example' }
  expect(cataloguesSchema.parse(firstCatalogues(JSON.stringify(own)))[1]).toMatchObject({
    kind: 'static',
    trust: 'ask',
    ...own,
  })
})
