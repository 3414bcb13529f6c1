/** A quote of an agent, paid on a real chain: by the keyboard, once, and once also where the daemon is killed in the midst of it. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Locator, Page } from '@playwright/test'
import { encodeFunctionData, parseAbi, type Address } from 'viem'
import { signedQuote, signer } from '../src-daemon/threads/testing/examples.ts'
import { tokenBytecode } from '../src-daemon/wallets/testing/token.ts'
import { expectAccessible, focusShows, tabTo, tooWide } from './support/checks.ts'
import { expect, test as base } from './support/satchel.ts'
import { withShop, type Shop } from './support/shop.ts'

const test = base.extend<{ shop: Shop }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's dependencies from this pattern
  shop: ({}, use) => withShop(use),
})
test.describe.configure({ timeout: 180_000 })

const PAYEE = '0x00000000000000000000000000000000000000aa'
const schema = 'https://aitp.dev/capabilities/aitp-01-payments/v1.0.0/schema.json'
const abi = parseAbi([
  'function give(address to, uint256 amount)',
  'function balanceOf(address) view returns (uint256)',
])
/** Of anvil's first account, which it signs for. */
const RICH = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const store = signer('store.example')

const quote = (
  id: string,
  token: string,
  asked: { amount?: string; recipient?: string; more?: object } = {},
) => {
  const { amount = '12.5', recipient = PAYEE, more = {} } = asked
  const body = signedQuote(store, {
    ...{ quote_id: id, description: 'Two nights by the sea' },
    ...{ expiration: undefined, next_recipient: undefined, revenue_share: undefined },
    payment_options: [
      {
        ...{ amount, currency: 'USDC' },
        payment_methods: [
          { type: 'evm_erc20_transfer', token: `eip155:31337/erc20:${token}`, recipient },
          { type: 'near_payment_channel', token: 'usdc.near', recipient: 'store.near' },
        ],
      },
    ],
    ...more,
  })
  return JSON.stringify({ $schema: schema, quote: body })
}

/** An account with money and tokens, on a network whose node the test stands before. */
const openAccount = async ({ satchel, chain, node, fund }: Shop) => {
  let held: (() => void) | null = null
  let hold: string | null = null
  const proxy = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks)
      void fetch(chain.rpcUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
        .then((answer) => answer.text())
        .then((text) => {
          if (hold !== null && body.includes(`"${hold}"`)) {
            held?.()
            return
          }
          response.writeHead(200, { 'content-type': 'application/json' }).end(text)
        })
    })
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const rpc = `http://127.0.0.1:${String((proxy.address() as AddressInfo).port)}`
  const mined = async (transaction: object): Promise<{ contractAddress: string }> => {
    const hash = await node('eth_sendTransaction', [{ from: RICH, gas: '0x2dc6c0', ...transaction }])
    // On a busy machine the block comes a moment after the answer.
    let receipt: unknown = null
    await expect
      .poll(async () => (receipt = await node('eth_getTransactionReceipt', [hash])), { intervals: [20] })
      .not.toBeNull()
    return receipt as { contractAddress: string }
  }
  const { contractAddress: token } = await mined({ data: tokenBytecode() })
  const { address } = (await satchel.json('wallets', 'create', 'Daily')) as { address: Address }
  await satchel.json('wallets', 'network', '31337', rpc, '--name', 'Local')
  await fund(address)
  await mined({
    to: token,
    data: encodeFunctionData({ abi, functionName: 'give', args: [address, 100_000_000n] }),
  })
  const paid = async (): Promise<bigint> =>
    BigInt(
      String(
        await node('eth_call', [
          { to: token, data: encodeFunctionData({ abi, functionName: 'balanceOf', args: [PAYEE] }) },
          'latest',
        ]),
      ),
    )
  return {
    ...{ token, address, paid },
    /** Takes requests of a method to the chain and never answers; resolves with the first. */
    holding: (method: string) => {
      hold = method
      return new Promise<void>((resolve) => {
        held = resolve
      })
    },
    letGo: () => {
      hold = null
    },
    close: () => {
      proxy.closeAllConnections()
      proxy.close()
    },
  }
}
const begin = async ({ call }: Shop): Promise<string> => {
  const made = await call('POST', '/v1/threads', {
    messages: [{ content: 'Two nights?' }],
    metadata: { actors: [{ id: 'shop', capabilities: [schema] }] },
  })
  return String(made.body['id'])
}
const answerOf = (page: Page): Locator => page.locator('[data-test="payment-answer"]')
const looksAt = async (page: Page, what: string) => {
  await expectAccessible(page, what)
  for (const width of [420, 900, 1280]) {
    await page.setViewportSize({ width, height: width === 1280 ? 800 : 600 })
    expect(await tooWide(page), `${what}, ${String(width)} wide`).toEqual([])
  }
}

test('a quote is paid once the person has seen what, by the keyboard, and leaves a receipt', async ({
  page,
  shop,
}) => {
  const account = await openAccount(shop)
  const { satchel, call } = shop
  const id = await begin(shop)
  const path = `/v1/threads/${id}/messages`
  await call('POST', path, { content: [quote('nights', account.token)] })
  await satchel.open(page, `/threads/${id}`)
  const answer = answerOf(page)
  await expect(answer).toContainText('Nothing is paid before you have seen exactly what, and to whom.')
  const card = page.locator('[data-test="thread-card"]').first()
  await expect(card).toContainText('store.example')
  await expect(card).toContainText('The signature wasn’t checked')
  await expect(card).toContainText('near_payment_channel: Experimental')
  await looksAt(page, 'a quote')

  const look = answer.getByRole('button', { name: 'Look at what happens' })
  await tabTo(page, look)
  await page.keyboard.press('Enter')
  const plan = page.locator('[data-test="payment-plan"]')
  await expect(plan).toContainText('12.5 USDC')
  await expect(plan).toContainText('You’ve never sent anything to')
  await expect(plan).toBeFocused()
  await looksAt(page, 'what will be paid')
  // A reload in between loses nothing, and pays nothing.
  await page.reload()
  await expect(answer).toBeVisible()
  expect(await account.paid()).toBe(0n)
  await tabTo(page, look)
  await page.keyboard.press('Enter')
  const pay = answer.getByRole('button', { name: 'Pay', exact: true })
  await expect(pay).toBeEnabled()
  await tabTo(page, pay)
  expect(await focusShows(page)).toBe(true)
  await page.keyboard.press('Enter')
  await expect(answer).toHaveCount(0)
  const receipt = page.locator('[data-test="payment-receipt"]')
  await expect(receipt).toContainText('Paid.')
  await expect(card).toContainText(/Answered/)
  await expect(card).toContainText('12.5 USDC · 0x')
  expect(await account.paid()).toBe(12_500_000n)
  await looksAt(page, 'a receipt')
  const { body } = await call('GET', `${path}?order=asc&limit=20`)
  expect(JSON.stringify(body['data'])).toContain('payer_signature')

  // Another address of the same payee, and more than the limit leaves.
  await satchel.json('wallets', 'limit', '31337', '20', '--token', account.token)
  const other = PAYEE.replace('aa', 'bb')
  await call('POST', path, { content: [quote('villa', account.token, { amount: '10', recipient: other })] })
  await look.click()
  await expect(answer).toContainText('your limit leaves 7.5 USDC')
  await looksAt(page, 'a payment that the limit has no room for')
  await call('POST', path, { content: [quote('room', account.token, { amount: '5', recipient: other })] })
  await expect(answer).toHaveCount(2)
  await answer.last().getByRole('button', { name: 'Look at what happens' }).click()
  await expect(plan).toContainText('You paid store.example before at another address')

  // It is found among the owner's data, by its words and by a query.
  await receipt.getByRole('link', { name: 'Receipt' }).click()
  await expect(page.getByText('Two nights by the sea').first()).toBeVisible()
  await expect(page.getByText('store.example').first()).toBeVisible()
  account.close()
})

test('a payment is finished after the daemon was killed in the midst of it, and made once', async ({
  shop,
}) => {
  const account = await openAccount(shop)
  const { satchel, call } = shop
  const id = await begin(shop)
  const path = `/v1/threads/${id}/messages`
  await call('POST', path, { content: [quote('nights', account.token)] })
  const shown = async () => {
    const view = (await satchel.json('threads', 'show', id)) as {
      entries: { items: { key: string; state: string; paid: { outcome: string } | null }[] }[]
    }
    return view.entries.flatMap(({ items }) => items)
  }
  const [item] = await shown()
  const refused = await satchel.run('threads', 'answer', id, item?.key ?? '', '--yes')
  expect(refused.stderr).toContain('wallet_needs_terminal')
  expect(refused.stderr).toContain('12.5 USDC')
  expect(await account.paid()).toBe(0n)
  const { connectDaemon, findDaemon } = await import('../src-daemon/client/index.ts')
  const found = await findDaemon(satchel.paths)
  if (found === null) throw new Error('the daemon does not run')
  const client = await connectDaemon(found, 'cli')
  const at = { id, item: item?.key ?? '', way: '0.0' }
  const plan = await client.api.threads.preparePayment.mutate({ ...at, account: account.address })
  const sent = account.holding('eth_sendRawTransaction')
  const paying = client.api.threads.answerPayment.mutate({ ...at, plan: plan.id }).catch(() => 'cut')
  await sent
  await satchel.crash()
  expect(await paying).toBe('cut')
  await client.close()
  account.letGo()
  expect(await account.paid()).toBe(12_500_000n)
  await expect.poll(shown).toMatchObject([{ state: 'answered', paid: { outcome: 'confirmed' } }])
  expect(await account.paid()).toBe(12_500_000n)
  const { body } = await call('GET', `${path}?order=asc&limit=20`)
  expect(JSON.stringify(body['data']).match(/payer_signature/g)).toHaveLength(1)
  account.close()
})
