import { expect, it } from 'vitest'
import { createDeepLinks, linkIn } from './deep-links.ts'

it('takes links that add a server or install a capability, and nothing else the app may be started with', () => {
  const link = 'satchel://servers/add?name=a&config=e30'
  expect(linkIn(['/usr/bin/satchel', '--flag', link])).toBe(link)
  expect(linkIn(['SATCHEL://servers/add?name=a'])).toBe('SATCHEL://servers/add?name=a')
  for (const install of ['satchel://install?uri=did:nuwa:cap:note', 'satchel://install/?cid=bafk'])
    expect(linkIn([install])).toBe(install)
  for (const other of [
    'satchel://app/',
    'satchel://app/index.html?x=satchel://servers/add?',
    'satchel://servers/remove?name=a',
    'satchel://installed?uri=did:nuwa:cap:note',
    'satchel://app/?satchel://install?uri=a',
    'https://example.org/?satchel://servers/add?',
    `satchel://servers/add?config=${'A'.repeat(33_000)}`,
  ])
    expect(linkIn([other])).toBeNull()
})

it('keeps the last one until it is fetched, once', () => {
  let notified = 0
  const links = createDeepLinks({ notify: () => (notified += 1) })
  expect(links.arrived(['--flag'])).toBe(false)
  expect(links.arrived(['satchel://servers/add?name=a'])).toBe(true)
  expect(links.arrived(['satchel://servers/add?name=b'])).toBe(true)
  expect([links.take(), links.take(), notified]).toEqual(['satchel://servers/add?name=b', null, 2])
})
