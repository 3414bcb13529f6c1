import { InvalidArgumentError, type Command } from 'commander'
import type { Proof } from '../../contract/state-proofs.ts'
import { say } from '../../text/index.ts'
import { writeNewFile } from '../console/new-file.ts'
import { columns, jsonText, type Output } from '../console/output.ts'
import type { CommandDeps } from '../console/command-deps.ts'
import { readJsonArgument } from './files.ts'
import { scopeNamed } from './scope-named.ts'
import { addStateAnchorCommands } from './state-anchors.ts'

/** `satchel state prove|verify-proof|root`, and the anchors. */
export const addStateProofsCommands = (state: Command, deps: CommandDeps): void => {
  const { text, session, io } = deps
  state
    .command('prove')
    .description(text('cli_state_prove'))
    .argument('<hash|schema>')
    .argument('[id]')
    .option('--out <file>', text('cli_state_proof_out'))
    .action(async (what: string, id: string | undefined, options: { out?: string }) => {
      const { withDaemon, output } = session()
      const proof = await withDaemon(async (api): Promise<Proof> =>
        id === undefined
          ? await api.state.prove.query({ change: what })
          : await api.state.proveObject.query({ schemaUri: what, id }),
      )
      handOut(output, proof, options.out)
    })

  state
    .command('verify-proof')
    .description(text('cli_state_verify_proof'))
    .argument('<file>')
    .option('--expect <hash>', text('cli_state_expect'))
    .option('--on-chain', text('cli_state_on_chain'))
    .action(async (path: string, options: { expect?: string; onChain?: boolean }) => {
      const { withDaemon, output } = session()
      const { verifyProof } = await import('../../state/index.ts')
      const proof = readJsonArgument(`@${path}`)
      const verdict = verifyProof(proof, options.expect)
      if (options.onChain === true && verdict.ok) {
        const step = await withDaemon((api) => api.state.verifyProofOnChain.mutate({ proof }))
        verdict.steps.push(step)
        verdict.ok = step.ok
      }
      output.result(verdict, () => {
        for (const { ok, step, value } of verdict.steps)
          output.line(`${ok ? '✓' : '✗'} ${say(output.language, `cli_proof_step_${step}`)}: ${value}`)
        output.say(verdict.ok ? 'cli_proof_holds' : 'cli_proof_fails')
      })
      if (!verdict.ok) io.exitCode = 1
    })

  addStateAnchorCommands(state, deps)

  state
    .command('root')
    .description(text('cli_state_root'))
    .argument('<scope>')
    .option('--owner <did>', text('cli_state_owner'))
    .option('--since <size>', text('cli_state_root_since'), sizeOf)
    .option('--out <file>', text('cli_state_proof_out'))
    .action(async (scope: string, options: { owner?: string; since?: number; out?: string }) => {
      const { withDaemon, output } = session()
      const fromSize = options.since
      const answer = await withDaemon(async (api) => {
        const named = await scopeNamed(api, scope, options.owner)
        return fromSize === undefined
          ? api.state.snapshot.query(named)
          : api.state.proveConsistency.query({ ...named, fromSize })
      })
      if ('kind' in answer) handOut(output, answer, options.out)
      else
        output.result(answer, () => {
          for (const line of columns(Object.entries(answer).map(([name, value]) => [name, String(value)])))
            output.line(line)
        })
    })
}

/** Writes to a new file, or as JSON to the output. */
const handOut = (output: Output, proof: Proof, path: string | undefined): void => {
  if (path === undefined) {
    output.result(proof, () => {
      output.lines(jsonText(proof, 2))
    })
    return
  }
  writeNewFile(path, Buffer.from(`${JSON.stringify(proof, null, 2)}\n`))
  const hash = proof.anchor?.hash ?? proof.snapshot.digest
  output.result({ path, kind: proof.kind, compareWith: hash }, () => {
    output.say('cli_proof_written', { path, hash })
  })
}

const sizeOf = (text: string): number => {
  const size = Number(text)
  if (!Number.isSafeInteger(size) || size < 1) throw new InvalidArgumentError('1..')
  return size
}
