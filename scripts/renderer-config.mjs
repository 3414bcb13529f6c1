import { dirname } from 'node:path'
import ts from 'typescript'

/**
 * The options and files of a TypeScript configuration, with components among its files.
 *
 * @param {string} tsconfig path
 * @returns {ts.ParsedCommandLine}
 */
export function configWithComponents(tsconfig) {
  const components = [{ extension: '.vue', isMixedContent: true, scriptKind: ts.ScriptKind.Deferred }]
  const { config, error } = ts.readConfigFile(tsconfig, ts.sys.readFile)
  if (error) throw new Error(ts.flattenDiagnosticMessageText(error.messageText, '\n'))
  return ts.parseJsonConfigFileContent(
    config,
    ts.sys,
    dirname(tsconfig),
    { allowNonTsExtensions: true, noEmit: true },
    tsconfig,
    undefined,
    components,
  )
}
