// What vue-tsc does, for the files of the renderer alone. Those of the daemon, whose types they use, are checked by `lint`
// and `types`; vue-tsc would check them again, which is most of its work.
import { createRequire } from 'node:module'
import { join } from 'node:path'
import ts from 'typescript'
import { root } from './freshness.mjs'
import { configWithComponents } from './renderer-config.mjs'

const folder = join(root, 'src-renderer')
const tsconfig = join(folder, 'tsconfig.json')
// What vue-tsc is made of, in its own versions.
const requireOfVue = createRequire(import.meta.resolve('vue-tsc'))
const { createParsedCommandLine, createVueLanguagePlugin } = requireOfVue('@vue/language-core')
const { proxyCreateProgram } = requireOfVue('@volar/typescript')

const { fileNames, options, errors } = configWithComponents(tsconfig)
const { vueOptions } = createParsedCommandLine(ts, ts.sys, tsconfig)
const createProgram = proxyCreateProgram(ts, ts.createProgram, () => [
  createVueLanguagePlugin(ts, options, vueOptions, (id) => id),
])
const host = ts.createCompilerHost(options)
const program = createProgram({ rootNames: fileNames, options, host, configFileParsingDiagnostics: errors })
const own = program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(`${folder}/`))
if (!own.some(({ fileName }) => fileName.endsWith('.vue'))) throw new Error(`No component is in ${folder}.`)
const problems = ts.sortAndDeduplicateDiagnostics([
  ...program.getConfigFileParsingDiagnostics(),
  ...program.getOptionsDiagnostics(),
  ...program.getGlobalDiagnostics(),
  ...own.flatMap((file) => [
    ...program.getSyntacticDiagnostics(file),
    ...program.getSemanticDiagnostics(file),
  ]),
])
if (problems.length > 0) {
  const names = {
    getCanonicalFileName: (name) => name,
    getCurrentDirectory: () => root,
    getNewLine: () => '\n',
  }
  console.error(ts.formatDiagnostics(problems, names))
  process.exitCode = 1
}
