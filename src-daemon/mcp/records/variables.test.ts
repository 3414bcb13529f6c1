import { delimiter } from 'node:path'
import { expect, it } from 'vitest'
import { refusedVariable } from './variables.ts'

const BUNDLE = 'a'.repeat(64)
const OWN = `/data/bundles/${BUNDLE}`

it.each(
  `LD_PRELOAD LD_LIBRARY_PATH LD_AUDIT LD_DEBUG_OUTPUT DYLD_INSERT_LIBRARIES _RLD_LIST GCONV_PATH GETCONF_DIR
   OPENSSL_CONF OPENSSL_ENGINES OPENSSL_MODULES
   BASH_ENV ENV SHELLOPTS BASHOPTS PS4 PROMPT_COMMAND ZDOTDIR EDITOR PAGER BROWSER LESSOPEN SSH_ASKPASS
   GIT_SSH GIT_SSH_COMMAND GIT_ASKPASS GIT_EDITOR GIT_PAGER GIT_EXTERNAL_DIFF GIT_EXEC_PATH GIT_PROXY_COMMAND
   GIT_TEMPLATE_DIR GIT_CONFIG GIT_CONFIG_GLOBAL GIT_CONFIG_COUNT GIT_CONFIG_KEY_0
   NODE_OPTIONS NODE_PATH NODE_REPL_EXTERNAL_MODULE BUN_OPTIONS TS_NODE_COMPILER YARN_YARN_PATH
   npm_config_node_options NPM_CONFIG_SCRIPT_SHELL npm_config_userconfig npm_config_globalconfig npm_config_prefix
   npm_config_git npm_config_onload_script
   PYTHONPATH PYTHONHOME PYTHONSTARTUP PYTHONINSPECT PYTHONUSERBASE PYTHONPLATLIBDIR PYTHONEXECUTABLE PYTHONWARNINGS
   PYTHONBREAKPOINT PYTHONPYCACHEPREFIX PYTHONCASEOK PYTHON_PRESITE
   PERL5LIB PERLLIB PERL5OPT PERL5DB RUBYOPT RUBYLIB GEM_HOME BUNDLE_GEMFILE
   JAVA_TOOL_OPTIONS _JAVA_OPTIONS JDK_JAVA_OPTIONS JAVA_OPTS CLASSPATH
   DOTNET_STARTUP_HOOKS DOTNET_ADDITIONAL_DEPS CORECLR_PROFILER_PATH COR_ENABLE_PROFILING
   PHPRC PHP_INI_SCAN_DIR LUA_INIT LUA_INIT_5_4 LUA_CPATH R_PROFILE_USER R_LIBS JULIA_LOAD_PATH ERL_AFLAGS ERL_FLAGS
   RUSTC_WRAPPER ld_preload`.split(/\s+/),
)('%s is refused', (name) => {
  expect(refusedVariable({ FINE: 'x', [name]: 'x' }, undefined)).toBe(name)
  expect(refusedVariable({ [name]: { secret: 'servers/x' } }, OWN)).toBe(name)
})

it.each(
  `PATH HOME LANG TZ TMPDIR API_KEY LOG_LEVEL DEBUG HTTPS_PROXY SSL_CERT_FILE NODE_ENV NODE_EXTRA_CA_CERTS
   NODE_TLS_REJECT_UNAUTHORIZED PYTHONUNBUFFERED PYTHONUTF8 PYTHONIOENCODING PYTHONDONTWRITEBYTECODE PYTHONHASHSEED
   PYTHONNOUSERSITE PYTHON_ENV PYTHON_GIL GIT_TOKEN GIT_AUTHOR_NAME GIT_TERMINAL_PROMPT GIT_CONFIGURED OPENSSL_CA
   npm_config_registry npm_config_ignore_scripts NPM_CONFIG_REGISTRY npm_config_loglevel npm_config_cache npm_config_fetch_timeout
   UV_DEFAULT_INDEX PIP_INDEX_URL DOCKER_HOST ENVIRONMENT MY_LD_PATH OLD_VALUE JAVA_HOME RUBY_ENV GEM_TOKEN R_VERSION`.split(
    /\s+/,
  ),
)('%s is not', (name) => {
  expect(refusedVariable({ [name]: 'x' }, undefined)).toBeNull()
})

it.each([
  ['PYTHONPATH', `${OWN}/server/lib`, null],
  ['PYTHONPATH', [`${OWN}/server`, `${OWN}/server/lib`].join(delimiter), null],
  ['NODE_PATH', OWN, null],
  ['PYTHONPATH', `${OWN}/../${'b'.repeat(64)}`, 'PYTHONPATH'],
  ['PYTHONPATH', [`${OWN}/lib`, '/home/ana/lib'].join(delimiter), 'PYTHONPATH'],
  ['PYTHONPATH', '', 'PYTHONPATH'],
  ['PYTHONHOME', OWN, 'PYTHONHOME'],
  ['LD_LIBRARY_PATH', `${OWN}/lib`, 'LD_LIBRARY_PATH'],
])('a bundle names where its own modules are: %s=%s', (name, value, refused) => {
  expect(refusedVariable({ [name]: value }, OWN)).toBe(refused)
  expect(refusedVariable({ [name]: value }, undefined)).toBe(name)
})
