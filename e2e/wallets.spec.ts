/** Accounts on a real chain: made in the window, asked by an agent in a conversation, and answered by the person alone. */
import { randomUUID } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { expectAccessible, focusShows, tabTo, tooWide } from './support/checks.ts'
import { expect, test as base } from './support/satchel.ts'
import { ETHER, withShop, type Shop } from './support/shop.ts'

/** The first vector of BIP-39. */
const PHRASE = `${'abandon '.repeat(11)}about`
const PAYEE = '0x00000000000000000000000000000000000000aa'
const schema = 'https://aitp.dev/capabilities/aitp-05-evm-wallet/v1.0.0/schema.json'
const request = (type: string, body: object) => JSON.stringify({ $schema: schema, [type]: body })
const pay = (id: string, value: bigint) =>
  request('request_transaction', {
    ...{ request_id: id, description: 'Two nights by the sea', chain_id: 31_337 },
    transaction: { to: PAYEE, value: `0x${value.toString(16)}` },
  })

const test = base.extend<{ shop: Shop }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's dependencies from this pattern
  shop: ({}, use) => withShop(use),
})
test.describe.configure({ timeout: 180_000 })

const wallets = (page: Page): Locator => page.locator('[data-test="wallets"]')
const sheet = (page: Page): Locator => page.getByRole('dialog')
const looksAt = async (page: Page, what: string) => {
  await expectAccessible(page, what)
  for (const width of [420, 900, 1280]) {
    await page.setViewportSize({ width, height: width === 1280 ? 800 : 600 })
    expect(await tooWide(page), `${what}, ${String(width)} wide`).toEqual([])
  }
}
const fill = async (page: Page, values: Readonly<Record<string, string>>, action: string) => {
  for (const [label, value] of Object.entries(values))
    await sheet(page).getByLabel(label, { exact: true }).fill(value)
  await sheet(page).getByRole('button', { name: action }).click()
  await expect(sheet(page)).toBeHidden()
}

test('an account is made, a network and a limit set, and an agent is paid once the person has seen what', async ({
  page,
  shop: { satchel, chain, call, node, fund },
}) => {
  await satchel.open(page)
  await page.goto(page.url().replace(/#.*$/, '#/identity'))
  await expect(wallets(page)).toContainText('You have no account yet.')
  await wallets(page).getByRole('button', { name: 'Create an account' }).click()
  await fill(page, { Name: 'Daily' }, 'Create an account')
  const account = page.locator('[data-test="wallet-account"]')
  await expect(account).toContainText('Daily')
  await expect(account).toContainText('isn’t backed up')
  const address = /0x[0-9a-fA-F]{40}/.exec((await account.textContent()) ?? '')?.[0] ?? ''
  await fund(address)
  await wallets(page).getByRole('button', { name: 'Add a network' }).click()
  await sheet(page).getByLabel('Address of the node').fill('no address')
  await expect(sheet(page).getByRole('button', { name: 'Add a network' })).toBeDisabled()
  await fill(
    page,
    { Name: 'Local', 'Chain ID': '31337', 'Address of the node': chain.rpcUrl },
    'Add a network',
  )
  await wallets(page).getByRole('button', { name: 'Set a limit' }).click()
  await fill(page, { 'Chain ID': '31337', 'At most, in 24 hours': '0.5' }, 'Set a limit')
  await expect(page.locator('[data-test="wallet-limit"]')).toContainText('0 of 0.5 ETH')
  await looksAt(page, 'the wallets')

  const made = await call('POST', '/v1/threads', {
    messages: [{ content: 'Two nights?' }],
    metadata: { actors: [{ id: 'shop', capabilities: [schema] }] },
  })
  const path = `/v1/threads/${String(made.body['id'])}/messages`
  await call('POST', path, { content: [pay('nights', ETHER / 10n)] })
  await page.goto(page.url().replace(/#.*$/, `#/threads/${String(made.body['id'])}`))
  const answer = page.locator('[data-test="wallet-answer"]')
  await expect(answer).toContainText('Nothing is signed or sent before you have seen exactly what.')
  await looksAt(page, 'a request to a wallet')

  // By the keyboard alone; a reload in between loses nothing, and pays nothing.
  const look = answer.getByRole('button', { name: 'Look at what happens' })
  await tabTo(page, look)
  await page.keyboard.press('Enter')
  const plan = page.locator('[data-test="wallet-plan"]')
  await expect(plan).toContainText('0.1 ETH')
  await expect(plan).toContainText('Local (eip155:31337)')
  await expect(plan).toContainText('You’ve never sent anything to')
  await expect(plan).toBeFocused()
  await looksAt(page, 'what an account will do')
  await page.reload()
  await expect(answer).toBeVisible()
  expect(await node('eth_getBalance', [PAYEE, 'latest'])).toBe('0x0')
  await tabTo(page, look)
  await page.keyboard.press('Enter')
  const send = answer.getByRole('button', { name: 'Sign and send' })
  await expect(send).toBeEnabled()
  await tabTo(page, send)
  expect(await focusShows(page)).toBe(true)
  await page.keyboard.press('Enter')
  await expect(answer).toHaveCount(0)
  await expect(page.locator('[data-test="thread-card"]')).toContainText('Answered')
  expect(BigInt(String(await node('eth_getBalance', [PAYEE, 'latest'])))).toBe(ETHER / 10n)
  const { body } = await call('GET', `${path}?order=asc&limit=20`)
  expect(JSON.stringify(body['data'])).toContain('transaction_hash')

  // More than the limit leaves is refused, and can be declined.
  await call('POST', path, { content: [pay('villa', ETHER / 2n)] })
  await answer.getByRole('button', { name: 'Look at what happens' }).click()
  await expect(answer).toContainText('your limit leaves')
  await answer.getByRole('button', { name: 'Say no' }).click()

  await page.goto(page.url().replace(/#.*$/, '#/identity'))
  await wallets(page).getByRole('button', { name: 'Show 1 signature' }).click()
  await expect(page.locator('[data-test="wallet-use"]')).toContainText('Sent')
  await account.getByRole('button', { name: 'Remove Daily' }).click()
  await expect(account).toContainText('Its key stays in your key store and backups')
  await account.getByRole('button', { name: 'Keep' }).click()
  expect(await satchel.json('wallets', 'history')).toMatchObject([
    { state: 'sent', peer: expect.any(String) },
  ])
})

test('an account on NEAR and one on Solana are made and imported, and sign what the person has seen', async ({
  page,
  shop: { satchel, call },
}) => {
  await satchel.open(page)
  await page.goto(page.url().replace(/#.*$/, '#/identity'))
  const choose = async (family: string) => {
    await sheet(page).getByRole('combobox', { name: 'Chain' }).click()
    await page.getByRole('option', { name: family, exact: true }).click()
  }
  await wallets(page).getByRole('button', { name: 'Create an account' }).click()
  await choose('NEAR')
  await fill(page, { Name: 'Near' }, 'Create an account')
  const accounts = page.locator('[data-test="wallet-account"]')
  await expect(accounts).toHaveText([/Near.*NEAR.*[0-9a-f]{64}/s])
  const importing = async () => {
    await wallets(page).getByRole('button', { name: 'More ways to add an account' }).click()
    await page.getByRole('menuitem', { name: 'Import an account' }).click()
    await choose('Solana')
  }
  await importing()
  await sheet(page).getByLabel('Name').fill('Sun')
  const secret = sheet(page).getByLabel('Secret key or recovery phrase')
  await expect(secret).toHaveAttribute('type', 'password')
  await secret.fill(`${PHRASE}s`)
  await sheet(page).getByRole('button', { name: 'Import an account' }).click()
  await expect(sheet(page)).toContainText('aren’t a recovery phrase')
  await secret.fill(PHRASE)
  await looksAt(page, 'the import of an account')
  await sheet(page).getByRole('button', { name: 'Import an account' }).click()
  await expect(sheet(page)).toBeHidden()
  await expect(accounts).toHaveCount(2)
  await expect(accounts.nth(1)).toContainText('HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk')
  await looksAt(page, 'accounts of three families')

  const near = schema.replace('aitp-05-evm', 'aitp-04-near')
  const made = await call('POST', '/v1/threads', {
    messages: [{ content: 'Who are you?' }],
    metadata: { actors: [{ id: 'shop', capabilities: [near] }] },
  })
  const path = `/v1/threads/${String(made.body['id'])}/messages`
  const message = {
    message: 'Sign in to the shop',
    recipient: 'shop.near',
    nonce: 'BwcH'.repeat(10) + 'Bwc=',
  }
  const ask = (type: string, body: object) =>
    call('POST', path, { content: [JSON.stringify({ $schema: near, [type]: body })] })
  await ask('request_message_signing', { request_id: 'in', message })
  await page.goto(page.url().replace(/#.*$/, `#/threads/${String(made.body['id'])}`))
  const answer = page.locator('[data-test="wallet-answer"]')
  // The account on Solana isn't offered.
  await expect(answer).toContainText('Near –')
  await answer.getByRole('button', { name: 'Look at what happens' }).click()
  const plan = page.locator('[data-test="wallet-plan"]')
  await expect(plan).toContainText('shop.near')
  await expect(plan).toContainText('Sign in to the shop')
  await looksAt(page, 'a message on NEAR')
  await answer.getByRole('button', { name: 'Sign', exact: true }).click()
  await expect(answer).toHaveCount(0)
  const { body } = await call('GET', `${path}?order=asc&limit=20`)
  expect(JSON.stringify(body['data'])).toContain('public_key')

  // A transaction is said in words, and can only be declined.
  const actions = [
    { type: 'AddKey', params: { publicKey: 'ed25519:x', accessKey: { permission: 'FullAccess' } } },
  ]
  await ask('request_transaction', { request_id: 'key', transaction: { receiver_id: 'shop.near', actions } })
  const card = page.locator('[data-test="thread-card"]').last()
  await expect(card).toContainText('Accounts here can’t do this on this chain yet')
  await expect(answer).toHaveCount(0)
  // Nothing of the phrase is where it could be found again.
  const everything = JSON.stringify([
    await satchel.json('wallets', 'list'),
    await satchel.json('wallets', 'history'),
    await satchel.json('keys', 'list'),
  ])
  expect(everything).not.toContain('abandon')
})

test('in the terminal: accounts and limits, and nothing is signed by --yes', async ({
  shop: { satchel, chain, call, fund },
}) => {
  const { address } = (await satchel.json('wallets', 'create', 'Daily')) as { address: string }
  await satchel.json('wallets', 'watch', PAYEE, 'Savings')
  const phrase = join(tmpdir(), `phrase-${randomUUID()}.txt`)
  writeFileSync(phrase, PHRASE)
  const sol = await satchel.run('wallets', 'import', phrase, 'Sun', '--family', 'solana')
  rmSync(phrase)
  expect(sol.stdout).toContain('Sun: HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk')
  await satchel.json('wallets', 'watch', 'alice.near', 'Alice', '--family', 'near')
  await satchel.json('wallets', 'remove', 'alice.near', '--yes')
  await satchel.json('wallets', 'rename', PAYEE, 'Seen')
  await satchel.json('wallets', 'network', '31337', chain.rpcUrl, '--name', 'Local')
  await satchel.json('wallets', 'limit', '31337', '0.25')
  await fund(address)
  expect((await satchel.run('wallets', 'list')).stdout).toMatch(new RegExp(`${address} +created +! +Daily`))
  expect((await satchel.run('wallets', 'limits')).stdout).toContain('0 / 0.25 ETH')
  const made = await call('POST', '/v1/threads', {
    messages: [{ content: 'Where do I pay?' }],
    metadata: { actors: [{ id: 'shop', capabilities: [schema] }] },
  })
  const id = String(made.body['id'])
  for (const content of [
    request('request_address', { request_id: 'where', chain_id: 31_337 }),
    pay('nights', ETHER / 10n),
    request('request_message_signing', {
      request_id: 'in',
      signing_type: 'personal_sign',
      message: 'Sign in',
    }),
  ])
    await call('POST', `/v1/threads/${id}/messages`, { content: [content] })
  const view = (await satchel.json('threads', 'show', id)) as {
    entries: { items: { key: string; wallet: { kind: string } | null }[] }[]
  }
  const keys = Object.fromEntries(
    view.entries.flatMap(({ items }) => items).map(({ key, wallet }) => [wallet?.kind ?? '', key]),
  )
  const answer = (kind: string, ...more: string[]) =>
    satchel.run('threads', 'answer', id, keys[kind] ?? '', '--account', address, ...more)
  expect(await answer('address', '--yes')).toMatchObject({ code: 0 })
  for (const kind of ['transaction', 'message']) {
    const refused = await answer(kind, '--yes')
    expect(refused.code).toBe(1)
    expect(refused.stderr).toContain('wallet_needs_terminal')
  }
  expect((await answer('transaction', '--yes')).stderr).toContain('0.1 ETH')
  expect(await satchel.json('wallets', 'history')).toEqual([])
  expect((await satchel.run('threads', 'show', id)).stdout).toContain(address)
  await satchel.json('wallets', 'remove', PAYEE, '--yes')
  expect(await satchel.json('wallets', 'list')).toHaveLength(2)
})
