import { delimiter, dirname, isAbsolute } from 'node:path'
import { SatchelError } from '../../platform/errors.ts'
import { runToEnd } from '../../platform/processes.ts'
import { indexIn, pipSetting, pythonIndexAt, pythonIndexSetting, type PythonIndex } from './python-index.ts'
import type { PythonCommand } from './python-command.ts'

/** The installer of Python packages on this machine. */
export interface PythonTool {
  /** uv if it was requested and exists, else the pip of the Python. */
  readonly kind: 'uv' | 'pip'
  readonly program: string
  readonly python: string
  /** `3.11` */
  readonly version: string
}

export interface PythonToolDeps {
  readonly env: NodeJS.ProcessEnv
  readonly home: string
  /** Resolves a program as the system does. Errors: `server_program_missing`. */
  readonly locate: (command: string) => Promise<string>
}

export interface PythonTools {
  /** Null if there is none. */
  find(command: Pick<PythonCommand, 'tool' | 'python'>): Promise<PythonTool | null>
  /**
   * The index packages come from: as the command or the variables given to it say, else as this user's uv or
   * pip is set to, whose login for that host counts. Errors: `server_package_registry`, also for one that is
   * named but cannot be used: another one might have a package of the same name.
   */
  index(
    command: Pick<PythonCommand, 'index'>,
    tool: PythonTool,
    given: Readonly<Record<string, unknown>>,
  ): Promise<PythonIndex>
  /** The file of certificates that this user's pip is set to; null if none. */
  certificate(): string | null
}

const ASK_MS = 20_000
/** Prints its version, and whether it has what installing needs. */
const LOOK = `import sys, importlib.util as u
print('%d.%d' % sys.version_info[:2], *(name for name in ('pip', 'venv') if u.find_spec(name)))`
/** Where the help of either tool shows its default index. */
const USUAL_INDEX = /--(?:default-index|index-url) <[^>]+>.*?\((?:by )?default:? <?(https:\/\/[^\s>)]+)/

/**
 * Finds the installer of Python packages. The owner's own programs are called as from a terminal, outside the
 * sandbox: found by their names alone, never by a path from a server's definition.
 */
export const createPythonTools = ({ env, home, locate }: PythonToolDeps): PythonTools => {
  /** By program: its output does not change while the daemon runs. */
  const usual = new Map<string, Promise<PythonIndex>>()

  const ask = (program: string, args: readonly string[]): ReturnType<typeof runToEnd> => {
    const settings = Object.entries(env).filter(([name]) =>
      /^(?:XDG_DATA_HOME|UV_PYTHON_INSTALL_DIR|SystemRoot)$/i.test(name),
    )
    const path = [dirname(program), env['PATH'] ?? ''].join(delimiter)
    return runToEnd(
      {
        command: program,
        args,
        env: {
          ...Object.fromEntries(settings),
          HOME: home,
          PATH: path,
          COLUMNS: '200',
          UV_PYTHON_DOWNLOADS: 'never',
        },
        cwd: home,
      },
      { timeoutMs: ASK_MS },
    )
  }

  const located = async (program: string): Promise<string | null> => {
    try {
      return await locate(program)
    } catch (thrown) {
      if (thrown instanceof SatchelError && thrown.code === 'server_program_missing') return null
      throw thrown
    }
  }

  const looked = async (
    kind: PythonTool['kind'],
    program: string | null,
    python: string,
  ): Promise<PythonTool | null> => {
    const [version = '', ...modules] = (await ask(python, ['-I', '-c', LOOK])).output.trim().split(' ')
    const needed = kind === 'uv' ? ['venv'] : ['pip', 'venv']
    if (!/^\d+\.\d+$/.test(version) || needed.some((name) => !modules.includes(name))) return null
    return { kind, program: program ?? python, python, version }
  }

  const find: PythonTools['find'] = async ({ tool, python }) => {
    const uv = tool === 'pipx' ? null : await located('uv')
    if (uv !== null) {
      const asked = python === null ? [] : [python]
      const found = (await ask(uv, ['python', 'find', '--no-project', '--system', ...asked])).output.trim()
      const made = isAbsolute(found) ? await looked('uv', uv, found) : null
      if (made !== null) return made
    }
    const named =
      python !== null && /^\d+(?:\.\d+)?$/.test(python) ? `python${python}` : (python ?? 'python3')
    const path = await located(named)
    return path === null ? null : looked('pip', null, path)
  }

  const usable = (text: string, { kind }: PythonTool, problem: string): PythonIndex => {
    const index = pythonIndexAt(text)
    if (index !== null) return index
    const params = { program: kind, problem }
    throw new SatchelError('server_package_registry', { params, details: params })
  }

  const usualIndex = async (tool: PythonTool): Promise<PythonIndex> => {
    const help =
      tool.kind === 'uv'
        ? ['pip', 'compile', '--help']
        : ['-I', '-m', 'pip', '--isolated', 'install', '--help']
    const { output, problem } = await ask(tool.program, help)
    const url = USUAL_INDEX.exec(output.replaceAll(/\s+/g, ' '))?.[1]
    return usable(url ?? '', tool, problem ?? '?')
  }

  return {
    find,
    index: async (command, tool, given) => {
      const set = pythonIndexSetting({ env, home })
      const said = command.index ?? indexIn(given)
      if (said !== null) {
        const index = usable(said, tool, shown(said))
        const own = set === null ? null : pythonIndexAt(set)
        return index.login === null && own?.host === index.host ? { ...index, login: own.login } : index
      }
      if (set !== null) return usable(set, tool, shown(set))
      const known = usual.get(tool.program) ?? usualIndex(tool)
      usual.set(tool.program, known)
      known.catch(() => usual.delete(tool.program)) // it may succeed next time
      return known
    },
    certificate: () => pipSetting('cert', { env, home }),
  }
}

/** An address as it may be shown: without what may be a login. */
const shown = (address: string): string => address.replace(/\/\/.*@/, '//')
