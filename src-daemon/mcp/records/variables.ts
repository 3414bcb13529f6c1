import { basename, delimiter, isAbsolute, normalize, sep } from 'node:path'
import { SatchelError } from '../../platform/errors.ts'
import type { ReasonCode } from '../../text/index.ts'
import type { ServerDefinition } from '../../contract/servers.ts'

/**
 * Variables that make programs load code or run programs that no command names, grouped by the program they affect. Such a server
 * would run something other than its owner reviewed.
 */
const RUNS_CODE: readonly RegExp[] = [
  // The system's loader, the C library, OpenSSL, and other libraries that load plugins.
  /^(?:LD|DYLD|_RLD|CAML_LD)_/,
  /^(?:GCONV_PATH|GETCONF_DIR|OPENSSL_(?:CONF|CONF_INCLUDE|ENGINES|MODULES)|SASL_PATH|LIBMYSQL_PLUGINS|LIBMYSQL_PLUGIN_DIR)$/,
  /^(?:GTK\d?_(?:MODULES|PATH|EXE_PREFIX|IM_MODULE_FILE)|GDK_PIXBUF_MODULE(?:_FILE|DIR)|GIO_(?:EXTRA_MODULES|MODULE_DIR)|GST_(?:PLUGIN_|REGISTRY).*)$/,
  /^(?:QT_(?:QPA_PLATFORM_)?PLUGIN_PATH|QML2?_IMPORT_PATH|OCL_ICD_(?:VENDORS|FILENAMES)|__EGL_VENDOR_LIBRARY_(?:FILENAMES|DIRS))$/,
  /^(?:VK_(?:ADD_)?(?:LAYER_PATH|DRIVER_FILES|ICD_FILENAMES)|VK_INSTANCE_LAYERS|(?:LIBGL|LIBVA)_DRIVERS_PATH|VDPAU_DRIVER_PATH|GBM_BACKENDS_PATH)$/,
  /^(?:MAGICK_(?:CODER_MODULE_PATH|FILTER_MODULE_PATH|CONFIGURE_PATH|HOME)|(?:GDAL|OGR|GDAL_PYTHON)_DRIVER_PATH|GDAL_VRT_ENABLE_PYTHON)$/,
  // Shells and what they start.
  /^(?:BASH_ENV|BASH_LOADABLES_PATH|ENV|KSH_ENV|SHELL|SHELLOPTS|BASHOPTS|PS[0-4]|PROMPT_COMMAND|ZDOTDIR|FPATH|COMSPEC|PATHEXT|PSMODULEPATH)$/,
  /^(?:EDITOR|VISUAL|FCEDIT|PAGER|MANPAGER|BROWSER|LESSOPEN|LESSCLOSE|LESSKEY.*|SSH_ASKPASS|SUDO_ASKPASS)$/,
  /^GIT_(?:SSH|SSH_COMMAND|ASKPASS|EDITOR|SEQUENCE_EDITOR|PAGER|EXTERNAL_DIFF|EXEC_PATH|PROXY_COMMAND|TEMPLATE_DIR|DIR|COMMON_DIR)$/,
  /^GIT_CONFIG(?:_|$)/,
  // Other tools: options that run a program, or a file with such options.
  /^(?:SVN_SSH|CVS_RSH|RSYNC_RSH|HGRCPATH|HGEDITOR|SSH_SK_(?:PROVIDER|HELPER)|SSH_PKCS11_HELPER|TAR_OPTIONS|ZIPOPT|WGETRC|PSQLRC|BC_ENV_ARGS)$/,
  /^(?:RIPGREP_CONFIG_PATH|FZF_DEFAULT_(?:COMMAND|OPTS|OPTS_FILE)|SHELL_ESCAPE(?:_COMMANDS)?|TEXMFCNF|AWK(?:LIB)?PATH|VIMINIT|GVIMINIT|EXINIT|VIMRUNTIME|EMACSLOADPATH)$/,
  /^(?:MAKEFLAGS|GNUMAKEFLAGS|MAKEFILES|GCC_EXEC_PREFIX|COMPILER_PATH)$/,
  // JavaScript.
  /^(?:NODE_OPTIONS|NODE_PATH|NODE_REPL_EXTERNAL_MODULE|NODE_COMPILE_CACHE|BUN_OPTIONS|BUN_RUNTIME_TRANSPILER_CACHE_PATH)$/,
  /^(?:YARN_YARN_PATH|YARN_RC_FILENAME|YARN_PLUGINS)$|^TS_NODE_/,
  /^P?NPM_CONFIG_(?!(?:AUDIT|CA|CACHE|CAFILE|COLOR|FETCH_[A-Z_]+|FUND|HTTPS_PROXY|IGNORE_SCRIPTS|LOGLEVEL|NOPROXY|PREFER_OFFLINE|PREFER_ONLINE|PROGRESS|PROXY|REGISTRY|STRICT_SSL|UPDATE_NOTIFIER|YES)$)/,
  // Python: all of its own, which have no underscore, except those that only change how it prints, checks or counts.
  /^PYTHON(?!(?:ASYNCIODEBUG|COERCECLOCALE|DEBUG|DEVMODE|DONTWRITEBYTECODE|FAULTHANDLER|HASHSEED|INTMAXSTRDIGITS|IOENCODING|LEGACYWINDOWSFSENCODING|LEGACYWINDOWSSTDIO|MALLOC|MALLOCSTATS|NODEBUGRANGES|NOUSERSITE|OPTIMIZE|PROFILEIMPORTTIME|SAFEPATH|TRACEMALLOC|UNBUFFERED|UTF8|VERBOSE)$)[A-Z0-9]+$/,
  /^(?:PYTHON_PRESITE|__PYVENV_LAUNCHER__|PYTEST_PLUGINS|PYTEST_ADDOPTS)$/,
  // Other languages.
  /^(?:PERL5LIB|PERLLIB|PERL5OPT|PERL5DB|PERL5SHELL|RAKULIB|PERL6LIB)$/,
  /^(?:RUBYOPT|RUBYLIB|RUBYPATH|RUBYSHELL|RUBYGEMS_GEMDEPS|GEM_HOME|GEM_PATH|BUNDLE_(?:GEMFILE|APP_CONFIG|USER_CONFIG|PATH)|JRUBY_OPTS|TRUFFLERUBYOPT)$/,
  /^(?:(?:JAVA_TOOL|_JAVA|JDK_JAVAC?|OPENJ9_JAVA|IBM_JAVA)_OPTIONS|(?:JAVA|JVM|MAVEN|GRADLE|ANT|SBT|CATALINA)_OPTS|MAVEN_ARGS|CLASSPATH)$/,
  /^DOTNET_(?:STARTUP_HOOKS|ADDITIONAL_DEPS|SHARED_STORE)$|^(?:CORECLR|COR)_(?:ENABLE_PROFILING|PROFILER.*)$/,
  /^(?:DOTNET|COMPLUS)_(?:GC(?:NAME|PATH)|(?:ALT)?JIT(?:NAME|PATH)?|DIAGNOSTICPORTS)$|^MONO_(?:PATH|ENV_OPTIONS|CONFIG|GAC_PREFIX)$/,
  /^(?:PHPRC|PHP_INI_SCAN_DIR|JULIA_(?:LOAD_PATH|DEPOT_PATH|PROJECT)|RUSTC(?:_.*)?|RUSTDOC|RUSTFLAGS|GOFLAGS|GOENV|GOROOT)$/,
  /^CARGO_(?:ENCODED_RUSTFLAGS|BUILD_RUST.*|TARGET_.*_(?:RUNNER|LINKER|RUSTFLAGS))$/,
  /^(?:ERL_(?:[AZ]|OTP\d+_)?FLAGS|ERL_(?:LIBS|INETRC|COMPILER_OPTIONS)|ELIXIR_ERL_OPTIONS|MIX_(?:EXS|PATH|ARCHIVES|HOME))$/,
  /^(?:OCAMLPATH|GHC_(?:PACKAGE_PATH|ENVIRONMENT)|GUILE_(?:LOAD|LOAD_COMPILED|EXTENSIONS)_PATH|TCLLIBPATH|TCL_LIBRARY|TK_LIBRARY)$/,
  /^LUA_(?:INIT|PATH|CPATH)(?:_|$)|^R_(?:HOME$|DEFAULT_PACKAGES$|(?:PROFILE|ENVIRON|LIBS)(?:_|$))/,
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
 * The first variable that servers never get; null if there is none. `folder` is that of the bundle the server came in,
 * whose hash covers its files.
 */
export const refusedVariable = (
  env: Readonly<Record<string, unknown>>,
  folder: string | undefined,
): string | null => {
  const isOwn = (path: string): boolean =>
    folder !== undefined && `${normalize(path)}${sep}`.startsWith(`${normalize(folder)}${sep}`)
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
  const name = refusedVariable(definition.env, bundleFolder(definition))
  if (name !== null) throw variableRefused(name)
}

/** A bundle's program works in the bundle's folder, which is named by the hash of its files. */
const bundleFolder = ({ bundle, cwd }: Extract<ServerDefinition, { kind: 'command' }>): string | undefined =>
  bundle !== undefined && cwd !== null && isAbsolute(cwd) && basename(cwd) === bundle.sha256 ? cwd : undefined
