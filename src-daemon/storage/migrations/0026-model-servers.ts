/** The servers whose models could answer once: where they fall silent, nothing answers in their place unasked. */
export const up = `
CREATE TABLE model_servers (
  url TEXT PRIMARY KEY,
  answered_at TEXT NOT NULL
) STRICT;
`
