import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ATTESTATION_VECTOR } from '../testing/examples.ts'

const SCRIPT = join(import.meta.dirname, '../../../docs/verify-attestation.mjs')
const IN_TIME = '2026-11-20T18:25:00Z'

const check = (request: object, attestation: object, at: string | null = IN_TIME) => {
  const folder = mkdtempSync(join(tmpdir(), 'satchel-attestation-'))
  onTestFinished(() => {
    rmSync(folder, { recursive: true })
  })
  const files = [request, attestation].map((content, n) => {
    const path = join(folder, `${String(n)}.json`)
    writeFileSync(path, JSON.stringify(content))
    return path
  })
  const args = [SCRIPT, ...files, ...(at === null ? [] : ['--at', at])]
  return spawnSync(process.execPath, args, { encoding: 'utf8' })
}
const { request, attestation } = ATTESTATION_VECTOR

describe('a third party checks an attestation with the documented script', () => {
  it('which takes the test vector, alone or as it was sent', () => {
    const alone = check(request, attestation)
    expect(alone.stderr).toBe('')
    expect(alone.stdout).toContain(`ok  signed by ${attestation.issuer}`)
    expect(alone.stdout).toContain('ok  approved, as app')
    expect(alone.stdout).not.toContain('was shown')
    const sent = check(
      { request_attestation: request },
      { attestation_response: { request_id: request.request_id, result: 'approved', attestation } },
    )
    expect(sent.status).toBe(0)
  })

  it.each([
    ['another amount', { ...request, title: 'Approve a payment of 9.99 USD' }, attestation, 'the request is'],
    ['another audience', request, { ...attestation, audience: 'did:web:thief.example' }, 'who it is for'],
    ['another nonce', request, { ...attestation, nonce: 'AAAAAAAAAAAAAAAAAAAAAA' }, 'the nonce is'],
    ['another decision', request, { ...attestation, decision: 'rejected' }, 'the signature is not valid'],
    [
      'a higher assurance',
      request,
      { ...attestation, human: { ...attestation.human, assurance: 'hardware' } },
      'the signature is not valid',
    ],
    [
      'another issuer',
      request,
      { ...attestation, issuer: 'did:key:z6MkhaXgBZDvotDkL5257faiztiGiC2QtKLGpbnnEGta2doK' },
      'signed by somebody else',
    ],
    [
      'an issuer whose key has to be looked up',
      request,
      {
        ...attestation,
        issuer: 'did:web:a.example',
        proof: { ...attestation.proof, verificationMethod: 'did:web:a.example#1' },
      },
      'look it up',
    ],
  ])('which refuses %s', (_, asked, said, why) => {
    const { status, stderr } = check(asked, said)
    expect(status).not.toBe(0)
    expect(stderr).toContain(`REFUSED: `)
    expect(stderr).toContain(why)
  })

  it('which refuses one that has ended', () => {
    const { status, stderr } = check(request, attestation, '2026-11-20T18:31:00Z')
    expect(status).not.toBe(0)
    expect(stderr).toContain('it ended at')
  })
})
