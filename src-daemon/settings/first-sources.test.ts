import { expect, it } from 'vitest'
import { cataloguesSchema, settingsSchema } from '../contract/settings.ts'
import { firstCatalogues, firstServerRegistry } from './first-sources.ts'

it('are what comes with Satchel, and the project’s registry once there is one', () => {
  expect(cataloguesSchema.parse(firstCatalogues())[0]).toMatchObject({ kind: 'builtin' })
  expect(firstCatalogues('{"place": "", "did": "", "servers": ""}')).toHaveLength(1)
  const own = { place: 'https://registry.example/', did: 'did:web:registry.example', servers: '' }
  expect(cataloguesSchema.parse(firstCatalogues(JSON.stringify(own)))[1]).toEqual({
    kind: 'static',
    name: 'satchel',
    trust: 'ask',
    place: own.place,
    did: own.did,
  })
})

it('have a registry of MCP servers ready, over https', () => {
  const address = settingsSchema.shape.mcpRegistryUrl.parse(firstServerRegistry())
  expect(new URL(address).protocol).toBe('https:')
})
