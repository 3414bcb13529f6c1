import type { MigrationStep } from './step.ts'
import { CAPABILITIES } from './capabilities.ts'
import { CHAT } from './chat.ts'
import { IDENTITY } from './identity.ts'
import { MODELS } from './models.ts'
import { PACKAGES } from './packages.ts'
import { REGISTRY } from './registry.ts'
import { SERVERS } from './servers.ts'
import { STATE } from './state.ts'

/**
 * The format of the database, step by step; a step's number is its position, starting at 1. The first is the schema of
 * 0.1.0, room by room. Every later change is a step of its own.
 */
export const migrations: readonly MigrationStep[] = [
  [IDENTITY, PACKAGES, STATE, CHAT, CAPABILITIES, SERVERS, MODELS, REGISTRY].join('\n'),
  // How long a server may take.
  'ALTER TABLE server_allowances ADD COLUMN timeout_seconds INTEGER;',
  // Changes of a writer that a damaged disk took: those between `after` and `seq`. previous: the hash that change `seq` names; null if it
  // is not known.
  `CREATE TABLE log_gaps (
     writer INTEGER NOT NULL REFERENCES log_writers (id),
     after INTEGER NOT NULL,
     seq INTEGER NOT NULL,
     previous BLOB,
     PRIMARY KEY (writer, seq)
   ) STRICT, WITHOUT ROWID;`,
]
