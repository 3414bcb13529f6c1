/** Address of a turn in its conversation. */
export const turnAddress = (conversationId: string, turnId: string | null) => ({
  path: `/chat/${conversationId}`,
  query: turnId === null ? {} : { turn: turnId },
})

/** Address of an object, or of the list of a schema. */
export const stateAddress = (schemaUri: string, id?: string) => ({
  path: '/state',
  query: id === undefined ? { schema: schemaUri } : { schema: schemaUri, id },
})
