/** Other agents that asked this one for something, and what the owner answered (acp.md 8, `nuwa_a2a`). */
export const up = `
-- tools: JSON list of the ids of tools it may call. asked: JSON of the last request that was not allowed.
CREATE TABLE agent_callers (
  did TEXT NOT NULL PRIMARY KEY,
  label TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('asked', 'allowed', 'refused')),
  tools TEXT NOT NULL,
  asked TEXT,
  first_seen_at TEXT NOT NULL,
  last_seen_at TEXT NOT NULL,
  calls INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`
