import type { MigrationStep } from './step.ts'
import { AGENTS } from './agents.ts'
import { CAPABILITIES } from './capabilities.ts'
import { CHAT } from './chat.ts'
import { DEVICES } from './devices.ts'
import { DRAFTS } from './drafts.ts'
import { IDENTITY } from './identity.ts'
import { LOG_COPIES } from './log-copies.ts'
import { MODELS } from './models.ts'
import { PACKAGES } from './packages.ts'
import { PAYMENTS } from './payments.ts'
import { PROFILE } from './profile.ts'
import { REGISTRY } from './registry.ts'
import { SERVERS } from './servers.ts'
import { STATE } from './state.ts'
import { STATE_TIME } from './state-time.ts'
import { THREADS } from './threads.ts'
import { WALLETS } from './wallets.ts'

const ROOMS = [
  IDENTITY,
  DEVICES,
  PACKAGES,
  STATE,
  STATE_TIME,
  LOG_COPIES,
  CHAT,
  CAPABILITIES,
  SERVERS,
  AGENTS,
  MODELS,
  REGISTRY,
]

/**
 * The format of the database, step by step; a step's number is its position, starting at 1. The first is the schema of
 * 0.1.0, room by room. Every later change is a step of its own.
 */
export const migrations: readonly MigrationStep[] = [
  ROOMS.join('\n'),
  // Which sources answered the check for updates, and what none of them has.
  "ALTER TABLE market_check ADD COLUMN asked_json TEXT NOT NULL DEFAULT '{}'",
  // Why an update that a source has could not be installed.
  'ALTER TABLE market_offers ADD COLUMN problem_json TEXT',
  // A higher version that was passed over for the offered one, and why.
  'ALTER TABLE market_offers ADD COLUMN higher_json TEXT',
  // A message may be for a server, which is no package: what is said of packages still leaves with them.
  `CREATE TABLE route_corrections_of_all (
     id TEXT PRIMARY KEY,
     text TEXT NOT NULL,
     text_key TEXT NOT NULL UNIQUE,
     capability TEXT,
     corrected_at TEXT NOT NULL
   ) STRICT;
   INSERT INTO route_corrections_of_all SELECT id, text, text_key, capability, corrected_at FROM route_corrections;
   DROP TABLE route_corrections;
   ALTER TABLE route_corrections_of_all RENAME TO route_corrections;
   CREATE INDEX route_corrections_by_capability ON route_corrections (capability);
   CREATE TRIGGER corrections_leave_with_the_package AFTER DELETE ON package_installs BEGIN
     DELETE FROM route_corrections WHERE capability = OLD.name;
   END`,
  // The last list seen of each static registry, so that an older one is known for one.
  `CREATE TABLE market_lists (
     place TEXT NOT NULL,
     did TEXT NOT NULL,
     signed_at TEXT NOT NULL,
     sha256 TEXT NOT NULL,
     PRIMARY KEY (place, did)
   ) STRICT, WITHOUT ROWID`,
  PROFILE,
  DRAFTS,
  THREADS,
  // Requests that were passed on into another conversation, and wait for an answer there.
  `CREATE TABLE thread_forwards (
     child TEXT NOT NULL REFERENCES threads (id) ON DELETE CASCADE,
     message TEXT NOT NULL,
     parent TEXT NOT NULL REFERENCES threads (id) ON DELETE CASCADE,
     asked TEXT NOT NULL,
     item INTEGER NOT NULL,
     at INTEGER NOT NULL,
     PRIMARY KEY (child, message)
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX thread_forwards_by_parent ON thread_forwards (parent)`,
  // What the owner decided beforehand about an agent's requests; it leaves with the last entry for that agent.
  `CREATE TABLE thread_policies (
     peer TEXT NOT NULL,
     capability TEXT NOT NULL,
     policy TEXT NOT NULL,
     PRIMARY KEY (peer, capability)
   ) STRICT, WITHOUT ROWID;
   CREATE TRIGGER policies_leave_with_the_caller AFTER DELETE ON agent_callers
     WHEN NOT EXISTS (SELECT 1 FROM agent_contacts WHERE did = OLD.did) BEGIN
     DELETE FROM thread_policies WHERE peer = OLD.did;
   END;
   CREATE TRIGGER policies_leave_with_the_contact AFTER DELETE ON agent_contacts BEGIN
     DELETE FROM thread_policies WHERE peer = 'contact:' || OLD.id;
     DELETE FROM thread_policies WHERE peer = OLD.did
       AND NOT EXISTS (SELECT 1 FROM agent_callers WHERE did = OLD.did)
       AND NOT EXISTS (SELECT 1 FROM agent_contacts WHERE did = OLD.did);
   END`,
  // Keys of wallets: the family of chains that a key has an account on.
  'ALTER TABLE identity_keys ADD COLUMN wallet TEXT',
  WALLETS,
  // The signed lists that the owner follows, each as its publisher signed it last.
  `CREATE TABLE trust_lists (
     name TEXT NOT NULL PRIMARY KEY COLLATE NOCASE,
     place TEXT NOT NULL UNIQUE,
     did TEXT NOT NULL,
     list TEXT NOT NULL,
     mark TEXT,
     checked_at TEXT NOT NULL,
     problem_json TEXT
   ) STRICT`,
  // Interfaces that servers brought with results (MCP Apps), by their hashes, and the origins that the owner lets them reach. They are of the
  // server as it was reached then.
  `CREATE TABLE server_apps (
     uri TEXT NOT NULL REFERENCES servers (uri) ON DELETE CASCADE,
     sha256 TEXT NOT NULL,
     app_json TEXT NOT NULL,
     units INTEGER NOT NULL,
     kept_at TEXT NOT NULL,
     PRIMARY KEY (uri, sha256)
   ) STRICT;
   CREATE TRIGGER apps_leave_with_the_definition AFTER UPDATE OF definition_json ON servers
     WHEN OLD.definition_json <> NEW.definition_json BEGIN
     DELETE FROM server_apps WHERE uri = OLD.uri;
   END;
   ALTER TABLE server_allowances ADD COLUMN app_origins_json TEXT NOT NULL DEFAULT '[]'`,
  PAYMENTS,
  // Pictures of packages that the owner makes or publishes, by their hash.
  `CREATE TABLE own_pictures (
     sha256 TEXT NOT NULL PRIMARY KEY,
     bytes BLOB NOT NULL,
     kept_at TEXT NOT NULL
   ) STRICT`,
]
