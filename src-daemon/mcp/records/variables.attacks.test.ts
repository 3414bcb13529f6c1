/** Attacks on what a server is started with: each must be refused before anything runs. */
import { delimiter } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseServer } from './rules.ts'
import { refusedVariable } from './variables.ts'

const BUNDLE = 'a'.repeat(64)
const OWN = `/data/bundles/${BUNDLE}`

describe('a variable by which a program loads code or runs another program', () => {
  it.each(
    `
    LD_PRELOAD ld_preload Ld_Preload LD_PRELOAD_32 LD_AUDIT LD_LIBRARY_PATH LD_LIBRARY_PATH_64 LD_CONFIG LD_ORIGIN_PATH LD_DYNAMIC_WEAK
    DYLD_FRAMEWORK_PATH DYLD_FALLBACK_LIBRARY_PATH DYLD_VERSIONED_LIBRARY_PATH _RLD_ROOT
    BASH_ENV bash_env ENV Env SHELLOPTS PS0 PS1 PS2 PS3 PS4 SHELL COMSPEC PATHEXT BASH_LOADABLES_PATH KSH_ENV PSMODULEPATH PSModulePath
    EDITOR VISUAL FCEDIT PAGER MANPAGER BROWSER LESSOPEN LESSKEY LESSKEYIN LESSKEY_CONTENT LESSKEYIN_SYSTEM
    GIT_SSH_COMMAND git_ssh_command GIT_CONFIG_COUNT GIT_CONFIG_PARAMETERS GIT_CONFIG_SYSTEM GIT_DIR GIT_COMMON_DIR
    SVN_SSH CVS_RSH RSYNC_RSH HGRCPATH HGEDITOR SSH_ASKPASS SSH_SK_PROVIDER SSH_SK_HELPER SSH_PKCS11_HELPER
    NODE_OPTIONS node_options Node_Options NODE_PATH NODE_COMPILE_CACHE BUN_OPTIONS BUN_RUNTIME_TRANSPILER_CACHE_PATH TS_NODE_REQUIRE
    npm_config_node_options npm_config_node-options NPM_CONFIG_NODE_OPTIONS nPm_CoNfIg_ScRiPt_ShElL npm_config_init_module
    npm_config_cafile_x npm_config_registry_x npm_config__auth npm_config_shell npm_config_editor npm_config_browser npm_config_workspace
    pnpm_config_node_options PNPM_CONFIG_SCRIPT_SHELL YARN_PLUGINS
    PYTHONPATH pythonpath PYTHONSTARTUP PYTHONHOME PYTHONINSPECT PYTHONUSERBASE PYTHONPYCACHEPREFIX PYTHONWARNINGS PYTHON_PRESITE
    __PYVENV_LAUNCHER__ PYTEST_PLUGINS PYTEST_ADDOPTS
    PERL5OPT perl5lib PERL5DB RAKULIB RUBYOPT RUBYPATH RUBYGEMS_GEMDEPS BUNDLE_GEMFILE BUNDLE_APP_CONFIG BUNDLE_PATH JRUBY_OPTS TRUFFLERUBYOPT
    JAVA_TOOL_OPTIONS java_tool_options JDK_JAVAC_OPTIONS MAVEN_OPTS MAVEN_ARGS GRADLE_OPTS ANT_OPTS SBT_OPTS JVM_OPTS CATALINA_OPTS CLASSPATH
    DOTNET_STARTUP_HOOKS DOTNET_GCName DOTNET_GCPath COMPlus_GCName DOTNET_AltJitName DOTNET_JitName DOTNET_DiagnosticPorts CORECLR_PROFILER
    MONO_PATH MONO_ENV_OPTIONS MONO_CONFIG MONO_GAC_PREFIX
    PHPRC LUA_INIT LUA_CPATH_5_3 R_HOME R_DEFAULT_PACKAGES R_PROFILE JULIA_LOAD_PATH JULIA_PROJECT ERL_OTP25_FLAGS ERL_INETRC ERL_COMPILER_OPTIONS
    MIX_EXS MIX_ARCHIVES CAML_LD_LIBRARY_PATH OCAMLPATH GHC_PACKAGE_PATH GUILE_LOAD_PATH GUILE_LOAD_COMPILED_PATH TCLLIBPATH TCL_LIBRARY
    EMACSLOADPATH VIMINIT GVIMINIT EXINIT VIMRUNTIME AWKPATH AWKLIBPATH BC_ENV_ARGS
    GOFLAGS GOENV GOROOT RUSTFLAGS CARGO_ENCODED_RUSTFLAGS CARGO_BUILD_RUSTC_WRAPPER CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUNNER RUSTC RUSTDOC
    MAKEFLAGS GNUMAKEFLAGS MAKEFILES GCC_EXEC_PREFIX COMPILER_PATH
    TAR_OPTIONS ZIPOPT RIPGREP_CONFIG_PATH FZF_DEFAULT_COMMAND FZF_DEFAULT_OPTS WGETRC shell_escape shell_escape_commands TEXMFCNF PSQLRC
    GTK_MODULES GTK3_MODULES GTK_PATH GDK_PIXBUF_MODULE_FILE GIO_EXTRA_MODULES GIO_MODULE_DIR GST_PLUGIN_PATH QT_PLUGIN_PATH QML_IMPORT_PATH
    QML2_IMPORT_PATH QT_QPA_PLATFORM_PLUGIN_PATH VK_ICD_FILENAMES VK_LAYER_PATH VK_ADD_LAYER_PATH LIBGL_DRIVERS_PATH LIBVA_DRIVERS_PATH
    GBM_BACKENDS_PATH __EGL_VENDOR_LIBRARY_FILENAMES OCL_ICD_VENDORS MAGICK_CODER_MODULE_PATH MAGICK_CONFIGURE_PATH GDAL_DRIVER_PATH
    GDAL_VRT_ENABLE_PYTHON SASL_PATH LIBMYSQL_PLUGINS GCONV_PATH OPENSSL_CONF`
      .split(/\s+/)
      .filter((name) => name !== ''),
  )('%s', (name) => {
    expect(refusedVariable({ OK: '1', [name]: '/evil' }, undefined)).toBe(name)
  })
})

/** As a bundle's program is kept. */
const bundled = (env: Readonly<Record<string, unknown>>, more: Readonly<Record<string, unknown>> = {}) => ({
  kind: 'command',
  command: 'node',
  env,
  cwd: OWN,
  bundle: { sha256: BUNDLE, name: 'evil', version: '1', values: {} },
  ...more,
})
const plain = (more: Readonly<Record<string, unknown>>) => ({ kind: 'command', command: 'node', ...more })
const added = (definition: unknown) => () => parseServer('evil', definition)
const refused = expect.objectContaining({ code: 'server_variable_refused' }) as unknown
const invalid = expect.objectContaining({ code: 'invalid_request' }) as unknown

describe('where a bundle says its own modules are', () => {
  it.each([
    ['a folder whose path ends with that of the bundle', `/home/ana/Downloads${OWN}/lib`],
    ['the same on scratch space, which the program can write', `/tmp${OWN}`],
    ['a relative path with the bundle’s hash', `${BUNDLE}/lib`],
    ['another folder named by the hash', `/home/ana/${BUNDLE}`],
    ['a folder beside it with a longer name', `${OWN}-evil/lib`],
    ['above it', `${OWN}/..`],
    ['above it and down again', `${OWN}/../${'b'.repeat(64)}/${BUNDLE}`],
    ['above it by a doubled slash', `${OWN}//..//evil`],
    ['one folder of its own, and the working folder', `${OWN}/lib${delimiter}`],
    ['the working folder first', `${delimiter}${OWN}/lib`],
    ['one of its own, and one that isn’t', [`${OWN}/lib`, '/home/ana/lib'].join(delimiter)],
    ['a dot', '.'],
    ['an unfilled placeholder', '${__dirname}/lib'],
    ['the home', '~/lib'],
  ])('%s', (_what, path) => {
    for (const name of ['PYTHONPATH', 'NODE_PATH', 'RUBYLIB', 'PERL5LIB', 'CLASSPATH', 'pythonpath'])
      expect(added(bundled({ [name]: path }))).toThrow(refused)
  })

  it.each([
    ['with another working folder', { cwd: '/home/ana' }],
    ['with a working folder that only ends with the hash', { cwd: `x${BUNDLE}` }],
    ['with none', { cwd: null }],
    ['without a bundle', { bundle: undefined }],
    ['of another bundle', { bundle: { sha256: 'b'.repeat(64), name: 'evil', version: '1', values: {} } }],
  ])('a forged definition %s', (_what, more) => {
    expect(added(bundled({ PYTHONPATH: `${OWN}/lib` }, more))).toThrow(refused)
  })

  it('its own folders are accepted', () => {
    const env = { PYTHONPATH: [`${OWN}/lib`, `${OWN}/./vendor/../vendor`].join(delimiter) }
    expect(added(bundled(env))()).toMatchObject({ env })
  })
})

describe('a definition whose variables are no variables', () => {
  it.each([
    ['a name with an equals sign', { 'A=LD_PRELOAD': 'x' }],
    ['a name with a line break', { 'A\nLD_PRELOAD': 'x' }],
    ['a name with a NUL', { 'A\0LD_PRELOAD': 'x' }],
    ['a function of the shell', { 'BASH_FUNC_ls%%': '() { evil; }' }],
    ['an older function of the shell', { 'BASH_FUNC_ls()': '() { evil; }' }],
    ['no name', { '': 'x' }],
    ['a name with a blank', { 'LD_PRELOAD ': 'x' }],
    ['a name in letters that look alike', { 'LD_PRELO\u0410D': 'x' }],
    ['a name with something invisible', { 'LD_\u200bPRELOAD': 'x' }],
    ['a name of full width', { ＬＤ_PRELOAD: 'x' }],
    ['a number for a value', { LEVEL: 3 }],
    ['a list for a value', { LEVEL: ['x'] }],
    ['a secret of a model', { KEY: { secret: 'models/openai' } }],
    ['a secret of a capability', { KEY: { secret: 'capabilities/web/key' } }],
    ['a secret by a path', { KEY: { secret: 'servers/../models/openai' } }],
    ['a secret of the vault itself', { KEY: { secret: 'owner' } }],
  ])('%s', (_what, env) => {
    expect(added(plain({ env }))).toThrow(invalid)
  })

  it.each([
    ['a command that is none', { command: '' }],
    ['a command of a megabyte', { command: 'x'.repeat(1024 * 1024) }],
    ['arguments without end', { args: Array.from({ length: 201 }, () => 'x') }],
    ['arguments that are no texts', { args: [{ toString: 'x' }] }],
    ['a working folder that is none', { cwd: 1 }],
    ['another kind', { kind: 'shell' }],
    ['an address of a file', { kind: 'url', url: 'file:///etc/passwd' }],
    ['an address of a script', { kind: 'url', url: 'javascript:alert(1)' }],
    ['an address of a socket', { kind: 'url', url: 'unix:/run/docker.sock' }],
    ['a header with a line break', { kind: 'url', url: 'https://a.example', headers: { 'A\r\nB': 'x' } }],
    ['a header with a colon', { kind: 'url', url: 'https://a.example', headers: { 'A: x\r\nB': 'x' } }],
  ])('%s', (_what, more) => {
    expect(added(plain(more))).toThrow(invalid)
  })
})
