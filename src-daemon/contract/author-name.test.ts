import { expect, it } from 'vitest'
import { authorDomain } from './author-name.ts'

it.each([
  ['did:web:ada.example', 'ada.example'],
  ['did:web:Ada.Example%3A8443', 'ada.example:8443'],
  ['did:web:example.org:people:ada', 'example.org/people/ada'],
  [`did:wba:example.org:ada:e1_${'a'.repeat(43)}`, 'example.org/ada'],
  ['did:web:xn--80ak6aa92e.example', 'xn--80ak6aa92e.example'],
])('%s is bound to %s', (did, name) => {
  expect(authorDomain(did)).toBe(name)
})

it.each([
  'did:key:z6MkjPW24cGBnBAw5d596iv6CAwa12yJodc5uzFWraoj46CH',
  'did:nuwa:ada.example',
  'did:web:аda.example', // a Cyrillic a
  'did:web:localhost',
  'did:web:ada.example:%2e%2e',
  'did:web:bank.example%2Fada.example',
  'did:web:a%3A1%3A2.example',
  `did:web:ada.example:${'x'.repeat(61)}`,
  'not a did',
  '',
])('%s names nobody', (did) => {
  expect(authorDomain(did)).toBeNull()
})
