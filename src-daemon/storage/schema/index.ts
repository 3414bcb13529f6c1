import type { MigrationStep } from './step.ts'
import { AGENT_CALLBACKS, AGENT_CONTACTS, AGENT_PUSH_CONFIGS, AGENT_TASKS, AGENTS } from './agents.ts'
import { CAPABILITIES } from './capabilities.ts'
import { CHAT, CHAT_DAILY, PROMPTS } from './chat.ts'
import { DEVICES } from './devices.ts'
import { IDENTITY } from './identity.ts'
import { LOG_COPIES } from './log-copies.ts'
import { INSIDE_MODELS, MODELS, SPENDING } from './models.ts'
import { PACKAGES } from './packages.ts'
import { REGISTRY } from './registry.ts'
import { SERVERS } from './servers.ts'
import { STATE } from './state.ts'
import { STATE_TIME } from './state-time.ts'

/**
 * The format of the database, step by step; a step's number is its position, starting at 1. The first is the schema of
 * 0.1.0, room by room. Every later change is a step of its own.
 */
export const migrations: readonly MigrationStep[] = [
  [IDENTITY, PACKAGES, STATE, CHAT, CAPABILITIES, SERVERS, MODELS, REGISTRY].join('\n'),
  // How long a server may take.
  'ALTER TABLE server_allowances ADD COLUMN timeout_seconds INTEGER;',
  // Clocks that were wrong, and evictions that can be undone.
  STATE_TIME,
  // Anchors that are also on a chain.
  `CREATE TABLE state_chain_anchors (
     number INTEGER PRIMARY KEY REFERENCES state_anchors (number),
     chain_id INTEGER NOT NULL,
     contract TEXT NOT NULL,
     account TEXT NOT NULL,
     tx TEXT NOT NULL,
     block INTEGER NOT NULL,
     at TEXT NOT NULL
   ) STRICT;`,
  // Branches of replicas that shared a name: after which change of its parent each begins.
  'ALTER TABLE log_writers ADD COLUMN since INTEGER NOT NULL DEFAULT 0;',
  DEVICES,
  // Changes of a writer lost to a damaged disk: those between `after` and `seq`. previous: the hash that change `seq` names; null if it
  // is not known.
  `CREATE TABLE log_gaps (
     writer INTEGER NOT NULL REFERENCES log_writers (id),
     after INTEGER NOT NULL,
     seq INTEGER NOT NULL,
     previous BLOB,
     PRIMARY KEY (writer, seq)
   ) STRICT, WITHOUT ROWID;`,
  // The owner's did:wba identities, and descriptions of other agents.
  AGENTS,
  // Capabilities that lost the namespace of an app.
  `CREATE TABLE state_revoked_apps (
     owner TEXT NOT NULL,
     app TEXT NOT NULL,
     revoked_at TEXT NOT NULL,
     PRIMARY KEY (owner, app)
   ) STRICT, WITHOUT ROWID;`,
  // Schemas that were found in a registry or at a DID, which keep their content for good; and which schema a waiting change is of: null in
  // rows from before, until they are read.
  `CREATE TABLE resolved_schemas (
     schema_uri TEXT PRIMARY KEY,
     body TEXT NOT NULL,
     body_hash BLOB NOT NULL,
     owner TEXT NOT NULL,
     scope TEXT NOT NULL,
     title TEXT NOT NULL,
     package TEXT NOT NULL,
     source TEXT NOT NULL
   ) STRICT, WITHOUT ROWID;
   ALTER TABLE pending_changes ADD COLUMN schema_uri TEXT;
   CREATE INDEX pending_changes_by_schema ON pending_changes (schema_uri);`,
  // The own description as the owner edits it, and the versions that were signed.
  `CREATE TABLE agent_offer (
     id INTEGER PRIMARY KEY CHECK (id = 1),
     content TEXT NOT NULL
   ) STRICT;
   CREATE TABLE agent_offers_published (
     number INTEGER PRIMARY KEY,
     version TEXT NOT NULL,
     did TEXT NOT NULL,
     url TEXT NOT NULL,
     digest TEXT NOT NULL,
     document TEXT NOT NULL,
     files TEXT NOT NULL,
     published_at TEXT NOT NULL
   ) STRICT;`,
  // Other agents, with what the owner approved of them.
  AGENT_CONTACTS,
  // Calls of and to other agents, for their page.
  `CREATE INDEX activity_with_agents ON activity (position)
     WHERE caller = 'agent' OR effect = 'agent' OR capability GLOB 'anp:*' OR capability GLOB 'a2a:*';`,
  // Agents are searched in the index of their order.
  `DROP INDEX agent_contacts_by_name;
   CREATE INDEX agent_contacts_by_name ON agent_contacts (sorted, id, words);`,
  AGENT_TASKS,
  // Callbacks of other agents.
  AGENT_PUSH_CONFIGS,
  LOG_COPIES,
  // Callbacks of ours at other agents.
  AGENT_CALLBACKS,
  CHAT_DAILY,
  PROMPTS,
  SPENDING,
  INSIDE_MODELS,
]
