/** The library's other build of the same source; its package gives it no name for Node. */
declare module '*/yaml/browser/index.js' {
  export { Composer, Lexer, Parser } from 'yaml'
}
