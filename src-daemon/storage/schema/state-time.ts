/** State's clocks, and content that evictions still keep. */
export const STATE_TIME = `
-- Up to when the wall clock is confirmed, in ms since 1970 (state/base/confirmed-time.ts).
CREATE TABLE state_clock (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  confirmed INTEGER NOT NULL
) STRICT;
-- Days on which the wall clock was seen since it left that time: the first and the last moment of each.
CREATE TABLE state_clock_days (
  day INTEGER PRIMARY KEY,
  first INTEGER NOT NULL,
  last INTEGER NOT NULL
) STRICT;
-- Clocks of this replica's changes from when it was ahead: they come only once.
CREATE TABLE state_clock_used (
  ms INTEGER PRIMARY KEY,
  counter INTEGER NOT NULL
) STRICT;

-- A replica's change with an earlier clock than the one before it: it takes back the time of those that are later (log/retractions.ts).
CREATE TABLE log_retractions (
  writer INTEGER NOT NULL REFERENCES log_writers (id),
  seq INTEGER NOT NULL,
  ms INTEGER NOT NULL,
  counter INTEGER NOT NULL,
  PRIMARY KEY (writer, seq)
) STRICT, WITHOUT ROWID;

-- Evictions whose content is kept, by the position of their change; since: the confirmed time at which they were met here.
CREATE TABLE state_evictions (
  position INTEGER PRIMARY KEY,
  since INTEGER NOT NULL
) STRICT;
`
