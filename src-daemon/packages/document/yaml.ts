/**
 * The parsing parts of the YAML library, from its browser build: the Node build reads an environment variable
 * for each token (for logging), which takes a fifth of the parsing time. `isMap` and the like treat nodes of
 * both builds alike.
 */
export { Composer, Lexer, Parser } from '../../../node_modules/yaml/browser/index.js'
