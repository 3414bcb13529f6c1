/** Conversations with other agents beside those with models: an agent that the person allowed begins one, asks, and is answered. */
import type { Locator, Page } from '@playwright/test'
import { signRequest } from '../src-daemon/agents/requests/sign-request.ts'
import { freePort } from '../src-daemon/agents/testing/endpoint.ts'
import { createMemorySigner } from '../src-daemon/identity/index.ts'
import { expectAccessible, tooWide } from './support/checks.ts'
import { createSatchel, expect, test as base, type Satchel } from './support/satchel.ts'

const schema = (slug: string) => `https://aitp.dev/capabilities/${slug}/v1.0.0/schema.json`
const DECISION = JSON.stringify({
  $schema: schema('aitp-02-decisions'),
  request_decision: {
    id: 'room',
    title: 'Which room?',
    type: 'radio',
    options: [
      { id: 'sea', name: 'To the sea' },
      { id: 'yard', name: 'To the yard' },
    ],
  },
})
const FORM = JSON.stringify({
  $schema: schema('aitp-03-data-request'),
  request_data: {
    id: 'guest',
    title: 'Who comes?',
    description: 'The hotel has to know.',
    form: {
      fields: [
        { id: 'name', label: 'Name', type: 'text', required: true },
        { id: 'door', label: 'Code of the door', type: 'text', autocomplete: 'one-time-code' },
      ],
    },
  },
})
const QUOTE = JSON.stringify({
  $schema: schema('aitp-01-payments'),
  quote: {
    quote_id: 'q1',
    merchant_id: 'hotel.near',
    description: 'Two nights',
    expiration: '2099-01-01T00:00:00Z',
    payment_options: [
      {
        amount: '199.50',
        currency: 'USD',
        payment_methods: [{ type: 'near_payment_channel', token: 'usdc.near', recipient: 'hotel.near' }],
      },
    ],
    merchant_signature: 'ed25519:unchecked',
  },
})
const FORWARDED = { aitp_origin_actor: 'did:web:hotel.example', aitp_hops: 1 }

/** A travel agent that signs what it sends. */
const openTravel = (origin: string) => {
  const signer = createMemorySigner()
  const call = async (method: string, path: string, body?: unknown) => {
    const url = `${origin}${path}`
    const text = body === undefined ? null : JSON.stringify(body)
    const target = { method, url, body: text === null ? null : Buffer.from(text) }
    const proof = await signRequest(target, { signer, form: 'http-signature', now: new Date() })
    const headers = { ...(text === null ? {} : { 'content-type': 'application/json' }), ...proof }
    const response = await fetch(url, { method, headers, ...(text === null ? {} : { body: text }) })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }
  return { did: signer.did, call }
}

interface Talk {
  readonly satchel: Satchel
  readonly origin: string
  readonly travel: ReturnType<typeof openTravel>
}
/** One of two Satchels on this computer. */
interface Side {
  readonly name: string
  readonly port: number
  readonly satchel: Satchel
}
const test = base.extend<{ talk: Talk; two: readonly [Side, Side] }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's dependencies from this pattern
  talk: async ({}, use) => {
    const satchel = createSatchel()
    const port = await freePort()
    await satchel.json('agents', 'serve', '--port', String(port), '--yes')
    await satchel.json('agents', 'describe', '--set', '{"threads":{"enabled":true}}')
    const origin = `http://localhost:${String(port)}`
    await use({ satchel, origin, travel: openTravel(origin) })
    await satchel.dispose()
  },
  // oxlint-disable-next-line no-empty-pattern -- as above
  two: async ({}, use) => {
    const ana = { name: 'Ana', port: await freePort(), satchel: createSatchel() }
    const bo = { name: 'Bo', port: await freePort(), satchel: createSatchel() }
    await use([ana, bo])
    for (const { satchel } of [ana, bo]) await satchel.dispose()
  },
})
test.describe.configure({ timeout: 180_000 })

const entries = (page: Page): Locator => page.locator('[data-test="thread-entry"]')
const answers = (page: Page): Locator => page.locator('[data-test="thread-answer"]')
const looksAt = async (page: Page, what: string) => {
  await expectAccessible(page, what)
  for (const width of [420, 900, 1280]) {
    await page.setViewportSize({ width, height: width === 1280 ? 800 : 600 })
    expect(await tooWide(page), `${what}, ${String(width)} wide`).toEqual([])
  }
}

test('an agent that was let in begins a conversation, passes questions on, and reads the answers', async ({
  page,
  talk: { satchel, origin, travel },
}) => {
  const begin = {
    messages: [{ content: 'A hotel for May?' }],
    metadata: { actors: [{ id: 'travel', capabilities: [schema('aitp-02-decisions')] }] },
  }
  expect((await travel.call('POST', '/v1/threads', begin)).status).toBe(403)
  await satchel.json('agents', 'allow', travel.did, '--tool', 'satchel:threads', '--label', 'Travel', '--yes')
  const made = await travel.call('POST', '/v1/threads', begin)
  const path = `/v1/threads/${String(made.body['id'])}`
  for (const content of [DECISION, FORM, QUOTE])
    await travel.call('POST', `${path}/messages`, { content: [content], metadata: FORWARDED })

  await satchel.open(page)
  const row = page.locator('[data-test="threads"]').getByRole('link', { name: /A hotel for May/ })
  await expect(row).toContainText('Travel')
  await expect(row).toContainText('4')
  await row.click()
  await expect(entries(page)).toHaveCount(4)
  await expect(row).not.toContainText('4')
  await expect(entries(page).nth(1)).toContainText('first asked by did:web:hotel.example')
  await expect(page.locator('[data-test="thread-connection"]')).toHaveText('Kept here')
  await looksAt(page, 'a conversation that asks')

  // Somebody else is asked instead, and the answer goes back by itself.
  const helper = openTravel(origin)
  await satchel.json('agents', 'allow', helper.did, '--tool', 'satchel:threads', '--label', 'Helper', '--yes')
  const beside = await helper.call('POST', '/v1/threads', { ...begin, messages: [{ content: 'Ask me.' }] })
  const room = answers(page).first()
  await room.getByRole('button', { name: 'Pass on' }).click()
  await page.getByRole('menuitem', { name: /Ask me. – Helper/ }).click()
  await expect(room).toContainText('Passed on to “Ask me. – Helper”')
  const helped = `/v1/threads/${String(beside.body['id'])}/messages`
  expect(JSON.stringify((await helper.call('GET', helped)).body)).toContain('did:web:hotel.example')

  await room.getByLabel('To the sea').check()
  await room.getByRole('button', { name: 'Answer' }).click()
  await expect(entries(page).nth(1)).toContainText('Answered')
  // A reload between the question and the answer changes nothing.
  await page.reload()
  await expect(answers(page)).toHaveCount(2)
  const guest = answers(page).first()
  await expect(guest).toContainText('goes to Travel alone')
  await guest.getByLabel('Name').fill('Ana')
  await guest.getByLabel('Code of the door').fill('771204')
  await guest.getByRole('button', { name: 'Answer' }).click()
  await expect(answers(page)).toHaveCount(1)
  await expect(page.locator('body')).not.toContainText('771204')
  await expect(answers(page)).toContainText('can’t pay')
  await answers(page).getByRole('button', { name: 'Say no' }).click()
  await expect(answers(page)).toHaveCount(1)
  await page.getByLabel('Write to the others').fill('Thank you.')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(entries(page).last()).toContainText('Thank you.')

  // A form at another address is got only once the person says so.
  const elsewhere = FORM.replace(
    /"form":.*\}\}\}$/,
    '"form":{"json_url":"https://hotel.example/f.json"}}}',
  ).replace('"guest"', '"far"')
  await travel.call('POST', `${path}/messages`, { content: [elsewhere] })
  const far = answers(page).last()
  await expect(far.getByRole('button', { name: 'Get the form from hotel.example' })).toBeVisible()
  await expect(far).toContainText('tells hotel.example that somebody looks at it')
  await looksAt(page, 'a form at another address')
  await far.getByRole('button', { name: 'Say no' }).click()
  await expect(answers(page)).toHaveCount(1)

  const { body } = await travel.call('GET', `${path}/messages?order=asc&limit=20`)
  const said = JSON.stringify(body['data'])
  expect(said).toContain('To the sea')
  expect(said).toContain('771204')
  expect(said).toContain('Thank you.')

  await page.getByRole('button', { name: 'Who is in it' }).click()
  await expect(page.getByRole('dialog')).toContainText('decisions')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'More about this conversation' }).click()
  await page.getByRole('menuitem', { name: 'Leave' }).click()
  await expect(page.getByText('This conversation is over.')).toBeVisible()
  expect((await travel.call('POST', `${path}/messages`, { content: 'Hello?' })).status).toBe(409)
  await looksAt(page, 'a conversation that is over')

  const list = (await satchel.json('threads', 'list')) as { connection: string }[]
  expect(list).toMatchObject([{ connection: 'closed' }, { connection: 'here' }])
  expect((await satchel.run('threads', 'show', String(made.body['id']))).stdout).toContain('Thank you.')
})

test('two Satchels: one finds that the other holds conversations, begins one, and hears the answer', async ({
  page,
  two,
}) => {
  const [ana, bo] = two
  for (const { name, port, satchel } of two) {
    await satchel.json('agents', 'serve', '--port', String(port), '--yes')
    const made = (await satchel.json('agents', 'did', 'create', `localhost:${String(port)}`)) as {
      did: string
    }
    for (const other of two)
      if (other.port !== port)
        await satchel.json('agents', 'development', `localhost:${String(other.port)}`, '--yes')
    const offer = JSON.stringify({ name, threads: { enabled: true } })
    await satchel.json('agents', 'describe', '--as', made.did, '--set', offer)
    await satchel.json('agents', 'describe', '--publish', '--yes')
  }
  const own = `did:wba:localhost%3A${String(ana.port)}`
  await bo.satchel.json('agents', 'allow', own, '--tool', 'satchel:threads', '--label', 'Ana', '--yes')
  await ana.satchel.json('agents', 'add', `localhost:${String(bo.port)}`, '--as', own, '--yes')
  await ana.satchel.open(page)
  await page.goto(page.url().replace(/#.*$/, '#/agents/bo'))
  // What is decided beforehand is there after a reload, and in the terminal.
  const forms = page.locator('[data-test="request-policies"]').getByRole('combobox', { name: 'forms' })
  await forms.click()
  await page.getByRole('option', { name: 'Decline' }).click()
  await expect(forms).toHaveText('Decline')
  await looksAt(page, 'what is decided about an agent')
  expect(await ana.satchel.json('threads', 'policy', 'bo', '03')).toEqual({ 'aitp-03-data-request': 'deny' })
  await ana.satchel.json('threads', 'policy', 'bo', '03', 'ask')
  await expect(forms).toHaveText('Ask me')
  await page.getByRole('link', { name: 'Begin a conversation' }).click()
  await looksAt(page, 'a conversation that begins')
  await page.getByLabel('Write to the others').fill('Have you a minute?')
  await page.keyboard.press('Enter')
  await expect(page.locator('[data-test="thread-connection"]')).toHaveText('Connected')
  const [kept] = (await bo.satchel.json('threads', 'list')) as { id: string }[]
  await bo.satchel.json('threads', 'send', kept?.id ?? '', 'For you, always.')
  await expect(entries(page)).toHaveText([/Have you a minute\?/, /For you, always\./])
  await page.reload()
  await expect(entries(page)).toHaveCount(2)
})
