import { expect, it } from 'vitest'
import { appFrameAddress, appFramePolicy, isPublicOrigin, mayRequest, originsOfFrame } from './app-frame.ts'

const AT = 'http://127.0.0.1:4000/'

it('takes origins with a public name over TLS, and no others', () => {
  for (const origin of ['https://a.example.org', 'wss://a.example.org:8443', 'https://*.example.org'])
    expect([origin, isPublicOrigin(origin)]).toEqual([origin, true])
  for (const origin of [
    'http://a.example.org',
    'https://localhost',
    'https://127.0.0.1',
    'https://[::1]',
    'https://2130706433',
    'https://0x7f.1',
    'https://router.local',
    'https://db.internal:5432',
    'https://*',
    'https://*.org.',
    'https:',
    'https://a.example.org/path',
    'https://a.example.org; script-src *',
    'https://a.example.org https://b.example.org',
    "'self'",
    'data:',
    'https://user@a.example.org',
    `https://${'a.'.repeat(200)}org`,
  ])
    expect([origin, isPublicOrigin(origin)]).toEqual([origin, false])
})

it('says in its address what it may reach, and its policy says no more', () => {
  const origins = { connect: ['https://api.example.org'], resource: ['https://*.example.org'] }
  const address = `${AT}${appFrameAddress(origins)}`
  expect(originsOfFrame(address)).toEqual(origins)
  expect(originsOfFrame(`${AT}index.html?connect=https%3A%2F%2Fa.example.org`)).toBeNull()
  // Whatever is written into an address, only origins are read from it.
  const forged = `${AT}app-frame.html?connect=*&connect=https://a.example.org;script-src%20*&resource='unsafe-eval'`
  expect(originsOfFrame(forged)).toEqual({ connect: [], resource: [] })
  const policy = appFramePolicy(originsOfFrame(forged) ?? origins)
  expect(policy).toContain("connect-src 'none';")
  expect(policy).not.toMatch(
    /allow-same-origin|allow-popups|allow-top|allow-downloads|allow-modals| 'unsafe-eval'/u,
  )
  expect(policy.split('; ').filter((one) => one.includes('http'))).toEqual([])
  expect(appFramePolicy(origins)).toContain("connect-src https://api.example.org; frame-src 'none'")
})

it('lets a shell see which requests are within that', () => {
  const frame = `${AT}${appFrameAddress({ connect: ['https://api.example.org'], resource: ['https://*.cdn.example.org'] })}`
  const may = (address: string) => mayRequest(frame, address)
  expect(may('https://api.example.org/x')).toBe(true)
  expect(may('https://a.cdn.example.org/x')).toBe(true)
  for (const address of [
    'http://api.example.org/x',
    'https://api.example.org:8443/x',
    'https://cdn.example.org/x',
    'https://evilcdn.example.org/x',
    'https://api.example.org.evil.org/x',
    'wss://api.example.org/x',
    'nonsense',
  ])
    expect([address, may(address)]).toEqual([address, false])
  expect(mayRequest(`${AT}index.html`, 'https://api.example.org/x')).toBe(false)
})
