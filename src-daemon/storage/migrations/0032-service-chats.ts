/** Whether messages are routed to a service by themselves, and what its owner says it is for. */
export const up = `
CREATE TABLE service_chats (
  uri TEXT PRIMARY KEY,
  routed INTEGER NOT NULL,
  about TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`
