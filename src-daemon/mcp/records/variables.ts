import { delimiter, normalize } from 'node:path'
import { SatchelError } from '../../platform/errors.ts'
import type { ReasonCode } from '../../text/index.ts'
import type { ServerDefinition } from '../../contract/servers.ts'

/**
 * Variables that make programs load code or run programs that no command names, by what obeys them. Such a server
 * would run something else than its owner reviewed.
 */
const RUNS_CODE: readonly RegExp[] = [
  // The system's loader, the C library, OpenSSL.
  /^(?:LD|DYLD|_RLD)_/,
  /^(?:GCONV_PATH|GETCONF_DIR|OPENSSL_(?:CONF|CONF_INCLUDE|ENGINES|MODULES))$/,
  // Shells and what they start.
  /^(?:BASH_ENV|ENV|SHELLOPTS|BASHOPTS|PS4|PROMPT_COMMAND|ZDOTDIR|FPATH)$/,
  /^(?:EDITOR|VISUAL|PAGER|MANPAGER|BROWSER|LESSOPEN|LESSCLOSE|SSH_ASKPASS|SUDO_ASKPASS)$/,
  /^GIT_(?:SSH|SSH_COMMAND|ASKPASS|EDITOR|SEQUENCE_EDITOR|PAGER|EXTERNAL_DIFF|EXEC_PATH|PROXY_COMMAND|TEMPLATE_DIR)$/,
  /^GIT_CONFIG(?:_|$)/,
  // JavaScript.
  /^(?:NODE_OPTIONS|NODE_PATH|NODE_REPL_EXTERNAL_MODULE|BUN_OPTIONS|YARN_YARN_PATH|YARN_RC_FILENAME|YARN_PLUGINS)$/,
  /^TS_NODE_/,
  /^NPM_CONFIG_(?!(?:AUDIT|CA|CACHE|CAFILE|COLOR|FETCH_[A-Z_]+|FUND|HTTPS_PROXY|LOGLEVEL|NOPROXY|PREFER_OFFLINE|PREFER_ONLINE|PROGRESS|PROXY|REGISTRY|STRICT_SSL|UPDATE_NOTIFIER|YES)$)/,
  // Python: all of its own, which have no underscore, except those that only change how it prints, checks or counts.
  /^PYTHON(?!(?:ASYNCIODEBUG|COERCECLOCALE|DEBUG|DEVMODE|DONTWRITEBYTECODE|FAULTHANDLER|HASHSEED|INTMAXSTRDIGITS|IOENCODING|LEGACYWINDOWSFSENCODING|LEGACYWINDOWSSTDIO|MALLOC|MALLOCSTATS|NODEBUGRANGES|NOUSERSITE|OPTIMIZE|PROFILEIMPORTTIME|SAFEPATH|TRACEMALLOC|UNBUFFERED|UTF8|VERBOSE)$)[A-Z0-9]+$/,
  /^PYTHON_PRESITE$/,
  // Other languages.
  /^(?:PERL5LIB|PERLLIB|PERL5OPT|PERL5DB|PERL5SHELL)$/,
  /^(?:RUBYOPT|RUBYLIB|RUBYSHELL|GEM_HOME|GEM_PATH|BUNDLE_GEMFILE)$/,
  /^(?:JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|JDK_JAVA_OPTIONS|OPENJ9_JAVA_OPTIONS|IBM_JAVA_OPTIONS|JAVA_OPTS|CLASSPATH)$/,
  /^(?:DOTNET_(?:STARTUP_HOOKS|ADDITIONAL_DEPS|SHARED_STORE)|(?:CORECLR|COR)_(?:ENABLE_PROFILING|PROFILER.*))$/,
  /^(?:PHPRC|PHP_INI_SCAN_DIR|JULIA_LOAD_PATH|JULIA_DEPOT_PATH|ERL_[AZ]?FLAGS|ERL_LIBS|ELIXIR_ERL_OPTIONS|RUSTC(?:_.*)?)$/,
  /^LUA_(?:INIT|PATH|CPATH)(?:_|$)|^R_(?:PROFILE|ENVIRON|LIBS)(?:_|$)/,
]
/** Where interpreters look for modules. Bundles name folders of their own there, which their hash covers. */
const MODULE_PATHS: ReadonlySet<string> = new Set([
  'PYTHONPATH',
  'NODE_PATH',
  'RUBYLIB',
  'PERL5LIB',
  'CLASSPATH',
])

/**
 * The first variable that no server is given; null if there is none. `bundle` is the hash of the bundle the server came
 * in, which names the folder of its files.
 */
export const refusedVariable = (
  env: Readonly<Record<string, unknown>>,
  bundle: string | undefined,
): string | null => {
  const isOwn = (path: string): boolean =>
    bundle !== undefined && normalize(path).split(/[\\/]/).includes(bundle)
  const found = Object.entries(env).find(([name, value]) => {
    // npm, and Windows, don't distinguish case.
    const upper = name.toUpperCase()
    if (MODULE_PATHS.has(upper) && typeof value === 'string' && value.split(delimiter).every(isOwn))
      return false
    return RUNS_CODE.some((pattern) => pattern.test(upper))
  })
  return found?.[0] ?? null
}

/** The error for a variable that no server is given. */
export const variableRefused = (name: string): SatchelError =>
  new SatchelError('server_variable_refused', {
    params: { name, reason: 'variable_runs_code' satisfies ReasonCode },
    details: { name },
  })

/** Errors: `server_variable_refused` if a program would be given a variable that runs code. */
export const checkVariables = (definition: ServerDefinition): void => {
  if (definition.kind !== 'command') return
  const name = refusedVariable(definition.env, definition.bundle?.sha256)
  if (name !== null) throw variableRefused(name)
}
