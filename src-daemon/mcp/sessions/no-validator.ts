import type { ClientOptions } from '@modelcontextprotocol/client'

/**
 * Accepts every result: compiling a schema of the server's would run its patterns, which can be made to hang. Results
 * are data, and whoever uses them checks them.
 */
export const noValidator: NonNullable<ClientOptions['jsonSchemaValidator']> = {
  // The library's type promises what a validator would have made sure of; nobody here relies on it.
  getValidator: () => (data) => ({ valid: true, data: data as never, errorMessage: undefined }),
}
