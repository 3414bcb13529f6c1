/** Model servers, models that are being fetched or run inside Satchel, what models used and cost, and what routing has learned. */
export const MODELS = `
-- A restart knows from this what it broke off. state: running, interrupted, stopped or failed; a finished one has no row. problem: JSON of
-- an error's code and params.
CREATE TABLE model_pulls (
  url TEXT NOT NULL,
  model TEXT NOT NULL,
  state TEXT NOT NULL,
  completed INTEGER,
  total INTEGER,
  problem TEXT,
  started_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  PRIMARY KEY (url, model)
) STRICT;

-- Servers whose models could answer once: where they fall silent, nothing answers in their place unasked.
CREATE TABLE model_servers (
  url TEXT PRIMARY KEY,
  answered_at TEXT NOT NULL
) STRICT;

-- Models inside Satchel, and those on their way. state: running, interrupted, stopped, failed or ready. url: null for a file of the owner's own. problem: JSON of an error's code and
-- params. facts: JSON of what the file says of itself, once it was looked at.
CREATE TABLE inside_models (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  url TEXT,
  file TEXT NOT NULL,
  sha256 TEXT,
  state TEXT NOT NULL,
  completed INTEGER,
  total INTEGER,
  problem TEXT,
  facts TEXT,
  started_at TEXT NOT NULL
) STRICT;

-- What models used, by day. day: in the owner's time zone. leaves: its messages left this computer. counted: tokens its server didn't report. micros: millionths of
-- a US dollar, of tokens whose price was known then; unpriced: the other tokens.
CREATE TABLE model_use (
  day TEXT NOT NULL,
  model TEXT NOT NULL,
  leaves INTEGER NOT NULL CHECK (leaves IN (0, 1)),
  prompt INTEGER NOT NULL,
  output INTEGER NOT NULL,
  counted INTEGER NOT NULL,
  micros INTEGER NOT NULL,
  unpriced INTEGER NOT NULL,
  PRIMARY KEY (day, model)
) STRICT, WITHOUT ROWID;

-- US dollars for a million tokens.
CREATE TABLE model_prices (
  model TEXT PRIMARY KEY,
  input REAL NOT NULL,
  output REAL NOT NULL
) STRICT, WITHOUT ROWID;

-- What the user put right. text_key: the words of the text, case and punctuation aside; of two corrections of the same words the later one
-- counts. capability: null where a message needs none.
CREATE TABLE route_corrections (
  id TEXT PRIMARY KEY,
  text TEXT NOT NULL,
  text_key TEXT NOT NULL UNIQUE,
  capability TEXT REFERENCES package_installs (name) ON DELETE CASCADE,
  corrected_at TEXT NOT NULL
) STRICT;
CREATE INDEX route_corrections_by_capability ON route_corrections (capability);

-- A cache that can be made again. vector: of length 1, as float32 in little-endian order. text_hash: SHA-256 of the text.
CREATE TABLE route_vectors (
  model TEXT NOT NULL,
  text_hash BLOB NOT NULL,
  vector BLOB NOT NULL,
  PRIMARY KEY (model, text_hash)
) STRICT, WITHOUT ROWID;
`
