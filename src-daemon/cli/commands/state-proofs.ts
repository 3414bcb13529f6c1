import { InvalidArgumentError, type Command } from 'commander'
import { SatchelError } from '../../platform/errors.ts'
import type { Proof } from '../../contract/state-proofs.ts'
import { say } from '../../text/index.ts'
import { writeNewFile } from '../console/new-file.ts'
import { columns, jsonText, type Output } from '../console/output.ts'
import type { CommandDeps } from '../console/command-deps.ts'
import type { Api } from '../console/session.ts'
import { readJsonArgument } from './files.ts'

/** `satchel state prove|verify-proof|anchor|anchors|root` */
export const addStateProofsCommands = (state: Command, { text, session, io }: CommandDeps): void => {
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
    .action(async (path: string, options: { expect?: string }) => {
      const { output } = session()
      const { verifyProof } = await import('../../state/index.ts')
      const verdict = verifyProof(readJsonArgument(`@${path}`), options.expect)
      output.result(verdict, () => {
        for (const { ok, step, value } of verdict.steps)
          output.line(`${ok ? '✓' : '✗'} ${say(output.language, `cli_proof_step_${step}`)}: ${value}`)
        output.say(verdict.ok ? 'cli_proof_holds' : 'cli_proof_fails')
      })
      if (!verdict.ok) io.exitCode = 1
    })

  state
    .command('anchor')
    .description(text('cli_state_anchor'))
    .argument('<scope>')
    .option('--owner <did>', text('cli_state_owner'))
    .action(async (scope: string, options: { owner?: string }) => {
      const { withDaemon, output } = session()
      const anchor = await withDaemon(async (api) =>
        api.state.anchor.mutate(await scopeNamed(api, scope, options.owner)),
      )
      output.result(anchor, () => {
        output.say('cli_anchored', { number: anchor.number, hash: anchor.hash })
      })
    })

  state
    .command('anchors')
    .description(text('cli_state_anchors'))
    .action(async () => {
      const { withDaemon, output } = session()
      const anchors = await withDaemon((api) => api.state.anchors.query())
      output.result(anchors, () => {
        const rows = anchors.map(({ number, at, scope, size, root, hash }) => [
          String(number),
          at,
          scope,
          String(size),
          root,
          hash,
        ])
        for (const line of columns(rows)) output.line(line)
        if (anchors.length === 0) output.say('cli_none')
      })
    })

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

/** The only scope of that name. Errors: `scope_unknown`; `invalid_request` if it is ambiguous. */
const scopeNamed = async (
  api: Api,
  scope: string,
  owner: string | undefined,
): Promise<{ owner: string; scope: string }> => {
  const all = (await api.state.scopes.query()).filter(
    (one) => one.scope === scope && (owner === undefined || one.owner === owner),
  )
  const owners = [...new Set(all.map((one) => one.owner))]
  const [only, ...others] = owners
  if (only === undefined) throw new SatchelError('scope_unknown', { params: { scope } })
  if (others.length > 0)
    throw new SatchelError('invalid_request', { params: { problem: `--owner ${owners.join(' | ')}` } })
  return { owner: only, scope }
}

const sizeOf = (text: string): number => {
  const size = Number(text)
  if (!Number.isSafeInteger(size) || size < 1) throw new InvalidArgumentError('1..')
  return size
}
