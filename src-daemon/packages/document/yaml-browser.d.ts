/** The browser build of the same source; the package exports no name for it to Node. */
declare module '*/yaml/browser/index.js' {
  export { Composer, Lexer, Parser } from 'yaml'
}
