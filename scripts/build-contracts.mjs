// Compiles the contracts in resources/contracts. `build` only does it if a source differs from its artefact.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from './freshness.mjs'

/** Each contract, by its artefact's name. */
export const contracts = [{ artefact: 'acp-registry', file: 'AcpRegistry.sol', name: 'AcpRegistry' }]

/**
 * Compiler settings besides the source. The code must run on every current chain, hence the EVM version; and be
 * identical wherever it is compiled, hence no metadata hash at its end. It is read far more often than it is deployed,
 * hence the optimizer runs.
 */
const settings = {
  optimizer: { enabled: true, runs: 1000 },
  viaIR: true,
  evmVersion: 'paris',
  metadata: { bytecodeHash: 'none', appendCBOR: false },
}

const folder = (base) => join(base, 'resources/contracts')
const artefactPath = (base, { artefact }) => join(folder(base), `${artefact}.json`)
const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex')

/** The contracts whose checked-in artefact doesn't match their source and these settings. */
export function staleContracts(base = root) {
  return contracts.filter((contract) => {
    const { sourceSha256, compiler } = readArtefact(base, contract) ?? {}
    return (
      sourceSha256 !== sha256(readFileSync(join(folder(base), contract.file))) ||
      JSON.stringify(compiler?.settings) !== JSON.stringify(settings)
    )
  })
}

/** Rebuilds the artefacts of contracts: `{abi, bytecode, compiler, sourceSha256}`. */
export function buildContracts(base = root, which = staleContracts(base)) {
  for (const contract of which) {
    const path = artefactPath(base, contract)
    writeFileSync(path, `${JSON.stringify(compileContract(base, contract), null, 2)}\n`)
  }
}

/**
 * The artefact of one contract.
 *
 * @throws Error with the compiler's messages, warnings included, because a deployed contract can't be fixed
 */
function compileContract(base, { file, name }) {
  // Several megabytes of CommonJS, so it is only loaded to compile.
  const solc = createRequire(import.meta.url)('solc')
  const source = readFileSync(join(folder(base), file))
  const input = {
    language: 'Solidity',
    sources: { [file]: { content: source.toString('utf8') } },
    settings: { ...settings, outputSelection: { [file]: { [name]: ['abi', 'evm.bytecode.object'] } } },
  }
  const output = JSON.parse(solc.compile(JSON.stringify(input)))
  const problems = (output.errors ?? []).map(({ formattedMessage }) => formattedMessage)
  if (problems.length > 0) throw Object.assign(new Error(problems.join('\n')), { forPeople: true })
  const { abi, evm } = output.contracts[file][name]
  return {
    abi,
    bytecode: `0x${evm.bytecode.object}`,
    compiler: { version: solc.version(), settings },
    sourceSha256: sha256(source),
  }
}

/** The checked-in artefact of a contract; undefined if there is none or it isn't JSON. */
function readArtefact(base, contract) {
  try {
    return JSON.parse(readFileSync(artefactPath(base, contract), 'utf8'))
  } catch {
    return undefined // it is then rebuilt
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) buildContracts()
