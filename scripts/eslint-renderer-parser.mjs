// TypeScript for ESLint, with one program for all files of the renderer. typescript-eslint creates a new program for
// every component, because it checks a component's script and not the file's content; that took most of the lint's
// time.
import { readFileSync } from 'node:fs'
import ts from 'typescript'
import tseslint from 'typescript-eslint'
import { configWithComponents } from './renderer-config.mjs'

const COMPONENT = '.vue'

/**
 * A parser like typescript-eslint's. A file that has changed since the program was created (in an editor) is parsed the
 * usual way. `vueParser` passes a component's script to it; `tsconfig` names the files.
 */
export function createRendererParser({ tsconfig, vueParser }) {
  let program

  const parseForESLint = (code, options) => {
    // Template expressions come without types.
    if (!options.project) return tseslint.parser.parseForESLint(code, options)
    program ??= createProgram(tsconfig, vueParser)
    const isKnown = program.getSourceFile(options.filePath)?.text === code
    const typed = { project: undefined, projectService: undefined, programs: [program] }
    return tseslint.parser.parseForESLint(code, isKnown ? { ...options, ...typed } : options)
  }

  return { meta: { name: 'renderer-parser', version: '1' }, parseForESLint }
}

function createProgram(tsconfig, vueParser) {
  const { fileNames, options } = configWithComponents(tsconfig)
  const host = ts.createCompilerHost(options, true)
  const { getSourceFile } = host
  host.getSourceFile = (fileName, version, ...rest) =>
    fileName.endsWith(COMPONENT)
      ? ts.createSourceFile(fileName, scriptOf(fileName, vueParser), version, true, ts.ScriptKind.TS)
      : getSourceFile(fileName, version, ...rest)
  return ts.createProgram(fileNames, options, host)
}

/** A component's script exactly as `vueParser` passes it on: everything at its position in the file. */
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
