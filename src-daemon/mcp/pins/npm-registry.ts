import { dirname, delimiter } from 'node:path'
import { SatchelError } from '../../platform/errors.ts'
import { runToEnd } from '../../platform/processes.ts'
import { indexAt, packageIndex } from './package-index.ts'

/**
 * The registry npm uses; `given` are variables of the program to be run. Errors: `server_program_missing`,
 * `server_package_registry`.
 */
export type NpmRegistry = (given: Readonly<Record<string, unknown>>) => Promise<string>

const ASK_MS = 20_000

/**
 * The registry npm uses: from `given`, else from this machine's settings, else from npm itself, which is
 * asked only once. `otherwise` is for a machine without npm.
 */
export const createNpmRegistry = ({
  env,
  home,
  locate,
  otherwise,
}: {
  readonly env: NodeJS.ProcessEnv
  readonly home: string
  /** Resolves a program as the system does. Errors: `server_program_missing`. */
  readonly locate: (command: string) => Promise<string>
  readonly otherwise?: () => string | null
}): NpmRegistry => {
  let said: Promise<string> | null = null

  const ask = async (): Promise<string> => {
    const npm = await locate('npm')
    const settings = Object.entries(env).filter(([name]) =>
      /^(?:npm_config_|APPDATA$|SystemRoot$)/i.test(name),
    )
    const { output, problem } = await runToEnd(
      {
        command: npm,
        args: ['config', 'get', 'registry'],
        // Its own Node is in the same folder.
        env: {
          ...Object.fromEntries(settings),
          HOME: home,
          PATH: [dirname(npm), env['PATH'] ?? ''].join(delimiter),
        },
        cwd: home,
      },
      { timeoutMs: ASK_MS },
    )
    const url = indexAt(output.trim())?.url
    if (url !== undefined) return url
    const params = { program: 'npm', problem: problem ?? output.trim().slice(0, 200) }
    throw new SatchelError('server_package_registry', { params, details: params })
  }

  return async (given) => {
    const own = Object.entries(given).find(([name]) => /^npm_config_registry$/i.test(name))?.[1]
    if (typeof own === 'string' && URL.canParse(own)) return own
    const set = packageIndex('npm', { env, home, named: null })
    if (set !== null) return set.url
    said ??= ask().catch((thrown: unknown) => {
      said = null // it may exist next time
      const isMissing = thrown instanceof SatchelError && thrown.code === 'server_program_missing'
      const url = isMissing ? (otherwise?.() ?? null) : null
      if (url === null) throw thrown
      return url
    })
    return said
  }
}
