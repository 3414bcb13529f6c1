/** Where our endpoint keeps conversations of structured messages: the Thread API of AITP (aitp.md 6). */
export const THREADS_PATH = '/v1/threads'

/** The word for the Thread API among the interfaces of a description. */
export const THREADS_PROTOCOL = 'AITP-T01'

/** The extension by which a card of A2A names the address of its Thread API, as `params.url`. */
export const THREADS_EXTENSION = 'https://example.app/aitp/transports/aitp-t01-threads/v1'
