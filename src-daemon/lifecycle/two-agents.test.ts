import type { ChildProcess } from 'node:child_process'
import { chmodSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startOllamaServer } from '../../e2e/ollama-server/server.ts'
import { freePort } from '../agents/testing/endpoint.ts'
import type { DaemonClient } from '../client/index.ts'
import type { AgentContact } from '../contract/agent-contacts.ts'
import { makeLocalCertificate, type LocalCertificate } from '../platform/local-authority.ts'
import { runCli } from '../testing/cli.ts'
import { connectReady, endOf } from '../testing/daemon-process.ts'
import { spawnWithVault } from '../testing/quick-vault.ts'
import { tempHome } from '../testing/temp-home.ts'

const TIMEOUT = 240_000
const CONVERT = 'acp:units/convert'
const QUESTION = 'satchel:question'
const ORDER = 'satchel:order'
const THREADS = 'satchel:threads'
const LATTE = {
  kind: 'product' as const,
  identifier: 'latte',
  name: 'Latte',
  description: 'With coconut.',
  price: { amount: '13.00', currency: 'CNY' },
  images: [],
  options: [{ name: 'Temperature', isRequired: true, values: ['Iced', 'Hot'] }],
  more: {},
}

/** A daemon with an endpoint over TLS, an identity of that host, and a description of what it offers. */
const startAgent = async (name: string, { cert, key, authority }: LocalCertificate, ollamaUrl: string) => {
  const home = tempHome()
  const env = {
    ...home.env,
    LC_ALL: 'en_GB.UTF-8',
    DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent',
  }
  const child: ChildProcess = await spawnWithVault(env)
  const client: DaemonClient = await connectReady(env)
  const { api } = client
  const file = (path: string, text: string): string => {
    const full = join(home.paths.dataDir, path)
    writeFileSync(full, text)
    chmodSync(full, 0o600)
    return full
  }
  const port = await freePort()
  const host = `localhost:${String(port)}`
  const files = {
    certFile: file('cert.pem', cert),
    keyFile: file('key.pem', key),
    caFile: file('ca.pem', authority),
  }
  const { certFile, keyFile, caFile } = files
  await api.settings.set.mutate({ ollamaUrl })
  const installed = await runCli(env, 'cap', 'install', 'resources/catalogue/units.acp.yaml', '--yes')
  if (installed.code !== 0) throw new Error(installed.stderr)
  await api.agents.setEndpoint.mutate({
    enabled: true,
    host: '127.0.0.1',
    port,
    publicUrl: null,
    tls: { certFile, keyFile },
  })
  const { did } = await api.agentIdentities.create.mutate({ host })
  await api.agentOffer.set.mutate({
    ...(await api.agentOffer.get.query()),
    did,
    name,
    operations: [{ tool: CONVERT, humanAuthorization: false }],
    forms: ['openrpc', 'openapi', 'mcp'],
    questions: { enabled: true },
    orders: { enabled: true },
    threads: { enabled: true },
    items: [LATTE],
  })
  const { url } = await api.agentOffer.publish.mutate()
  const close = async (): Promise<void> => {
    await client.close()
    child.kill('SIGKILL')
    await endOf(child)
    home.remove()
  }
  return { api, env, host, did, url, caFile, close }
}
type Agent = Awaited<ReturnType<typeof startAgent>>

describe.skipIf(process.platform === 'win32')('two daemons over TLS', () => {
  let certificate: LocalCertificate
  const closing: (() => Promise<void>)[] = []
  let ana: Agent
  let bo: Agent
  beforeAll(async () => {
    certificate = await makeLocalCertificate(new Date())
    const ollama = await startOllamaServer({
      script: {
        about: 'answers questions',
        turns: [{ reply: { chunks: [{ content: 'Three ' }, { content: 'metres.' }] } }],
      },
    })
    closing.push(ollama.close)
    ana = await startAgent('Ana', certificate, ollama.url)
    closing.push(ana.close)
    bo = await startAgent('Bo', certificate, ollama.url)
    closing.push(bo.close)
  }, TIMEOUT)
  afterAll(async () => {
    for (const close of closing.reverse()) await close()
  }, TIMEOUT)

  /** `from` finds `to` at an address, and the one agent there that speaks `protocol`. */
  const found = async (from: Agent, address: string, protocol: 'anp' | 'a2a' = 'anp') => {
    const { agents } = await from.api.agentContacts.discover.mutate({ address, as: from.did })
    const urls = agents.flatMap((one) => (one.protocol === protocol ? [one.url] : []))
    expect(urls).toHaveLength(1)
    return urls[0] ?? ''
  }
  const approve = async (from: Agent, contact: AgentContact): Promise<AgentContact> =>
    from.api.agentContacts.approve.mutate({ id: contact.id, fingerprint: contact.fingerprint })
  const call = async (from: Agent, { id, protocol }: AgentContact, operation: string, input: object) => {
    const source = `${protocol}:${id}`
    const known = (await from.api.capabilities.list.query({ source })).find(
      (one) => one.capability_id === `${source}/${operation}`,
    )
    const ref = { capability_id: `${source}/${operation}`, version: known?.version ?? '?' }
    const preview = await from.api.approvals.preview.query({ ref, input })
    if (preview === null) throw new Error(`${ref.capability_id} can't be called`)
    const { argumentsSha256, definition } = preview
    return from.api.capabilities.invoke.mutate({
      ref,
      input,
      consent: { argumentsSha256, definition, by: 'cli_yes' },
    })
  }

  /** Agrees to the next request at an agent, and says what was asked. */
  const ownerAgrees = (at: Agent): Promise<string> =>
    new Promise((done, fail) => {
      const subscription = at.api.approvals.pending.subscribe(undefined, {
        onError: fail,
        onData: ([request]) => {
          if (request === undefined) return
          const { id, argumentsSha256, sentence, choices } = request
          subscription.unsubscribe()
          const scope = choices[0]?.scope ?? 'tool'
          at.api.approvals.answer
            .mutate({
              id,
              argumentsSha256,
              answer: { decision: 'allow', scope, pattern: null, until: 'once' },
              via: 'yes',
            })
            .then(() => {
              done(sentence)
            }, fail)
        },
      })
    })

  it('reach each other only once the host and the authority are named', { timeout: TIMEOUT }, async () => {
    const problem = async (): Promise<string> =>
      (await runCli(ana.env, 'agents', 'discover', bo.host, '--json')).stderr
    expect(await problem()).toContain('network_refused')
    await ana.api.agents.setDevelopmentHosts.mutate([bo.host])
    expect(await problem()).toContain('network_unreachable')
    expect(await problem()).toContain('its certificate isn’t from an authority')
    const set = (path: string) => runCli(ana.env, 'settings', 'set', 'trustedCa', path)
    expect((await set(`${ana.caFile}.missing`)).stderr).toContain('trusted_ca_unusable')
    expect((await set(ana.caFile)).code).toBe(0)
    expect(await problem()).toBe('')
    expect(await found(ana, bo.host)).toBe(bo.url)

    await bo.api.agents.setDevelopmentHosts.mutate([ana.host])
    expect((await runCli(bo.env, 'settings', 'set', 'trustedCa', bo.caFile)).code).toBe(0)
    expect(await found(bo, ana.host)).toBe(ana.url)
  })

  it('find, verify and call each other in every form', { timeout: TIMEOUT }, async () => {
    for (const [from, to] of [
      [ana, bo],
      [bo, ana],
    ] as const) {
      expect(await found(from, to.did)).toBe(to.url)
      const contact = await from.api.agentContacts.look.mutate({ url: to.url, as: from.did })
      expect(contact).toMatchObject({ verdict: 'valid', did: to.did, as: from.did })
      expect(contact.pending?.problems).toEqual([])
      const approved = await approve(from, contact)
      const offered = approved.approved?.operations ?? []
      const operations = new Map(offered.map((one) => [one.kind, one]))
      const calls = offered.filter(({ kind }) => kind === 'call')
      expect(calls.map((one) => one.interface.kind)).toEqual(['openrpc', 'openapi', 'mcp'])
      const convert = { value: 3, from: 'metre', to: 'centimetre' }

      // Nobody has allowed it yet.
      for (const { id } of calls)
        expect(await call(from, approved, id, convert)).toMatchObject({
          ok: false,
          error: { details: { code: 'agent_refused' } },
        })
      expect(await to.api.agents.callers.query()).toMatchObject([{ did: from.did, status: 'asked' }])
      await to.api.agents.answer.mutate({
        did: from.did,
        status: 'allowed',
        tools: [CONVERT, QUESTION, ORDER],
      })

      for (const { id } of calls) {
        expect(JSON.stringify(await call(from, approved, id, convert))).toContain('300')
        const wrong = await call(from, approved, id, { ...convert, to: 'gram' })
        expect(wrong).toMatchObject({ ok: false, error: { details: { code: 'agent_refused' } } })
      }
      const asked = await call(from, approved, operations.get('question')?.id ?? '', { question: 'How far?' })
      expect(JSON.stringify(asked)).toContain('Three metres.')

      const buying = call(from, approved, operations.get('purchase')?.id ?? '', {
        identifier: 'latte',
        customizationOptions: { Temperature: 'Hot' },
      })
      // A call that ends before the owner is asked has failed.
      const ended = buying.then((result) => JSON.stringify(result))
      expect(await Promise.race([ownerAgrees(to), ended])).toContain('Latte, Temperature: Hot, for 13.00 CNY')
      const bought = await buying
      expect(bought).toMatchObject({ ok: true, output: { product: 'Latte', orderedBy: from.did } })
      const [receipt] = bought.x_changes
      const { schemaUri = '', objectId: id = '' } = receipt ?? {}
      const { object } = await from.api.state.get.query({ schemaUri, id })
      const file = join(dirname(from.caFile), 'receipt.json')
      const check = async (content: object) => {
        writeFileSync(file, JSON.stringify(content))
        return runCli(from.env, 'agents', 'receipt', file)
      }
      expect(await check(object)).toMatchObject({
        code: 0,
        stdout: expect.stringContaining('"identifier":"latte"') as unknown,
      })
      const forged = String(object['proof']).replaceAll('latte', 'mocha')
      expect((await check({ ...object, proof: forged })).stderr).toContain('did_auth_malformed')

      const card = await from.api.agentContacts.look.mutate({
        url: await found(from, to.host, 'a2a'),
        as: from.did,
      })
      expect(card).toMatchObject({ verdict: 'valid', protocol: 'a2a' })
      const known = await approve(from, card)
      const skills = known.approved?.operations.map(({ id }) => id) ?? []
      const skill = skills.find((one) => one.includes('convert')) ?? ''
      expect(JSON.stringify(await call(from, known, skill, { data: convert }))).toContain('300')
      const ask = skills.find((one) => one !== skill) ?? ''
      expect(JSON.stringify(await call(from, known, ask, { question: 'How far?' }))).toContain(
        'Three metres.',
      )
    }
  })

  it('say in both documents where they hold conversations, and hold one', { timeout: TIMEOUT }, async () => {
    const { contacts } = await ana.api.agentContacts.list.query({})
    const known = await Promise.all(contacts.map(({ id }) => ana.api.agentContacts.get.query({ id })))
    expect(known.map(({ protocol, approved }) => [protocol, approved?.threads]).sort()).toEqual([
      ['a2a', `https://${bo.host}/v1/threads`],
      ['anp', `https://${bo.host}/v1/threads`],
    ])
    const json = async (from: Agent, ...args: readonly string[]): Promise<unknown> => {
      const { code, stdout, stderr } = await runCli(from.env, 'threads', ...args, '--json')
      return code === 0 ? JSON.parse(stdout) : stderr
    }
    const id = known.find(({ protocol }) => protocol === 'anp')?.id ?? ''
    expect(await json(ana, 'open', id, 'Have you a minute?')).toContain('agent_refused')
    await bo.api.agents.answer.mutate({
      did: ana.did,
      status: 'allowed',
      tools: [CONVERT, QUESTION, ORDER, THREADS],
    })
    const made = (await json(ana, 'open', id, 'Have you a minute?')) as { id: string }
    const [kept] = (await json(bo, 'list')) as { id: string; title: string }[]
    expect(kept).toMatchObject({ title: 'Have you a minute?', connection: 'here', unseen: 1 })
    await json(bo, 'send', kept?.id ?? '', 'For you, always.')
    await vi.waitFor(
      async () => {
        expect(await json(ana, 'show', made.id)).toMatchObject({
          connection: 'live',
          entries: [{ texts: ['Have you a minute?'] }, { texts: ['For you, always.'], mine: false }],
        })
      },
      { timeout: 30_000 },
    )
    await json(ana, 'leave', made.id)
    expect(await json(bo, 'list')).toMatchObject([{ connection: 'closed' }])
    expect(await json(bo, 'send', kept?.id ?? '', 'Still there?')).toContain('thread_closed')
  })

  it('answer a question in text and in events, as the sender accepts', { timeout: TIMEOUT }, async () => {
    const ask = async (accept: string): Promise<{ type: string; text: string }> => {
      const body = Buffer.from(JSON.stringify({ question: 'How far?' }))
      const url = `https://${bo.host}/ask`
      const signed = await ana.api.agentIdentities.sign.mutate({
        did: ana.did,
        method: 'POST',
        url,
        form: 'http-signature',
        bodyBase64: body.toString('base64'),
      })
      return new Promise((done, fail) => {
        const headers = { ...signed, accept, 'content-type': 'application/json' }
        const sent = request(url, { method: 'POST', headers, ca: certificate.authority }, (response) => {
          let text = ''
          response.setEncoding('utf8')
          response.on('data', (piece: string) => (text += piece))
          response.on('end', () => {
            done({ type: response.headers['content-type'] ?? '', text })
          })
        })
        sent.on('error', fail).end(body)
      })
    }
    expect(await ask('text/plain')).toMatchObject({
      type: expect.stringContaining('text/plain') as unknown,
      text: 'Three metres.',
    })
    const events = await ask('text/event-stream')
    expect(events.type).toContain('text/event-stream')
    expect(events.text).toMatch(/^data: \{"delta":"Three/)
    expect(events.text).toMatch(/data: \[DONE\]\n\n$/)
  })
})

it('doctor says that the file of trusted authorities is gone', { timeout: TIMEOUT }, async () => {
  const home = tempHome()
  const env = { ...home.env, LC_ALL: 'en_GB.UTF-8', DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' }
  const child = await spawnWithVault(env)
  try {
    const { authority } = await makeLocalCertificate(new Date())
    const file = join(home.paths.dataDir, 'ca.pem')
    writeFileSync(file, authority)
    expect((await runCli(env, 'settings', 'set', 'trustedCa', file)).code).toBe(0)
    expect((await runCli(env, 'doctor')).stdout).not.toContain(file)
    writeFileSync(file, 'none')
    expect((await runCli(env, 'doctor')).stdout).toContain(`trusted certificates in ${file}`)
  } finally {
    child.kill('SIGKILL')
    await endOf(child)
    home.remove()
  }
})
