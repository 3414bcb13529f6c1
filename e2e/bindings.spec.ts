import { createServer } from 'node:net'
import { createSatchel, expect, test } from './support/satchel.ts'

const PARAMS = { value: 5, from: 'mile', to: 'kilometre' }

const freePort = async (): Promise<number> => {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  await new Promise((done) => server.close(done))
  return typeof address === 'object' && address !== null ? address.port : 0
}

test('runs the sample module, and lets a second Satchel call it when its owner agrees', async ({
  satchel,
  page,
}) => {
  await satchel.json('cap', 'install', 'units', '--yes')
  expect(await satchel.json('cap', 'invoke', 'acp:units/convert', JSON.stringify(PARAMS))).toMatchObject({
    output: { value: 8.04672, unit: 'kilometre' },
  })

  const port = await freePort()
  const unopened = await satchel.run('agents', 'serve', '--port', String(port))
  expect(unopened.stderr).toContain('needs_consent')
  await satchel.run('agents', 'serve', '--port', String(port), '--yes')
  const did = `did:web:localhost%3A${String(port)}`

  const second = createSatchel()
  try {
    const sign = async (audience = did): Promise<string> => {
      const params = JSON.stringify(PARAMS)
      const { header } = (await second.json(
        ...[
          'did',
          'auth',
          'create',
          '--operation',
          'units/convert',
          '--params',
          params,
          '--audience',
          audience,
        ],
      )) as { header: string }
      return header
    }
    const call = async (authorization: string): Promise<{ status: number; text: string }> => {
      const response = await fetch(`http://localhost:${String(port)}/a2a`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'units/convert', params: PARAMS }),
      })
      return { status: response.status, text: await response.text() }
    }

    expect((await call(await sign())).status).toBe(403)
    const [caller] = (await satchel.json('agents', 'callers')) as { did: string; status: string }[]
    expect(caller).toMatchObject({ status: 'asked', asked: { method: 'units/convert' } })

    await satchel.open(page, '/agents?tab=inbox')
    const card = page.getByRole('article', { name: caller?.did ?? '' })
    await expect(card).toContainText('Waiting for you')
    await card.getByRole('button', { name: /Waiting for you/ }).click()
    await expect(card.getByRole('button', { name: 'Allow these tools' })).toBeDisabled()

    await satchel.run('agents', 'allow', caller?.did ?? '', '--tool', 'acp:units/convert', '--yes')
    await expect(card).toContainText('Allowed')
    const header = await sign()
    expect(await call(header)).toMatchObject({
      status: 200,
      text: expect.stringContaining('8.04672'),
    })
    expect((await call(header)).status).toBe(401)
    expect((await call(await sign('did:web:localhost%3A1'))).status).toBe(401)

    const log = JSON.stringify(await satchel.json('activity', 'list'))
    expect(log).toContain('"caller":"agent"')
    expect(log).toContain(caller?.did)

    const outcomes: number[] = []
    for (let n = 0; n < 60 && !outcomes.includes(429); n += 1)
      outcomes.push((await call('DIDAuthV1 nobody')).status)
    expect(outcomes).toContain(429)

    await satchel.run('agents', 'refuse', caller?.did ?? '')
    expect((await call(await sign())).status).toBe(403)
  } finally {
    await second.dispose()
  }
})
