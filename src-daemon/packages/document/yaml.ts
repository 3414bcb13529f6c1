/**
 * The parts of the YAML library that read a text, from its build for browsers: the one for Node asks for an environment variable at each
 * word of the text, to be able to log it, which takes a fifth of the reading. Nodes of both builds are the same to its `isMap` and
 * the like.
 */
export { Composer, Lexer, Parser } from '../../../node_modules/yaml/browser/index.js'
