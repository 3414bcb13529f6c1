/** What was said and is not in the ConversationLog yet: that object is rewritten with every change, so changes wait for each other. */
export const up = `
-- entry: JSON, as it goes into the log; in the order of the rows.
CREATE TABLE conversation_log_held (
  id TEXT PRIMARY KEY,
  entry TEXT NOT NULL CHECK (json_valid(entry))
) STRICT;
`
