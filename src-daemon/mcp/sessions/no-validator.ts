import type { ClientOptions } from '@modelcontextprotocol/client'

/**
 * Accepts every result: compiling a schema of the server's would run its patterns, which can be made to hang. Results
 * are data, and their consumers check them.
 */
export const noValidator: NonNullable<ClientOptions['jsonSchemaValidator']> = {
  // The library's type promises validated results; our code doesn't rely on it.
  getValidator: () => (data) => ({ valid: true, data: data as never, errorMessage: undefined }),
}
