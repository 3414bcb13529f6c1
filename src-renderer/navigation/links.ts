/** Where a turn of a conversation is shown. */
export const turnAddress = (conversationId: string, turnId: string | null) => ({
  path: `/chat/${conversationId}`,
  query: turnId === null ? {} : { turn: turnId },
})

/** Where an object, or the list of one schema, is shown. */
export const stateAddress = (schemaUri: string, id?: string) => ({
  path: '/state',
  query: id === undefined ? { schema: schemaUri } : { schema: schemaUri, id },
})
