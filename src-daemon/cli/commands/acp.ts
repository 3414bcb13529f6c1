import type { Command } from 'commander'
import type { Problem } from '../../contract/packages.ts'
import type { Language } from '../../contract/language.ts'
import { printProblems } from '../console/problems.ts'
import type { CommandDeps } from '../console/command-deps.ts'
import { addAuthoringCommands } from './acp-authoring.ts'
import { readNamedFile } from './files.ts'
import { packageNetwork, type PackageNetwork } from './package-network.ts'

/** The result of checking one file; printed with `--json`. */
interface Checked {
  readonly file: string
  readonly sha256: string
  readonly valid: boolean
  readonly problems: readonly Problem[]
  /** Only of a verified file. */
  readonly cid?: string
  readonly capUri?: string
  readonly version?: string
  readonly author?: { readonly did: string; readonly keyId: string }
}

type Check = (
  path: string,
  file: { readonly fileName: string; readonly bytes: Uint8Array },
  language: Language,
) => Promise<Checked>

/** `satchel acp validate|lint|verify FILE...`, without a daemon, and the commands that write files. */
export const addAcpCommands = (program: Command, deps: CommandDeps): void => {
  const { text, session, io } = deps
  const acp = program.command('acp').description(text('cli_acp'))

  /** Checks every file, prints each one's problems, and fails if any is an error. */
  const run = async (paths: readonly string[], check: Check): Promise<void> => {
    const { output } = session()
    const results: Checked[] = []
    for (const path of paths) {
      const file = readNamedFile(path)
      const checked = await check(path, file, output.language)
      results.push(checked)
      printProblems(output, path, file.bytes.toString('utf8'), checked.problems)
      if (!checked.valid) io.exitCode = 1
      else if (checked.problems.length > 0 && checked.author === undefined)
        output.say('cli_acp_warned', { file: path, count: checked.problems.length })
      else if (checked.author === undefined) output.say('cli_acp_ok', { file: path })
      else {
        output.say('cli_valid', { file: path, did: checked.author.did })
        output.say('cli_acp_facts', {
          uri: `${checked.capUri ?? ''}@${checked.version ?? ''}`,
          sha256: checked.sha256,
          cid: checked.cid ?? '',
        })
      }
    }
    output.result(results.length === 1 ? results[0] : results, () => undefined)
  }

  acp
    .command('validate')
    .description(text('cli_acp_validate'))
    .argument('<files...>')
    .action((paths: string[]) =>
      run(paths, async (path, { fileName, bytes }, language) => {
        const { isLintCode, verifyPackageFile } = await import('../../packages/index.ts')
        const { sha256, problems } = verifyPackageFile(bytes, fileName, { language, signature: 'ignored' })
        return conclude(
          path,
          sha256,
          problems.filter(({ code }) => !isLintCode(code)),
        )
      }),
    )

  acp
    .command('lint')
    .description(text('cli_acp_lint'))
    .argument('<files...>')
    .option('--strict', text('cli_acp_strict'))
    .action((paths: string[], { strict = false }: { strict?: boolean }) =>
      run(paths, async (path, { fileName, bytes }, language) => {
        const { isLintCode, verifyPackageFile } = await import('../../packages/index.ts')
        const { sha256, problems } = verifyPackageFile(bytes, fileName, { language, signature: 'ignored' })
        // An unreadable file can't be linted; printing nothing would look like a clean file.
        const broken = problems.filter(({ code, severity }) => severity === 'error' && !isLintCode(code))
        const found = problems.filter((one) => isLintCode(one.code) || broken.includes(one))
        const checked = conclude(path, sha256, found)
        return strict && found.length > 0 ? { ...checked, valid: false } : checked
      }),
    )

  acp
    .command('verify')
    .description(text('cli_acp_verify'))
    .argument('<files...>')
    .action(async (paths: string[]) => {
      await using network = packageNetwork()
      await run(paths, verifyWith(network))
    })

  addAuthoringCommands(acp, deps)
}

const verifyWith =
  ({ keyOf }: PackageNetwork): Check =>
  async (path, { fileName, bytes }, language) => {
    const [{ problemOf, verifyPackage }, { cidOf }] = await Promise.all([
      import('../../packages/index.ts'),
      import('../../platform/cid.ts'),
    ])
    const {
      package: acp,
      findings,
      sha256,
    } = await verifyPackage(bytes, fileName, { checkSchema: null, keyOf })
    const problems = findings.map((one) => problemOf(one, language))
    const checked = conclude(path, sha256, problems)
    if (acp === null) return checked
    const { capUri, version, author } = acp
    return { ...checked, cid: cidOf(bytes), capUri, version, author }
  }

const conclude = (file: string, sha256: string, problems: readonly Problem[]): Checked => ({
  file,
  sha256,
  valid: problems.every(({ severity }) => severity !== 'error'),
  problems,
})
