import type { Command } from 'commander'
import { z } from 'zod'
import { callProofSchema, type CallProof } from '../../contract/call-proofs.ts'
import { SatchelError } from '../../platform/errors.ts'
import { columns } from '../console/output.ts'
import type { CommandDeps } from '../console/command-deps.ts'
import { readNamedFile } from './files.ts'

/** `satchel agents receipt`: verifies the receipt of a purchase as anybody can; needs no daemon. */
export const addAgentReceiptCommand = (agents: Command, { text, session }: CommandDeps): void => {
  agents
    .command('receipt')
    .description(text('cli_agents_receipt'))
    .argument('<file>')
    .option('--did-document <file>', text('cli_agents_receipt_document'))
    .action(async (path: string, { didDocument }: { didDocument?: string }) => {
      const { output } = session()
      const { isDidDocument, keysOf, verifyCallProof } = await import('../../agents/index.ts')
      const proof = proofIn(path)
      const given = didDocument === undefined ? proof.didDocument : jsonIn(didDocument)
      const keys = keysOf(isDidDocument(given) ? [given] : [])
      const proven = await verifyCallProof(proof, (keyId) => keys.key(keyId, 'authentication'))
      output.result(proven, () => {
        const { did, keyId, signedAt, url, idempotencyKey, body, answer } = proven
        output.say(didDocument === undefined ? 'cli_agents_receipt_kept' : 'cli_agents_receipt_valid')
        const facts = { did, key: keyId, at: signedAt, url, 'idempotency-key': idempotencyKey }
        for (const line of columns(Object.entries(facts))) output.line(line)
        output.lines(`> ${body}`)
        output.lines(`< ${answer ?? proof.answer.sha256}`)
      })
    })
}

/** As it is on the State page, or the proof alone. */
const receiptSchema = z.union([
  z
    .object({ proof: z.string() })
    .transform(({ proof }, context) => {
      try {
        return JSON.parse(proof) as unknown
      } catch {
        context.addIssue({ code: 'custom', message: 'proof: not JSON' })
        return z.NEVER
      }
    })
    .pipe(callProofSchema),
  callProofSchema,
])

const proofIn = (path: string): CallProof => {
  const parsed = receiptSchema.safeParse(jsonIn(path))
  if (parsed.success) return parsed.data
  throw new SatchelError('call_proof_wrong', { params: { problem: 'no receipt with a proof' } })
}

const jsonIn = (path: string): unknown => {
  try {
    return JSON.parse(readNamedFile(path).bytes.toString('utf8')) as unknown
  } catch (thrown) {
    if (thrown instanceof SatchelError) throw thrown
    return null
  }
}
