// TypeScript for ESLint, with one program for all files of the page. typescript-eslint makes a program anew for every component,
// since what it checks of one is not what stands in the file; that took most of the time of the lint.
import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import ts from 'typescript'
import tseslint from 'typescript-eslint'

const COMPONENT = '.vue'

/**
 * A parser like that of typescript-eslint, which parses as before what has changed since it made its program (in an editor).
 * `vueParser` hands it the script of a component; `tsconfig` names the files.
 */
export function createRendererParser({ tsconfig, vueParser }) {
  let program

  const parseForESLint = (code, options) => {
    // Expressions of a template come without types.
    if (!options.project) return tseslint.parser.parseForESLint(code, options)
    program ??= createProgram(tsconfig, vueParser)
    const isKnown = program.getSourceFile(options.filePath)?.text === code
    const typed = { project: undefined, projectService: undefined, programs: [program] }
    return tseslint.parser.parseForESLint(code, isKnown ? { ...options, ...typed } : options)
  }

  return { meta: { name: 'renderer-parser', version: '1' }, parseForESLint }
}

function createProgram(tsconfig, vueParser) {
  const extra = [{ extension: COMPONENT, isMixedContent: true, scriptKind: ts.ScriptKind.Deferred }]
  const { config, error } = ts.readConfigFile(tsconfig, ts.sys.readFile)
  if (error) throw new Error(ts.flattenDiagnosticMessageText(error.messageText, '\n'))
  const parsed = ts.parseJsonConfigFileContent(
    config,
    ts.sys,
    dirname(tsconfig),
    {},
    tsconfig,
    undefined,
    extra,
  )
  const options = { ...parsed.options, allowNonTsExtensions: true, noEmit: true }
  const host = ts.createCompilerHost(options, true)
  const { getSourceFile } = host
  host.getSourceFile = (fileName, version, ...rest) =>
    fileName.endsWith(COMPONENT)
      ? ts.createSourceFile(fileName, scriptOf(fileName, vueParser), version, true, ts.ScriptKind.TS)
      : getSourceFile(fileName, version, ...rest)
  return ts.createProgram(parsed.fileNames, options, host)
}

/** The script of a component exactly as `vueParser` hands it on: everything at its place in the file. */
function scriptOf(fileName, vueParser) {
  let script = ''
  const parser = {
    parseForESLint: (code, options) => {
      if (options.project) script = code
      return tseslint.parser.parseForESLint(code, { ...options, project: undefined })
    },
  }
  const options = { filePath: fileName, project: true, sourceType: 'module', ecmaVersion: 'latest', parser }
  vueParser.parseForESLint(readFileSync(fileName, 'utf8'), options)
  return script
}
