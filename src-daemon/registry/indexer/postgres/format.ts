/** The format of an index in PostgreSQL, step by step; the number of a step is its place, starting at 1. */
export const postgresFormat: readonly string[] = [
  `
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE TABLE meta (key TEXT PRIMARY KEY, value INTEGER NOT NULL);
  CREATE TABLE block (number INTEGER PRIMARY KEY, hash TEXT NOT NULL);
  CREATE TABLE version (
    block INTEGER NOT NULL,
    log_index INTEGER NOT NULL,
    tx TEXT NOT NULL,
    cap_uri TEXT COLLATE "C" NOT NULL,
    semver TEXT COLLATE "C" NOT NULL,
    cid TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    publisher TEXT NOT NULL,
    author_did TEXT NOT NULL,
    file_state TEXT NOT NULL CHECK (file_state IN ('waiting', 'good', 'refused')),
    reason_code TEXT,
    reason_text TEXT,
    conflict_code TEXT,
    conflict_text TEXT,
    attempts INTEGER NOT NULL,
    next_try BIGINT,
    metadata TEXT,
    words TEXT,
    schema_uri TEXT,
    state_path TEXT,
    schema_hash TEXT,
    bytes INTEGER,
    PRIMARY KEY (block, log_index),
    UNIQUE (cap_uri, semver)
  );
  CREATE INDEX version_waiting ON version (next_try) WHERE file_state = 'waiting';
  CREATE INDEX version_state_path ON version (state_path) WHERE state_path IS NOT NULL;
  CREATE INDEX version_author ON version (author_did);
  CREATE INDEX version_refused ON version (block) WHERE file_state = 'refused' OR conflict_code IS NOT NULL;
  CREATE TABLE yank (
    block INTEGER NOT NULL, log_index INTEGER NOT NULL, cap_uri TEXT COLLATE "C" NOT NULL, semver TEXT COLLATE "C" NOT NULL,
    reason TEXT NOT NULL, PRIMARY KEY (block, log_index)
  );
  CREATE INDEX yank_version ON yank (cap_uri, semver);
  CREATE TABLE vote (
    block INTEGER NOT NULL, log_index INTEGER NOT NULL, cap_uri TEXT COLLATE "C" NOT NULL, voter TEXT NOT NULL,
    vote INTEGER NOT NULL, PRIMARY KEY (block, log_index)
  );
  CREATE INDEX vote_voter ON vote (cap_uri, voter, block, log_index);

  CREATE TABLE doc (
    id INTEGER PRIMARY KEY,
    cap_uri TEXT COLLATE "C" NOT NULL UNIQUE,
    block INTEGER NOT NULL,
    log_index INTEGER NOT NULL,
    votes INTEGER NOT NULL,
    fields TEXT NOT NULL,
    terms TEXT NOT NULL,
    text TEXT NOT NULL
  );
  CREATE INDEX doc_block ON doc (block);
  CREATE TABLE term (term TEXT COLLATE "C" PRIMARY KEY, frequency INTEGER NOT NULL);
  CREATE INDEX term_typos ON term USING gin (term gin_trgm_ops);
  CREATE TABLE facet (term TEXT COLLATE "C" PRIMARY KEY, name TEXT NOT NULL, value TEXT COLLATE "C" NOT NULL);
  CREATE INDEX facet_name ON facet (name);
  CREATE TABLE vector (doc_id INTEGER NOT NULL, model TEXT NOT NULL, body BYTEA NOT NULL, PRIMARY KEY (doc_id, model));
  CREATE TABLE doc_terms (id INTEGER PRIMARY KEY, terms TSVECTOR NOT NULL);
  CREATE INDEX doc_terms_terms ON doc_terms USING gin (terms);
  `,
  'CREATE TABLE origin (registry TEXT NOT NULL)',
  `
  -- An index can be made again from its chain: what was kept before has no order of versions.
  DELETE FROM meta; DELETE FROM block; DELETE FROM version; DELETE FROM yank; DELETE FROM vote; DELETE FROM doc; DELETE FROM term;
  DELETE FROM facet; DELETE FROM vector; DELETE FROM doc_terms;
  ALTER TABLE version ADD COLUMN place TEXT COLLATE "C";
  ALTER TABLE version ADD COLUMN yanked INTEGER NOT NULL DEFAULT 0;
  CREATE INDEX version_latest ON version (cap_uri, place, block, log_index)
    WHERE place IS NOT NULL AND conflict_code IS NULL AND yanked = 0;
  DROP INDEX version_state_path;
  CREATE INDEX version_state_path ON version (state_path, block, log_index) WHERE state_path IS NOT NULL;
  CREATE INDEX version_schema ON version (state_path, author_did, schema_uri, block, log_index) WHERE state_path IS NOT NULL;
  `,
  `
  -- An index can be made again from its chain. One that refused versions of a name that was passed on judges them anew.
  CREATE TEMPORARY TABLE again AS SELECT 1 AS yes FROM version AS one JOIN version AS other
    ON other.state_path = one.state_path AND other.cap_uri = one.cap_uri AND other.author_did <> one.author_did
    WHERE one.conflict_code = 'state_path_taken' LIMIT 1;
  DELETE FROM meta WHERE EXISTS (SELECT 1 FROM again);
  DELETE FROM block WHERE EXISTS (SELECT 1 FROM again);
  DELETE FROM yank WHERE EXISTS (SELECT 1 FROM again);
  DELETE FROM vote WHERE EXISTS (SELECT 1 FROM again);
  DELETE FROM doc WHERE EXISTS (SELECT 1 FROM again);
  DELETE FROM term WHERE EXISTS (SELECT 1 FROM again);
  DELETE FROM facet WHERE EXISTS (SELECT 1 FROM again);
  DELETE FROM vector WHERE EXISTS (SELECT 1 FROM again);
  DELETE FROM doc_terms WHERE EXISTS (SELECT 1 FROM again);
  DELETE FROM version WHERE EXISTS (SELECT 1 FROM again);
  DROP TABLE again;
  `,
]
