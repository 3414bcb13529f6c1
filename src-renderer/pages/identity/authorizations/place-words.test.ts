import { expect, it } from 'vitest'
import { placeWords } from './place-words.ts'

const DIARY = 'did:nuwa:cap:diary'
const target = (scope: string) => `urn:nuwa:scope:did:key:z6Mk/${DIARY}/${scope}`

it('says whose data a permission is about, without the names of scopes where they say nothing', () => {
  expect(placeWords({ capUri: DIARY, target: target('sc:diary') })).toBe('In its own data')
  expect(placeWords({ capUri: DIARY, target: target('sc:family') })).toBe('In sc:family')
  expect(placeWords({ capUri: null, target: target('sc:diary') })).toBeNull()
})
