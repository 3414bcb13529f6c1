import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createNonceStore } from '../../agents/core/nonces.ts'
import { verifyRequest } from '../../agents/requests/verify-request.ts'
import { sdkDocuments, sdkVectors } from '../../agents/testing/vectors.ts'
import { verifiedDescriptionSchema } from '../../contract/agent-descriptions.ts'
import { ownDidSchema } from '../../contract/agent-dids.ts'
import { authorizedKey, validateDidDocument } from '../../identity/index.ts'
import { openDatabase } from '../../storage/index.ts'
import { freePort } from '../../agents/testing/endpoint.ts'
import { runCli } from '../../testing/cli.ts'
import { useOwnDaemon } from '../../testing/own-daemon.ts'

const TIMEOUT = 120_000
const { env } = useOwnDaemon()

let folder: string
let server: Server
let origin: string
/** What the server says, and what it was asked with. */
let answer: { status: number; headers?: Record<string, string>; body: string }
let asked: { url: string; header: (name: string) => string | undefined }[]
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'satchel-agents-'))
  server = createServer((request, response) => {
    asked.push({
      url: `${origin}${request.url ?? ''}`,
      header: (name) => request.headersDistinct[name]?.join(', '),
    })
    response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers })
    response.end(answer.body)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  origin = `http://localhost:${String((server.address() as AddressInfo).port)}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
  rmSync(folder, { recursive: true })
})

const satchel = (...args: string[]) => runCli(env, 'agents', ...args)
const json = async (...args: string[]): Promise<unknown> => {
  const { code, stdout, stderr } = await satchel(...args, '--json')
  if (code !== 0) throw new Error(`${args.join(' ')}: ${stderr}`)
  return JSON.parse(stdout)
}
const did = async (...args: string[]) => ownDidSchema.parse(await json('did', ...args))

describe('satchel agents did', () => {
  it('makes, publishes, rotates and gives up identities', { timeout: TIMEOUT }, async () => {
    const made = await did(
      'create',
      'agents.example',
      '--path',
      'team/ana',
      '--description',
      'https://agents.example/ad.json',
    )
    expect(made.did).toMatch(/^did:wba:agents\.example:team:ana:e1_/)
    const root = await did('create', 'agents.example', '--key', 'k1')
    expect(root).toMatchObject({ did: 'did:wba:agents.example', kind: 'secp256k1' })
    expect((await satchel('did', 'create', 'agents.example')).stderr).toContain('agent_did_exists')

    const web = join(folder, 'web')
    expect((await satchel('did', 'publish', '--to', web)).stdout).toContain('.well-known')
    const published = (path: string): unknown => JSON.parse(readFileSync(join(web, path), 'utf8'))
    expect(published(made.path)).toEqual(made.document)
    expect(published('.well-known/did.json')).toEqual(root.document)

    expect((await satchel('did', 'rotate', made.did)).stderr).toContain('needs_consent')
    const next = await did('rotate', made.did, '--yes')
    expect(next.document).toMatchObject({ alsoKnownAs: [made.did] })
    const ended = await did('deactivate', root.did, '--yes')
    expect(ended.deactivatedAt).not.toBeNull()
    await json('did', 'publish', '--to', web)
    expect(published(made.path)).toMatchObject({ deactivated: true, successorDid: next.did })
    expect(published('.well-known/did.json')).toMatchObject({ deactivated: true })
    expect(await satchel('check', join(web, next.path))).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('proof_w3c') as unknown,
    })
    expect((await satchel('did', 'list')).stdout).toMatch(/given up on/)

    // Another's document is never overwritten, and then nothing is written at all.
    rmSync(join(web, next.path))
    writeFileSync(join(web, '.well-known/did.json'), '{"id":"did:wba:other.example"}')
    expect((await satchel('did', 'publish', '--to', web)).stderr).toContain('did_publish_other_file')
    expect(existsSync(join(web, next.path))).toBe(false)
  })
})

describe('satchel agents sign', () => {
  it.each(['http-signature', 'didwba'] as const)(
    'signs a request as one of them: %s',
    async (form) => {
      const { did: own, document } = await did('create', 'signer.example', '--path', form)
      const url = 'https://api.example/orders'
      const args = [
        '--as',
        own,
        '--form',
        form,
        ...(form === 'didwba' ? [] : ['--method', 'post', '--data', '{"a":1}']),
      ]
      const headers = z.record(z.string(), z.string()).parse(await json('sign', url, ...args))
      const lower = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
      const now = () => new Date()
      const verified = await verifyRequest(
        {
          method: form === 'didwba' ? 'GET' : 'POST',
          targetUri: url,
          header: (name) => lower.get(name),
          body: Buffer.from(form === 'didwba' ? '' : '{"a":1}'),
        },
        { dids: ['did:wba:api.example'], hosts: ['api.example'] },
        {
          dids: {
            key: (keyId, use) =>
              Promise.resolve(authorizedKey(validateDidDocument(own, document), keyId, use)),
          },
          nonces: createNonceStore({
            db: openDatabase({ path: ':memory:', log: { info: () => undefined } }),
            now,
          }),
          now,
        },
      )
      expect(verified).toMatchObject({ form, did: own })
    },
    TIMEOUT,
  )
})

describe('satchel agents verify', () => {
  const description = {
    type: 'AgentDescription',
    protocolType: 'ANP',
    name: 'A shop',
    did: 'did:wba:shop.example',
  }

  it(
    'says in words what a description is worth, from a file',
    async () => {
      const file = join(folder, 'ad.json')
      writeFileSync(file, JSON.stringify(description))
      const { code, stdout } = await satchel('verify', file)
      expect(code).toBe(1)
      expect(stdout).toMatch(/Not verified: it isn’t signed\n {2}it has no proof\n/)
      expect(stdout).toMatch(/! security is missing/)
    },
    TIMEOUT,
  )

  it(
    'asks an address, as one of the owner’s identities where it is asked who it is',
    { timeout: TIMEOUT },
    async () => {
      asked = []
      answer = { status: 200, body: JSON.stringify(description) }
      const source = `${origin}/ad.json`
      // Over http, only hosts that are allowed for development.
      expect((await satchel('verify', source)).stderr).toContain('network_refused')
      await json('development', new URL(origin).host, '--yes')
      const { code, stdout } = await satchel('verify', source, '--json')
      expect(code).toBe(1)
      expect(verifiedDescriptionSchema.parse(JSON.parse(stdout))).toMatchObject({
        verdict: 'unsigned',
        name: 'A shop',
        fetchedFrom: new URL(origin).host,
      })

      const { did: own } = await did('create', 'asker.example', '--path', 'a')
      answer = { status: 401, headers: { 'WWW-Authenticate': 'DIDWba realm="x", nonce="n-1"' }, body: '' }
      asked = []
      expect((await satchel('verify', source, '--as', own)).stderr).toContain('description_unavailable')
      // First the default form, then once more as the server wants it.
      expect(asked).toHaveLength(2)
      expect(asked[0]?.header('signature-input')).toContain(own)
      expect(asked[1]?.header('authorization')).toMatch(/^DIDWba v="1\.1".*nonce="n-1"/)
    },
  )
})

describe('satchel agents check', () => {
  it('checks vectors, with the identities beside them', async () => {
    const vectors = join(folder, 'vectors')
    mkdirSync(vectors)
    cpSync(new URL('../../agents/testing/vectors', import.meta.url), vectors, { recursive: true })
    const { code, stdout } = await satchel('check', join(vectors, 'authentication.json'))
    expect({ code, stdout }).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('33 checked, all as expected') as unknown,
    })
    const file = JSON.parse(sdkVectors.authentication) as { negatives: { expected_integrity: boolean }[] }
    const [negative] = file.negatives
    if (negative !== undefined) negative.expected_integrity = true
    writeFileSync(join(vectors, 'wrong.json'), JSON.stringify(file))
    const wrong = await satchel('check', join(vectors, 'wrong.json'))
    expect(wrong.code).toBe(1)
    expect(wrong.stdout).toMatch(/✗ .*expected: true/)
    expect(wrong.stdout).toContain('33 checked, 1 differs')
  })

  it('finds the DID document of a description beside it, or where it is told', async () => {
    const { vectors } = JSON.parse(sdkVectors.adProof) as {
      vectors: { document: { did: string }; verification_method: { id: string } }[]
    }
    const [first] = vectors
    const method = first?.verification_method
    const document = { id: first?.document.did, verificationMethod: [method], assertionMethod: [method?.id] }
    const [beside, elsewhere] = [join(folder, 'beside'), join(folder, 'elsewhere')]
    mkdirSync(beside)
    mkdirSync(elsewhere)
    const [ad, did_] = [join(beside, 'ad.json'), join(elsewhere, 'did.json')]
    writeFileSync(ad, JSON.stringify(first?.document))
    writeFileSync(did_, JSON.stringify(document))
    expect((await satchel('check', ad)).code).toBe(1)
    expect((await satchel('check', ad, '--did-document', did_)).code).toBe(0)
    cpSync(did_, join(beside, 'did.json'))
    expect((await satchel('check', ad)).stdout).toMatch(/valid +signed, domain_of_own_address/)
    rmSync(join(beside, 'did.json'))
    mkdirSync(join(beside, '.well-known'))
    cpSync(did_, join(beside, '.well-known', 'did.json'))
    expect((await satchel('check', ad)).code).toBe(0)
    expect((await satchel('check', join(beside, 'missing.json'))).stderr).toContain('file_unreadable')
    writeFileSync(join(beside, 'changed.json'), JSON.stringify({ ...sdkDocuments['e1'], service: [] }))
    expect((await satchel('check', join(beside, 'changed.json'))).code).toBe(1)
  })
})

describe('satchel agents describe', () => {
  it('previews, publishes and writes the files, over nothing of others', { timeout: TIMEOUT }, async () => {
    const { did: own } = await did('create', 'shop.example', '--path', 'desk')
    expect(await json('describe', '--as', own)).toMatchObject({
      version: '1.0.0',
      problems: expect.arrayContaining([{ code: 'no_name', detail: null, blocks: true }]) as unknown,
    })
    expect((await satchel('describe', '--publish', '--yes')).stderr).toContain('agent_offer_incomplete')
    const wrong = await satchel('describe', '--set', '{"nome":"x"}')
    expect(wrong.stderr).toContain('nome')
    const latte = {
      kind: 'product',
      identifier: 'latte',
      name: 'Latte',
      description: '',
      price: { amount: '13', currency: 'CNY' },
      images: [],
      options: [],
      more: {},
    }
    const content = join(folder, 'offer.json')
    writeFileSync(content, JSON.stringify({ name: 'Desk', items: [latte], questions: { enabled: true } }))
    expect((await satchel('describe', '--set', `@${content}`, '--show')).stdout).toContain('"priceCurrency"')
    expect((await satchel('describe', '--publish')).stderr).toContain('needs_consent')

    const web = join(folder, 'shop-web')
    const list = join(web, '.well-known/agent-descriptions')
    mkdirSync(join(web, '.well-known'), { recursive: true })
    writeFileSync(list, '{}')
    const taken = await satchel('describe', '--publish', '--to', web, '--yes')
    expect(taken.stderr).toContain('did_publish_other_file')
    rmSync(list)
    await json('describe', '--publish', '--to', web, '--yes')
    const [ad] = z
      .object({ items: z.array(z.looseObject({ '@id': z.string() })) })
      .parse(JSON.parse(readFileSync(list, 'utf8'))).items
    const path = new URL(ad?.['@id'] ?? '').pathname
    const document = join(web, ...path.replace('ad.json', 'did.json').split('/'))
    expect(readFileSync(document, 'utf8')).toContain('AgentDescription')
    const checked = await satchel('check', join(web, ...path.split('/')), '--did-document', document)
    expect(checked).toMatchObject({ code: 0, stdout: expect.stringContaining('valid') as string })
    // An own earlier description is replaced.
    const again = await satchel(
      'describe',
      '--set',
      '{"description":"Sells."}',
      '--publish',
      '--to',
      web,
      '--yes',
    )
    expect(again.stdout).toContain('1.1.0')
  })
})

describe('satchel agents serve', () => {
  it(
    'opens, shows and closes the endpoint, and wants a certificate with its key',
    { timeout: TIMEOUT },
    async () => {
      const port = String(await freePort())
      expect((await satchel('serve', '--port', port)).stderr).toContain('needs_consent')
      expect((await satchel('serve', '--cert', 'cert.pem', '--yes')).stderr).toContain('--key')
      const missing = await satchel('serve', '--cert', 'no.pem', '--key', 'no.pem', '--yes')
      expect(missing.stderr).toContain('agent_tls_unusable')
      expect(await json('serve', '--port', port, '--yes')).toMatchObject({ listening: true })
      const response = await fetch(`http://localhost:${port}/.well-known/did.json`)
      expect(await response.json()).toMatchObject({ id: `did:web:localhost%3A${port}` })
      expect(await json('serve', 'status')).toMatchObject({
        listening: true,
        endpoint: { port: Number(port) },
      })
      expect(await json('serve', 'stop')).toMatchObject({ listening: false })
    },
  )

  it('lets an agent call for some days', { timeout: TIMEOUT }, async () => {
    const caller = 'did:key:z6MkhaXgBZDvotDkL5257faiztiGiC2QtKLGpbnnEGta2doK'
    const allowed = await json('allow', caller, '--tool', 'satchel:question', '--days', '2', '--yes')
    const { until, tools } = z.object({ until: z.string(), tools: z.array(z.string()) }).parse(allowed)
    expect(tools).toEqual(['satchel:question'])
    expect(Math.abs(Date.parse(until) - Date.now() - 2 * 86_400_000)).toBeLessThan(600_000)
    expect(await json('refuse', caller)).toMatchObject({ status: 'refused', tools: [], until: null })
  })
})
