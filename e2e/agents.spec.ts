/** The page Agents against a second agent: it is found, approved, asked, ordered from, and its changes are looked at. */
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Page } from '@playwright/test'
import type { DevAgent } from '../src-daemon/agents/index.ts'
import { expectAccessible, focusKept, looksOfRun, tabTo, tooWide } from './support/checks.ts'
import { freePort, otherAgentFor } from './support/other-agent.ts'
import { createSatchel, expect, test } from './support/satchel.ts'

test.describe.configure({ timeout: 180_000 })

const SIZES = [
  { width: 1280, height: 800 },
  { width: 900, height: 600 },
  { width: 450, height: 300 },
]
const ME = 'did:wba:me.example'

let other: DevAgent | null = null
test.afterEach(async () => {
  await other?.close()
  other = null
})

test('by keyboard alone: an agent is added, approved, asked, ordered from, and its change approved', async ({
  page,
  satchel,
}) => {
  other = await otherAgentFor(satchel)
  await satchel.json('agents', 'did', 'create', 'me.example')
  await satchel.open(page, '/agents')
  await expect(page.getByRole('heading', { name: 'No agents yet' })).toBeVisible()
  await expectAccessible(page, 'Agents without a contact')

  await tabTo(page, page.getByRole('button', { name: 'Add an agent' }))
  await page.keyboard.press('Enter')
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByRole('textbox', { name: 'Domain, DID or address' })).toBeFocused()
  await expectAccessible(page, 'adding an agent')
  await page.keyboard.type(other.host)
  await tabTo(page, sheet.getByRole('combobox', { name: 'Ask as' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('option', { name: 'No identity (unsigned)' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('option', { name: ME })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(sheet.getByRole('combobox', { name: 'Ask as' })).toContainText(ME)
  await tabTo(page, sheet.getByRole('button', { name: 'Find' }))
  await page.keyboard.press('Enter')

  await expect(page).toHaveURL(/#\/agents\/corner-coffee$/)
  const question = page.getByRole('region', { name: 'Approve this agent?' })
  await expect(question).toContainText('Verified: signed')
  await expect(question).toContainText('it names the host it was read from')
  await expect(page.getByRole('tab', { name: /Operations/ })).toBeVisible()
  await expectAccessible(page, 'an agent that waits')
  const approve = question.getByRole('button', { name: 'Approve', exact: true })
  await expect(approve).toBeEnabled()
  await tabTo(page, approve)
  await page.keyboard.press('Enter')
  await expect(question).toBeHidden()
  await expect(page.getByText('Approved', { exact: true }).first()).toBeVisible()
  await focusKept(page, 'the button that approved is gone')

  const check = page.getByRole('button', { name: 'Check now' })
  await tabTo(page, check)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Checked: it says the same.')).toBeVisible()
  await expect(check).toBeFocused()

  await tabTo(page, page.getByRole('tab', { name: 'Overview' }))
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: /Operations/, selected: true })).toBeVisible()
  const ask = page.getByRole('article', { name: 'ask' })
  await tabTo(page, ask.getByRole('button', { name: /^Try it/ }))
  await page.keyboard.press('Enter')
  await tabTo(page, ask.getByRole('textbox', { name: 'Question' }))
  await page.keyboard.type('What is there?')
  await tabTo(page, ask.getByRole('button', { name: 'Run' }))
  await page.keyboard.press('Enter')
  await expect(ask).toContainText('Mug for 14.00 EUR', { timeout: 20_000 })
  await expectAccessible(page, 'the operations of an agent')

  await tabTo(page, page.getByRole('tab', { name: /Operations/ }))
  await page.keyboard.press('ArrowRight')
  const order = page.getByRole('button', { name: 'Order…: Mug' })
  await tabTo(page, order)
  await expectAccessible(page, 'the products of an agent')
  await page.keyboard.press('Enter')
  await expect(sheet).toContainText('€14.00')
  await expect(sheet).toContainText('Verified')
  const send = sheet.getByRole('button', { name: 'Order', exact: true })
  await expect(send).toBeEnabled()
  await tabTo(page, send)
  await page.keyboard.press('Enter')
  await expect(sheet).toContainText(ME, { timeout: 20_000 })
  await expect(sheet.getByRole('button', { name: 'Done' })).toBeVisible()
  await expectAccessible(page, 'an order with its receipt')
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(order).toBeFocused()

  await other.describe({ name: 'Corner Tea', version: '1.1.0' })
  await tabTo(page, page.getByRole('tab', { name: /Products/ }))
  await page.keyboard.press('Home')
  await tabTo(page, check)
  await page.keyboard.press('Enter')
  const change = page.getByRole('region', { name: 'This agent changed since you approved it' })
  await expect(change.getByRole('deletion')).toContainText(['Corner Coffee'])
  await expect(change.getByRole('insertion')).toContainText(['Corner Tea'])
  await expectAccessible(page, 'an agent that changed')
  const agree = change.getByRole('button', { name: 'Approve the changes' })
  await expect(agree).toBeEnabled()
  await tabTo(page, agree)
  await page.keyboard.press('Enter')
  await expect(change).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Corner Tea', level: 1 })).toBeVisible()

  await tabTo(page, page.getByRole('link', { name: 'Back to all agents' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: /Corner Tea/ })).toContainText('Approved')
  await focusKept(page, 'the agent is left for the list')
  await expectAccessible(page, 'Agents with a contact')
  await tabTo(page, page.getByRole('tab', { name: 'Contacts' }))
  await page.keyboard.press('End')
  await expect(page.getByRole('region', { name: 'Calls' })).toContainText('corner-coffee/')
  await expectAccessible(page, 'the calls to agents')
})

test('an agent that can’t be found, and one that fails, say what to do next', async ({ page, satchel }) => {
  other = await otherAgentFor(satchel)
  await satchel.open(page, '/agents?add=1')
  const sheet = page.getByRole('dialog')
  const address = sheet.getByRole('textbox', { name: 'Domain, DID or address' })
  await address.fill('not a domain')
  await page.keyboard.press('Enter')
  await expect(sheet.getByRole('alert')).toContainText('Enter something like example.org')
  await address.fill(`https://${other.host}/calendar.json`)
  await page.keyboard.press('Enter')
  await expect(sheet).toContainText('No agent is described at')
  await expectAccessible(page, 'an agent that isn’t found')
  await address.fill('https://10.0.0.1/ad.json')
  await page.keyboard.press('Enter')
  await expect(sheet.getByRole('alert')).toContainText('Only public addresses are reached')
  await address.fill(other.url)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Approve this agent?' })).toBeVisible()

  await other.close()
  await page.getByRole('button', { name: 'Check now' }).click()
  await expect(page.getByRole('alert').getByRole('button', { name: 'Copy details' })).toBeVisible()
  await expectAccessible(page, 'an agent that can’t be reached')

  const question = page.getByRole('region', { name: 'Approve this agent?' })
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect(sheet.getByRole('button', { name: 'Remove' })).toBeEnabled()
  await sheet.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('heading', { name: 'No agents yet' })).toBeVisible()
  await page.goto(`${page.url().split('#')[0] ?? ''}#/agents/corner-coffee`)
  await expect(page.getByRole('alert')).toContainText('You know no agent')
  await page.getByRole('link', { name: 'Back to all agents' }).last().click()
  await expect(page.getByRole('heading', { name: 'No agents yet' })).toBeVisible()
})

test('an order is signed by whom the person chooses, and what the agent names as a server is reviewed as one', async ({
  page,
  satchel,
}) => {
  other = await otherAgentFor(satchel)
  const { host } = other
  await other.describe({
    interfaces: [
      { type: 'PurchaseInterface', protocol: 'YAML', url: `https://${host}/purchase.json` },
      { type: 'StructuredInterface', protocol: 'MCP', name: 'Beans', url: 'https://coffee.example/mcp' },
    ],
  })
  await satchel.json('agents', 'add', other.url, '--yes')
  await satchel.open(page, '/agents/corner-coffee?show=products')
  await page.getByRole('button', { name: 'Order…: Mug' }).click()
  const sheet = page.getByRole('dialog')
  await expect(sheet).toContainText('you have no identity that could sign yours')
  await expect(sheet.getByRole('link', { name: 'Create identity' })).toBeVisible()
  await expect(sheet.getByRole('button', { name: 'Order', exact: true })).toBeDisabled()
  await expectAccessible(page, 'an order that nobody can sign')

  await satchel.json('agents', 'did', 'create', 'me.example')
  await sheet.getByRole('combobox', { name: 'Signed as' }).click()
  await page.getByRole('option', { name: ME }).click()
  await sheet.getByRole('button', { name: 'Order', exact: true }).click()
  await expect(sheet.getByRole('button', { name: 'Done' })).toBeVisible()
  await expect(sheet).toContainText(ME)
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()

  await page.getByRole('tab', { name: /Operations/ }).click()
  await page.getByRole('button', { name: 'Try it: order' }).click()
  const form = page.getByRole('article', { name: 'order' })
  await expect(form.getByRole('combobox', { name: 'Grind' })).toHaveCount(0)
  await form.getByRole('combobox', { name: 'Product' }).click()
  await page.getByRole('option', { name: 'House blend, 250 g' }).click()
  await form.getByRole('combobox', { name: 'Grind' }).click()
  await page.getByRole('option', { name: 'Filter' }).click()
  await form.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(form.getByText(/Done in [\d.]+ m?s/)).toBeVisible()

  await page.getByRole('tab', { name: 'Overview' }).click()
  await page.getByRole('link', { name: 'Connect as a server' }).click()
  await expect(sheet.getByRole('textbox', { name: 'Name' }).first()).toHaveValue('corner-coffee')
  await expect(sheet.getByRole('textbox', { name: 'Address' })).toHaveValue('https://coffee.example/mcp')
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(page).toHaveURL(/#\/servers$/)
})

test('an agent that calls waits in the inbox until the person chooses its tools', async ({
  page,
  satchel,
}) => {
  await satchel.json('cap', 'install', 'units', '--yes')
  const port = await freePort()
  await satchel.open(page, '/agents?tab=inbox')
  await expect(page.getByRole('heading', { name: 'No agent has called yet' })).toBeVisible()
  await expectAccessible(page, 'the inbox, empty')
  await page.getByRole('button', { name: 'Address' }).click()
  await page.getByLabel('Port', { exact: true }).fill('0')
  await expect(page.getByText('Enter a number from 1 to 65535.')).toBeVisible()
  await failingPort(page)
  await page.getByLabel('Port', { exact: true }).fill(String(port))
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('switch', { name: 'Let other agents call yours' }).click()
  await expect(page.getByText('Others call it as')).toBeVisible()

  const second = createSatchel()
  try {
    const params = { value: 5, from: 'mile', to: 'kilometre' }
    const sign = [
      ...['did', 'auth', 'create', '--operation', 'units/convert'],
      ...['--params', JSON.stringify(params)],
    ]
    const audience = `did:web:localhost%3A${String(port)}`
    const call = async (): Promise<number> => {
      const { header } = (await second.json(...sign, '--audience', audience)) as { header: string }
      const response = await fetch(`http://localhost:${String(port)}/a2a`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: header },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'units/convert', params }),
      })
      return response.status
    }
    expect(await call()).toBe(403)
    await expect(page.getByRole('tab', { name: /Inbox.*1/ })).toBeVisible()

    // By keyboard alone, from here on.
    const card = page.getByRole('article')
    await tabTo(page, card.getByRole('button', { name: /Waiting for you/ }))
    await page.keyboard.press('Enter')
    await expect(card).toContainText('It asked for this.')
    await expectAccessible(page, 'an agent that asked')
    for (const size of looksOfRun(SIZES)) {
      await page.setViewportSize(size)
      expect(await tooWide(page), `at ${String(size.width)}`).toEqual([])
    }
    await page.setViewportSize({ width: 1280, height: 800 })
    await tabTo(page, card.getByRole('textbox', { name: 'Your name for it' }))
    await page.keyboard.type('Neighbour')
    await tabTo(page, card.getByRole('checkbox', { name: /convert/ }))
    await page.keyboard.press('Space')
    const allow = card.getByRole('button', { name: 'Allow these tools' })
    await expect(allow).toBeEnabled()
    await tabTo(page, allow)
    await page.keyboard.press('Enter')
    await expect(card).toContainText('Allowed')
    await expect(card).toContainText('Neighbour')
    expect(await call()).toBe(200)

    await tabTo(page, page.getByRole('tab', { name: 'Inbox' }))
    await page.keyboard.press('End')
    await expect(page.getByRole('region', { name: 'Calls' })).toContainText('units/convert')
    await page.getByRole('radio', { name: 'To others' }).click()
    await expect(page.getByRole('heading', { name: 'No calls yet' })).toBeVisible()
  } finally {
    await second.dispose()
  }
})

test('the own description is put together, signed, served, and verified where others read it', async ({
  page,
  satchel,
}) => {
  await satchel.json('cap', 'install', 'units', '--yes')
  const port = await freePort()
  const host = `localhost:${String(port)}`
  await satchel.json('agents', 'development', host, '--yes')
  await satchel.open(page, '/agents?tab=description')
  await expect(page.getByText('Choose or create the identity that signs it.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Publish…' })).toBeDisabled()
  await expectAccessible(page, 'the own description, empty')
  await page.getByRole('textbox', { name: 'Host' }).fill('not a host')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Enter a host such as example.org')).toBeVisible()
  await page.getByRole('textbox', { name: 'Host' }).fill(host)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Sign as' })).toContainText('did:wba:localhost')

  // By keyboard alone, from here on.
  await tabTo(page, page.getByRole('textbox', { name: 'Name of your agent' }))
  await page.keyboard.type('Unit desk')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Saved.')).toBeVisible()
  const exposed = page.getByRole('switch', { name: 'units/convert' })
  await tabTo(page, exposed)
  await page.keyboard.press('Space')
  await expect(exposed).toBeChecked()

  const add = page.getByRole('button', { name: 'Add a product or service' })
  await tabTo(page, add)
  await page.keyboard.press('Enter')
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(sheet.getByText('Enter a name.')).toBeVisible()
  await expectAccessible(page, 'a product that isn’t whole')
  await page.keyboard.type('Ruler')
  await tabTo(page, sheet.getByRole('textbox', { name: 'Identifier' }))
  await page.keyboard.type('ruler')
  await tabTo(page, sheet.getByRole('button', { name: 'Save' }))
  await page.keyboard.press('Enter')
  await expect(sheet).toBeHidden()
  await expect(page.getByText('Ruler', { exact: true })).toBeVisible()
  await expect(add).toBeFocused()

  await tabTo(page, page.getByRole('button', { name: 'Publish…' }))
  await page.keyboard.press('Enter')
  await expect(sheet).toContainText('Unit desk')
  const sign = sheet.getByRole('button', { name: 'Sign and publish' })
  await expect(sign).toBeEnabled()
  await expectAccessible(page, 'the document before it is signed')
  await tabTo(page, sign)
  await page.keyboard.press('Enter')
  await expect(sheet).toBeHidden()
  const published = page.getByRole('article', { name: 'Published description' })
  await tabTo(page, published.getByRole('button', { name: 'Verify' }))
  await page.keyboard.press('Enter')
  await expect(published.getByRole('alert')).toContainText('Are its files uploaded, or are calls on?', {
    timeout: 20_000,
  })

  await satchel.json('agents', 'serve', '--port', String(port), '--yes')
  await expect(published.getByRole('button', { name: 'Verify' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(published).toContainText('Verified: signed', { timeout: 20_000 })
  await expectAccessible(page, 'the own description, published')
  for (const size of looksOfRun(SIZES)) {
    await page.setViewportSize(size)
    expect(await tooWide(page), `at ${String(size.width)}`).toEqual([])
  }
})

/** Tries a port that another program has, which says so beside the switch. */
const failingPort = async (page: Page) => {
  const taken = createServer().listen(0, '127.0.0.1')
  try {
    await once(taken, 'listening')
    const address = taken.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    await page.getByLabel('Port', { exact: true }).fill(String(port))
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText(`127.0.0.1:${String(port)}`)).toBeVisible()
    await page.getByRole('switch', { name: 'Let other agents call yours' }).click()
    await expect(page.getByRole('alert')).toContainText('Choose another port')
    await expect(page.getByRole('alert').getByRole('button', { name: 'Retry' })).toBeHidden()
    await expectAccessible(page, 'an endpoint without a port')
  } finally {
    taken.close()
  }
  await page.getByRole('button', { name: 'Address' }).click()
}

const looksAt = async (page: Page, what: string) => {
  await expectAccessible(page, what)
  for (const size of looksOfRun(SIZES)) {
    await page.setViewportSize(size)
    expect(await tooWide(page), `${what} at ${String(size.width)}`).toEqual([])
  }
  await page.setViewportSize({ width: 1280, height: 800 })
}

test('nothing of a full page leaves a small window', { tag: '@long' }, async ({ page, satchel }) => {
  other = await otherAgentFor(satchel)
  await other.describe({
    name: 'W'.repeat(200),
    description: '没有空格的很长的描述'.repeat(60),
    interfaces: [
      { type: 'StructuredInterface', url: `https://${other.host}/${'missing'.repeat(20)}.json` },
      { type: 'StructuredInterface', protocol: 'MCP', url: `https://${'long-name.'.repeat(12)}example/mcp` },
    ],
  })
  await satchel.json('cap', 'install', 'units', '--yes')
  await satchel.json('agents', 'did', 'create', `${'a'.repeat(60)}.example`, '--path', 'b'.repeat(60))
  await satchel.open(page, '/agents?add=1')
  await page.getByRole('dialog').getByRole('textbox').fill(other.url)
  await page.keyboard.press('Enter')
  const question = page.getByRole('region', { name: 'Approve this agent?' })
  await expect(question).toBeVisible()
  for (const tab of ['overview', 'operations', 'products', 'problems', 'calls']) {
    await page.getByRole('tab', { name: new RegExp(tab, 'i') }).click()
    await looksAt(page, `an agent, ${tab}`)
  }
  await question.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(question).toBeHidden()
  await page.getByRole('tab', { name: 'Overview' }).click()
  await looksAt(page, 'an agent that is approved')
  await page.getByRole('link', { name: 'Back to all agents' }).click()
  await page.getByRole('tab', { name: 'My description' }).click()
  const name = page.getByRole('textbox', { name: 'Name of your agent' })
  await name.fill('W'.repeat(200))
  await name.press('Enter')
  await expect(page.getByText('Saved.')).toBeVisible()
  await page.getByRole('button', { name: 'Add a product or service' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('textbox', { name: 'Name' }).fill('没有空格的很长的名称'.repeat(20))
  await sheet.getByRole('textbox', { name: 'Identifier' }).fill('i'.repeat(63))
  await sheet.getByRole('textbox', { name: 'Price' }).fill('123456789012345.12345678')
  await looksAt(page, 'a product')
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(sheet).toBeHidden()
  await page.getByRole('button', { name: 'Preview' }).click()
  for (const tab of ['My description', 'Inbox', 'Calls', 'Contacts']) {
    await page.getByRole('tab', { name: tab }).click()
    await looksAt(page, tab)
  }
})
