/** Another agent that asks back over A2A, with structured messages (AITP) and in words: a card each, and the answer goes back to it. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { TaskState, type Part } from '@a2a-js/sdk'
import { AgentEvent } from '@a2a-js/sdk/server'
import type { Locator, Page } from '@playwright/test'
import {
  openSdkAgent,
  statusOf,
  taskOf,
  textPart,
  type SdkAgent,
} from '../src-daemon/agents/a2a/testing/sdk-agent.ts'
import { startOllamaServer, type OllamaServer } from './ollama-server/server.ts'
import { expectAccessible, tabTo, tooWide } from './support/checks.ts'
import { sendMessage } from './support/chat.ts'
import { createSatchel, expect, test as base, type Satchel } from './support/satchel.ts'

const schema = (slug: string) => `https://aitp.dev/capabilities/${slug}/v1.0.0/schema.json`
const DECISION = {
  $schema: schema('aitp-02-decisions'),
  request_decision: {
    id: 'headset',
    title: 'Which headset?',
    description: 'These fit what you asked for.',
    type: 'products',
    options: [
      {
        id: 'tour',
        name: 'Tour One',
        description: 'Closed, with noise cancelling.',
        five_star_rating: 4.2,
        reviews_count: 132,
        image_url: 'https://pictures.example/tour.jpg',
        url: 'https://shop.example/tour',
      },
      {
        id: 'space',
        name: 'Space One',
        variants: [{ id: 'space-black', name: 'Space One, Jet Black', short_variant_name: 'Jet Black' }],
      },
    ],
  },
}
const DATA = {
  $schema: schema('aitp-03-data-request'),
  request_data: {
    id: 'where',
    title: 'Where does it go?',
    description: 'The shop needs your address to send it.',
    fillButtonLabel: 'Give the address',
    form: {
      fields: [
        { id: 'name', label: 'Name', type: 'text', required: true, autocomplete: 'name' },
        { id: 'mail', label: 'Email', type: 'email', required: true },
        { id: 'door', label: 'Code of the door', type: 'text', autocomplete: 'one-time-code' },
      ],
    },
  },
}
const QUOTE = {
  $schema: schema('aitp-01-payments'),
  quote: {
    quote_id: 'q1',
    merchant_id: 'store.near',
    description: 'Two headsets',
    expiration: '2099-01-01T00:00:00Z',
    payment_options: [
      {
        amount: '199.50',
        currency: 'USD',
        payment_methods: [{ type: 'near_payment_channel', token: 'usdc.near', recipient: 'store.near' }],
      },
    ],
    merchant_signature: 'ed25519:unchecked',
  },
}

const dataPart = (value: object): Part => ({
  content: { $case: 'data', value },
  filename: '',
  mediaType: 'application/json',
  metadata: undefined,
})
const FORWARDED = { aitp_origin_actor: 'did:web:shop.example', aitp_hops: 1 }

/** A shop's agent: it asks which, then where to, and ends with a quote. What it was told is kept. */
const openShop = async (): Promise<{ agent: SdkAgent; told: unknown[] }> => {
  const told: unknown[] = []
  const steps = new Map<string, number>()
  const agent = await openSdkAgent({
    streaming: false,
    execute: (context, bus) => {
      const { taskId, contextId, task, userMessage } = context
      const step = steps.get(taskId) ?? 0
      steps.set(taskId, step + 1)
      bus.publish(AgentEvent.task(task ?? taskOf(context)))
      const words = userMessage.parts.map(({ content }): unknown => content?.value)
      told.push(...words)
      const say = (state: TaskState, parts: Part[], metadata?: object) => {
        const event = statusOf(taskId, contextId, state, parts)
        const { message } = event.status
        const with_ = message === undefined ? undefined : { ...message, metadata }
        bus.publish(AgentEvent.statusUpdate({ ...event, status: { ...event.status, message: with_ } }))
      }
      const asks = TaskState.TASK_STATE_INPUT_REQUIRED
      if (String(words[0]).includes('taxi') && step === 0) say(asks, [textPart('Where to?')])
      else if (step === 0) say(asks, [textPart('Please choose.'), dataPart(DECISION)], FORWARDED)
      else if (step === 1 && String(words[0]) !== 'Airport') say(asks, [dataPart(DATA)])
      else {
        // It says again what it was told, as it is and in other forms.
        const code = /77\d{4}/.exec(JSON.stringify(words))?.[0] ?? ''
        const again = `Noted ${code}, ${Buffer.from(code).toString('base64')}, ${Buffer.from(code).toString('hex')}.`
        const last = textPart(`It is yours once it is paid. ${code === '' ? '' : again}`.trim())
        say(TaskState.TASK_STATE_COMPLETED, [last, dataPart(QUOTE)])
      }
      return Promise.resolve()
    },
  })
  agent.card = {
    ...agent.card,
    name: 'Store',
    description: 'Sells headsets and calls taxis.',
    defaultInputModes: ['text/plain', 'application/json'],
    skills: [{ id: 'shop', name: 'Shop', description: 'Finds a headset or a taxi.', tags: [] }],
  }
  return { agent, told }
}

const calling = (name: string, args: object) => ({
  chunks: [{ tool_calls: [{ function: { name, arguments: JSON.stringify(args) } }] }],
})

interface Shop {
  readonly satchel: Satchel
  readonly told: unknown[]
}
const test = base.extend<{ model: OllamaServer; shop: Shop }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's dependencies from this pattern
  model: async ({}, use) => {
    const turnsFor = (user: string, question: string) => [
      { when: { user, results: 0 }, reply: calling('a2a_store__shop', { question }) },
      { when: { user, results: 1 }, reply: { chunks: [{ content: 'That is all.' }] } },
    ]
    const server = await startOllamaServer({
      script: {
        about: 'Asks the agent of a store.',
        turns: [
          ...turnsFor('headset', 'A headset, please'),
          ...turnsFor('taxi', 'A taxi, please'),
          { when: {}, reply: { chunks: [{ content: 'Hello.' }] } },
        ],
      },
    })
    await use(server)
    await server.close()
  },
  shop: async ({ model }, use, { outputDir: _ }) => {
    const satchel = createSatchel({ env: { OLLAMA_HOST: model.url } })
    const { agent, told } = await openShop()
    await satchel.json('agents', 'development', agent.host, '--yes')
    await satchel.json('agents', 'add', `${agent.origin}/.well-known/agent-card.json`, '--yes')
    await use({ satchel, told })
    await satchel.dispose()
    await agent.close()
  },
})
test.describe.configure({ timeout: 180_000 })

const card = (page: Page): Locator => page.locator('[data-test="question-card"]')
const looksAt = async (page: Page, what: string) => {
  await expectAccessible(page, what)
  for (const width of [420, 900, 1280]) {
    await page.setViewportSize({ width, height: width === 1280 ? 800 : 600 })
    expect(await tooWide(page), `${what}, ${String(width)} wide`).toEqual([])
  }
}
/** What is in the files of the daemon's log. */
const logged = ({ paths }: Satchel): string =>
  readdirSync(paths.logsDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('')
const begin = async (page: Page, { satchel }: Shop, text: string) => {
  await satchel.open(page)
  await sendMessage(page, text)
  const allow = page.locator('[data-test="approval-card"]').getByRole('button', { name: 'Allow once' })
  await allow.click()
}

test('a decision and a form of another agent are answered by keyboard, go back to it alone, and stay as lines', async ({
  page,
  shop,
  model,
}) => {
  await begin(page, shop, 'find me a headset')
  await expect(card(page).getByRole('heading', { name: 'Which headset?' })).toBeVisible()
  await expect(card(page)).toContainText('first asked by did:web:shop.example')
  await expect(card(page)).toContainText('4.2 of 5 stars, 132 reviews')
  await expect(
    card(page).getByRole('button', { name: 'Show the picture from pictures.example' }),
  ).toBeVisible()
  await looksAt(page, 'a decision of another agent')

  const send = card(page).getByRole('button', { name: 'Send' })
  await expect(send).toBeEnabled()
  await tabTo(page, send)
  await page.keyboard.press('Enter')
  await expect(card(page)).toContainText('Fill this in to continue.') // nothing is chosen
  await tabTo(page, card(page).getByRole('checkbox', { name: 'Tour One' }))
  await page.keyboard.press('Space')
  await card(page).getByRole('spinbutton', { name: 'How many of Tour One' }).fill('2')
  await card(page).getByRole('combobox', { name: 'Variant of Space One' }).click()
  await page.getByRole('option', { name: 'Jet Black' }).click()
  await card(page).getByRole('checkbox', { name: 'Space One' }).click()
  await expectAccessible(page, 'products that are chosen')
  await tabTo(page, send)
  await page.keyboard.press('Enter')

  await expect(card(page).getByRole('heading', { name: 'Where does it go?' })).toBeVisible()
  expect(shop.told[1]).toMatchObject({
    decision: {
      request_decision_id: 'headset',
      options: [
        { id: 'tour', name: 'Tour One', quantity: 2 },
        { id: 'space-black', name: 'Space One, Jet Black', quantity: 1 },
      ],
    },
  })
  await looksAt(page, 'a form of another agent')
  const give = card(page).getByRole('button', { name: 'Give the address' })
  await expect(give).toBeEnabled()
  await card(page).getByLabel('Name').fill('Ann')
  await card(page).getByLabel('Email').fill('ann@example.org')
  await expect(card(page)).toContainText('It asks for a secret: Code of the door. Only Store gets it')
  await card(page).getByLabel('Code of the door').fill('771204')
  await tabTo(page, give)
  await page.keyboard.press('Enter')
  await expect(page.getByText('That is all.')).toBeVisible()
  expect(shop.told[2]).toMatchObject({
    data: { fields: [{ value: 'Ann' }, { value: 'ann@example.org' }, { value: '771204' }] },
  })

  const kept = page.locator('[data-test="thread-card"]')
  await expect(kept).toHaveCount(3)
  await expect(kept.nth(0)).toContainText('Tour One · Space One, Jet Black')
  await expect(kept.nth(0)).toContainText('Answered')
  await expect(kept.nth(1)).toContainText('Name: Ann · Email: ann@example.org · Code of the door: ***')
  await expect(kept.nth(2)).toContainText('Asks for a payment')
  await expect(kept.nth(2)).toContainText('199.50 USD')
  await expect(kept.nth(2)).toContainText('The signature wasn’t checked')
  await expect(kept.nth(2)).toContainText('near_payment_channel: Experimental: Satchel doesn’t pay this way.')
  await expect(kept.nth(2).getByRole('button', { name: /pay/i })).toHaveCount(1) // the card's own title
  await looksAt(page, 'the cards of a conversation')

  // After a restart they are the same; the code of the door is nowhere.
  await page.reload()
  await expect(kept).toHaveCount(3)
  const log = JSON.stringify(await shop.satchel.json('activity', 'list'))
  expect(log).toContain('ann@example.org')
  expect(log).not.toContain('771204')
  const forms = ['771204', Buffer.from('771204').toString('base64'), Buffer.from('771204').toString('hex')]
  const found = (await shop.satchel.json('chat', 'search', 'headset')) as {
    hits: { conversationId: string }[]
  }
  const conversation = found.hits[0]?.conversationId ?? ''
  const exported = async (format: string) =>
    (await shop.satchel.run('chat', 'export', conversation, '--format', format)).stdout
  const asJson = await exported('json')
  expect(asJson).toContain('ann@example.org')
  const places: Record<string, string> = {
    log,
    'what the model read': JSON.stringify(model.requests),
    'the exported conversation': (await exported('markdown')) + asJson,
    'the exported log': (await shop.satchel.run('activity', 'export')).stdout,
    'the search': JSON.stringify(await shop.satchel.json('chat', 'search', '771204')),
    'the files of the log': logged(shop.satchel),
  }
  for (const [place, text] of Object.entries(places))
    for (const form of forms) expect(text.includes(form), `${form} in ${place}`).toBe(false)
})

test('a task that needs input in words uses the same card; an agent is told no, and the model gets the question', async ({
  page,
  shop,
}) => {
  await begin(page, shop, 'call a taxi')
  await expect(card(page)).toContainText('Where to?')
  await card(page).getByLabel('Your answer').fill('Airport')
  const send = card(page).getByRole('button', { name: 'Send' })
  await tabTo(page, send)
  await page.keyboard.press('Enter')
  await expect(page.getByText('That is all.')).toBeVisible()
  expect(shop.told).toEqual(['A taxi, please', 'Airport'])

  await sendMessage(page, 'find me a headset')
  await page.locator('[data-test="approval-card"]').getByRole('button', { name: 'Allow once' }).click()
  await card(page).getByRole('button', { name: 'Don’t answer' }).click()
  await expect.poll(() => shop.told.length).toBe(4)
  expect(shop.told[3]).toMatchObject({ decision: { status: 'declined', options: [{ id: '__declined__' }] } })

  // Without a terminal nobody is asked, and the cards are said.
  const { stdout } = await shop.satchel.run('chat', '--yes', 'find me a headset')
  expect(stdout).toContain('▸ Asks you to choose [declined] Which headset?')
})

test('a form is filled in from the profile by a click, and what isn’t sent is nowhere', async ({
  page,
  shop,
  model,
}) => {
  await shop.satchel.open(page, '/settings?item=profile')
  const profile = page.locator('[data-test="profile"]')
  await profile.getByRole('button', { name: 'Edit my profile' }).click()
  const sheet = page.getByRole('dialog', { name: 'Your profile' })
  await sheet.getByLabel('Full name').fill('Zelda Zanzibar')
  await sheet.getByLabel('Email').fill('zelda')
  await sheet.getByLabel('Phone').fill('+47 22 11 33 55')
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(sheet).toContainText('Enter an email address.')
  await sheet.getByLabel('Email').fill('zelda@example.org')
  await expectAccessible(page, 'the form of the profile')
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(profile.getByRole('listitem')).toHaveText(
    ['Full name', 'Email', 'Phone'].map((name) => RegExp(name)),
  )
  await profile.getByRole('button', { name: 'Remove Phone' }).click()
  await expect(profile.getByRole('status')).toContainText('Removed Phone.')
  await expect(profile.getByRole('button', { name: 'Put back' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(profile.getByRole('button', { name: 'Edit my profile' })).toBeFocused()
  await expect(profile.getByRole('listitem')).toHaveCount(3)
  await looksAt(page, 'the profile in the settings')

  await begin(page, shop, 'find me a headset')
  await card(page).getByRole('checkbox', { name: 'Tour One' }).click()
  await card(page).getByRole('button', { name: 'Send' }).click()
  await expect(card(page)).toContainText('Why they ask: The shop needs your address to send it.')
  const fill = card(page).getByRole('button', { name: 'Fill in from my profile' })
  await card(page).getByLabel('Email').fill('other@example.org')
  await tabTo(page, fill)
  await page.keyboard.press('Enter')
  await expect(card(page).getByLabel('Name')).toHaveValue('Zelda Zanzibar')
  await expect(card(page).getByLabel('Email')).toHaveValue('other@example.org')
  await expect(card(page).getByLabel('Code of the door')).toHaveValue('')
  const status = card(page).locator('[data-test="profile-fill"]').getByRole('status')
  await expect(status).toHaveText(/Filled in from your profile: Full name\. Look it over/)
  await card(page).getByRole('button', { name: 'Take out again' }).click()
  await expect(fill).toBeFocused()
  await expect(card(page).getByLabel('Name')).toHaveValue('')
  await card(page).getByLabel('Email').fill('')
  await fill.click()
  await expect(status).toContainText('Full name, Email')
  await fill.click()
  await expect(status).toHaveText('Your profile has nothing for the empty fields.')
  await looksAt(page, 'a form that was filled in')
  expect(shop.told).toHaveLength(2) // the question and the decision
  await card(page).getByRole('button', { name: 'Give the address' }).click()
  await expect(page.getByText('That is all.')).toBeVisible()
  expect(shop.told[2]).toMatchObject({
    data: { fields: [{ value: 'Zelda Zanzibar' }, { value: 'zelda@example.org' }, { value: '' }] },
  })

  const conversation = (
    (await shop.satchel.json('chat', 'search', 'headset')) as {
      hits: { conversationId: string }[]
    }
  ).hits[0]?.conversationId
  const unsent: Record<string, string> = {
    'what the model read': JSON.stringify(model.requests),
    'the exported conversation': (
      await shop.satchel.run('chat', 'export', conversation ?? '', '--format', 'json')
    ).stdout,
    'the exported log': (await shop.satchel.run('activity', 'export')).stdout,
    'the files of the log': logged(shop.satchel),
  }
  for (const [place, text] of Object.entries(unsent)) expect(text.includes('22 11 33 55'), place).toBe(false)
  expect(JSON.stringify(model.requests)).not.toContain('Zanzibar')
  expect(logged(shop.satchel)).not.toContain('Zanzibar')
})
